/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The sanitizers that the program was compiled with.  */

#ifndef PLUGIN_X86EMUL_HOST_SANITIZERS_H
#define PLUGIN_X86EMUL_HOST_SANITIZERS_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/strbuf.h"

/* An environment variable, NAME=VALUE, for the device's process, which names
   the libraries that it preloads; the caller frees it.  NULL: none.  */
HIDDEN char *x86emul_sanitizers_preload (void);
/* Does AddressSanitizer check the program and the device?  */
HIDDEN bool x86emul_sanitizers_check_addresses (void);
/* Add to OUT, which may be NULL, why the device's process may have ended;
   false: there are no sanitizers.  */
HIDDEN bool x86emul_sanitizers_explain (struct gomp_strbuf *out);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part in large copies.  */

#ifndef PLUGIN_X86EMUL_TARGET_POPULATE_H
#define PLUGIN_X86EMUL_TARGET_POPULATE_H

#include <stdbool.h>

#include "base/compiler.h"
#include "proto.h"

/* Start to obtain pages for a copy that the host makes, and return at once;
   false: the request is invalid.  Called by the main thread.  */
HIDDEN bool x86emul_populate (const struct x86emul_populate *p);

#endif

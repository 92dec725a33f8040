/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part in copies of much data.  */

#ifndef X86EMUL_TARGET_POPULATE_H
#define X86EMUL_TARGET_POPULATE_H

#include <stdbool.h>

#include "base/compiler.h"
#include "proto.h"

/* Obtain pages for a copy of the host, and return at once; false if the request
   is invalid.  The main thread.  */
HIDDEN bool x86emul_populate (const struct x86emul_populate *p);

#endif

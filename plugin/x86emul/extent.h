/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where a loaded image is in this process.  Owns no data; any thread.  */

#ifndef X86EMUL_EXTENT_H
#define X86EMUL_EXTENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* Store the first address of the image that the dynamic linker has loaded with
   BIAS, and one past the last.  False: there is none.  */
HIDDEN bool x86emul_extent_find (uint64_t bias, uint64_t *start, uint64_t *end);

#endif

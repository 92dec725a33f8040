/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Making freed device memory inaccessible in the device, so that a region that
   still uses it faults.  Only for large blocks, since it takes a request to the
   device: little time compared with the use of such a block.  */

#ifndef PLUGIN_X86EMUL_HOST_GUARD_H
#define PLUGIN_X86EMUL_HOST_GUARD_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_device;

/* Make [OFFSET, OFFSET + SIZE), which is about to be freed, inaccessible.  Does
   nothing if there are already too many such ranges.  */
HIDDEN void x86emul_guard_set (struct x86emul_device *d, uint64_t offset,
                               uint64_t size);
/* [OFFSET, OFFSET + SIZE) was allocated: make inaccessible ranges that overlap
   it accessible again.  */
HIDDEN enum gomp_status x86emul_guard_clear (struct x86emul_device *d,
                                             uint64_t offset, uint64_t size);
/* The same for whole pages, which somebody else has allocated.  */
HIDDEN enum gomp_status x86emul_guard_clear_pages (struct x86emul_device *d,
                                                   uint64_t start,
                                                   uint64_t end);

#endif

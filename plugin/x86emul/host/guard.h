/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Making freed device memory inaccessible in the device, so that a region
   that still uses it is found out.  Only for large blocks: it takes a request
   to the device and back, small next to what such a block is good for.  */

#ifndef X86EMUL_HOST_GUARD_H
#define X86EMUL_HOST_GUARD_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct x86emul_device;

/* From this size on.  */
#define X86EMUL_GUARD_MIN (4ull << 20)

/* Guard [OFFSET, OFFSET + SIZE), which is about to be freed.  Does nothing
   where there are too many guards already.  */
HIDDEN void x86emul_guard_set (struct x86emul_device *d, uint64_t offset,
                               uint64_t size);
/* Take away the guards that touch that range, which was allocated.  */
HIDDEN enum gomp_status x86emul_guard_clear (struct x86emul_device *d,
                                             uint64_t offset, uint64_t size);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The plugin's part of the mapping checker: memory for the states of device
   memory, the device's reports, and freed memory that is kept.  */

#ifndef X86EMUL_HOST_CHECK_H
#define X86EMUL_HOST_CHECK_H

#include "host/device.h"
#include "plugin.h"

/* Device memory that is freed is used again only when this much more was, or a
   quarter of all there is.  */
#define X86EMUL_KEPT_BYTES (256ull << 20)
#define X86EMUL_KEPT_BLOCKS 4096u

/* Make the states; before the device starts.  False: an errno value in
 *ERRNUM.  */
HIDDEN bool x86emul_check_create (struct x86emul_device *d, int *errnum);
HIDDEN void x86emul_check_destroy (struct x86emul_device *d);
/* The states of [ADDRESS, ADDRESS + SIZE); NULL: it is not all device
   memory.  */
HIDDEN unsigned char *x86emul_check_shadow (struct x86emul_device *d,
                                            uint64_t address, uint64_t size);
/* Memory with a shadow: offset of SIZE bytes, or X86EMUL_NO_OFFSET.  */
HIDDEN uint64_t x86emul_check_alloc (struct x86emul_device *d, uint64_t size);
/* Free the block at OFFSET, some time; false: there is none, or it was freed
   before.  */
HIDDEN bool x86emul_check_free (struct x86emul_device *d, uint64_t offset);
/* Whether what the device told so far can be true, and the chunks of NOTE are a
   list; otherwise D has failed.  After a region.  */
HIDDEN bool x86emul_check_sound (struct x86emul_device *d, unsigned note);
/* The next report of the device that was not taken.  */
HIDDEN bool x86emul_check_next (struct x86emul_device *d,
                                struct gomp_check_report *report);

#endif

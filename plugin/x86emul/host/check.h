/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The plugin's part of the mapping checker: memory for the states of device
   memory, the device's reports, and kept freed memory.  */

#ifndef X86EMUL_HOST_CHECK_H
#define X86EMUL_HOST_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "plugin.h"
#include "proto.h"
#include "sync/mutex.h"

/* Freed device memory is reused only after this much more was freed, or a
   quarter of the total.  */
#define X86EMUL_KEPT_BYTES (256ull << 20)
#define X86EMUL_KEPT_BLOCKS 4096u

struct x86emul_device;

/* The states and the logs are in memory that is shared with the device.  */
struct x86emul_checker
{
  unsigned char *shadow;            /* states of the arena's bytes, or NULL */
  uint64_t shadow_size;             /* bytes mapped there */
  int shadow_fd;                    /* their memory, until the device has it */
  struct x86emul_access_logs *logs; /* what regions access, or NULL */
  uint64_t logs_start;    /* where in that memory they are; 0: nowhere */
  struct gomp_mutex lock; /* guards the rest */
  uint64_t logs_given;    /* by number less one: a launch has it */
  uint64_t *kept;         /* offsets of freed blocks: a ring; malloced */
  unsigned kept_first;    /* the one that was freed first */
  unsigned kept_count;    /* blocks in it */
  uint64_t kept_bytes;    /* of them */
  unsigned reports_taken; /* by libgomp */
};

/* Make the states; before the device starts.  False: an errno value in
 *ERRNUM.  */
HIDDEN bool x86emul_check_create (struct x86emul_device *d, int *errnum);
HIDDEN void x86emul_check_destroy (struct x86emul_device *d);
/* The states of [ADDRESS, ADDRESS + SIZE); NULL if it is not all device
   memory.  */
HIDDEN unsigned char *x86emul_check_shadow (struct x86emul_device *d,
                                            uint64_t address, uint64_t size);
/* Memory with a shadow: offset of SIZE bytes, or X86EMUL_NO_OFFSET.  */
HIDDEN uint64_t x86emul_check_alloc (struct x86emul_device *d, uint64_t size);
/* Free the block at OFFSET, at some later time; false if there is none, or it
   was freed before.  */
HIDDEN bool x86emul_check_free (struct x86emul_device *d, uint64_t offset);
/* Whether the device's data so far are plausible, and the chunks of LOG form a
   list; otherwise D has failed.  After a region.  */
HIDDEN bool x86emul_check_is_sound (struct x86emul_device *d, unsigned log);
/* The next report of the device.  */
HIDDEN bool x86emul_check_next (struct x86emul_device *d,
                                struct gomp_check_report *report);

#endif

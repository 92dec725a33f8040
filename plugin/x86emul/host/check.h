/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The plugin's part of the mapping checker: memory for the states of device
   memory, the device's reports, and kept freed memory.  */

#ifndef PLUGIN_X86EMUL_HOST_CHECK_H
#define PLUGIN_X86EMUL_HOST_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "host/kept.h"
#include "plugin.h"
#include "proto.h"
#include "sync/mutex.h"

struct x86emul_device;

/* The states and the logs are in memory that is shared with the device.  */
struct x86emul_checker
{
  unsigned char *shadow;            /* states of the arena's bytes, or NULL */
  uint64_t shadow_size;             /* bytes mapped there */
  int shadow_fd;                    /* their memory, until the device has it */
  struct x86emul_access_logs *logs; /* logs of what regions access, or NULL */
  uint64_t logs_start;      /* their offset in that memory; 0: there are none */
  struct x86emul_kept kept; /* freed memory */
  struct gomp_mutex lock;   /* guards the rest */
  uint64_t logs_given;      /* bit I: a launch has log I + 1 */
  unsigned reports_taken;   /* how many reports libgomp has taken */
  unsigned sanitizer_reports_taken; /* and of sanitizers, in any mode */
};

/* Make the states, before the device starts.  False: *ERRNUM is an errno
   value.  */
HIDDEN bool x86emul_check_create (struct x86emul_device *d, int *errnum);
HIDDEN void x86emul_check_destroy (struct x86emul_device *d);
/* Look at [ADDRESS, ADDRESS + SIZE), or change its states; false if it is not
   all device memory.  */
HIDDEN bool x86emul_check_look (struct x86emul_device *d, uint64_t address,
                                uint64_t size, struct gomp_check_view *view);
HIDDEN bool x86emul_check_change (struct x86emul_device *d, uint64_t address,
                                  uint64_t size,
                                  const struct gomp_check_change *change);
/* Allocate SIZE bytes in memory that has states; returns the offset, or
   X86EMUL_NO_OFFSET.  */
HIDDEN uint64_t x86emul_check_alloc (struct x86emul_device *d, uint64_t size);
/* Free the block at OFFSET, which is reused some time later; false: there is
   none, or it was freed before.  */
HIDDEN bool x86emul_check_free (struct x86emul_device *d, uint64_t offset);
/* Called after a region: are the device's reports plausible, and do the chunks
   of LOG form a list?  If not, D has failed.  */
HIDDEN bool x86emul_check_is_sound (struct x86emul_device *d, unsigned log);
/* Get the next report of the device; false: there is none.  */
HIDDEN bool x86emul_check_take (struct x86emul_device *d,
                                struct gomp_check_report *report);
/* The same for what its sanitizers have reported; also without the checker.  */
HIDDEN bool x86emul_check_take_of_sanitizer (struct x86emul_device *d,
                                             struct gomp_check_report *report);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Logs of the accesses of regions, for the mapping checker; see struct
   x86emul_access_logs in proto.h.  */

#ifndef PLUGIN_X86EMUL_HOST_ACCESS_LOG_H
#define PLUGIN_X86EMUL_HOST_ACCESS_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct x86emul_device;

/* Map the logs of D after ROOM bytes of states, if possible.  */
HIDDEN void x86emul_access_log_create (struct x86emul_device *d, uint64_t room);
HIDDEN void x86emul_access_log_destroy (struct x86emul_device *d);
/* A log for the calling thread's next launch; 0 if all are in use.  */
HIDDEN unsigned x86emul_access_log_give (struct x86emul_device *d);
/* The log that was given to the calling thread, for the launch that begins; 0:
   none.  */
HIDDEN unsigned x86emul_access_log_take (void);
/* The marks in log NUMBER of the bytes from ADDRESS on, at most *SIZE of them;
   their number is stored in *SIZE.  NULL: none of them is marked.  */
HIDDEN const unsigned char *x86emul_access_log_marks (struct x86emul_device *d,
                                                      unsigned number,
                                                      uint64_t address,
                                                      size_t *size);
/* Do the chunks of log NUMBER form a list?  If not, D has failed.  */
HIDDEN bool x86emul_access_log_is_sound (struct x86emul_device *d,
                                         unsigned number);
/* Clear log NUMBER for another launch: its own has ended, and nobody reads the
   log any more.  */
HIDDEN void x86emul_access_log_clear (struct x86emul_device *d,
                                      unsigned number);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages and events between two processes of one machine, for the plugins;
   part of the contract of os.h, with its general promise.  Descriptors are
   closed on exec.  */

#ifndef GOMP_OS_CHANNEL_H
#define GOMP_OS_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"

#define OS_CHANNEL_MAX_FDS 5

/* Two connected ends of a byte stream that also carries descriptors.  */
HIDDEN int os_channel_pair (int ends[2]);
/* Send SIZE bytes, the first of them with COUNT descriptors.  Raises no signal;
   EPIPE or ECONNRESET if the other end is gone.  */
HIDDEN int os_channel_send (int fd, const void *data, size_t size,
                            const int *fds, unsigned count);
/* Receive exactly SIZE bytes, and up to OS_CHANNEL_MAX_FDS descriptors that
   came with them (FDS may be NULL: they are not wanted).  ECONNRESET at the
   stream's end.  */
HIDDEN int os_channel_receive (int fd, void *data, size_t size, int *fds,
                               unsigned *count);

/* Signal the end of the stream to the other end; the descriptor stays open.  */
HIDDEN void os_channel_end (int fd);

/* Two ends as a flag: signalling one makes the other one readable.
   Async-signal safe.  */
HIDDEN void os_event_signal (int fd);
/* False: the other end is closed everywhere.  */
HIDDEN bool os_event_clear (int fd);

/* Wait until one of COUNT (at most 8) descriptors is readable or at its end, or
   until TIMEOUT_MS (< 0: no limit) have passed.  Entries < 0 are skipped; for
   entries in the mask ENDS only the end counts.  Returns a mask of the ready
   ones; 0 after the time or an interrupt.  */
HIDDEN unsigned os_wait_readable (const int *fds, unsigned count, unsigned ends,
                                  int timeout_ms);
/* FD, or a duplicate of it that is none of 0, 1 and 2 (FD is then closed): a
   program that closed these must not write into our files. -1 with errno set if
   that fails, or FD is -1.  */
HIDDEN int os_above_standard (int fd);
HIDDEN void os_close (int *fd);
/* All descriptors of the calling process.  */
HIDDEN void os_close_all (void);
HIDDEN void os_close_on_exec (int fd);
/* Move the descriptor *FD, closed on exec from then on, to a number that
   programs do not use, if the limit allows that.  */
HIDDEN void os_migrate_away (int *fd);

#endif

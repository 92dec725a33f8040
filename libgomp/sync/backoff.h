/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Backing off from a lock that threads take again and again for very short
   sections.

   Such a lock moves from CPU to CPU with almost every section, which takes
   four times as long as consecutive sections of one thread.  So a thread that
   meets another one at such a lock backs off for some microseconds.  Then each
   thread executes many sections in a row.  (Dice and Kogan, "Avoiding
   scalability collapse by restricting concurrency", Euro-Par 2019, restrict
   the threads that compete in the same way.)  */

#ifndef GOMP_SYNC_BACKOFF_H
#define GOMP_SYNC_BACKOFF_H

#include <stdint.h>

#include "base/compiler.h"

struct gomp_backoff;

/* The calling thread has found LOCK held; it may back off.  There is a burst
   of short sections if the time since it last got LOCK is often less than that
   of FETCHES fetches of the lock's line.  Returns the value for
   gomp_backoff_pass once the thread has LOCK, or NULL.  */
HIDDEN struct gomp_backoff *gomp_backoff_meet (const void *lock,
                                               unsigned fetches) HOT;
/* The thread has LOCK; its attempt began at the time BEFORE.  */
HIDDEN void gomp_backoff_pass (struct gomp_backoff *entry, uint64_t before) HOT;

#endif

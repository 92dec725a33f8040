/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that take a lock again and again and do next to nothing meanwhile.

   Such a lock goes from CPU to CPU with almost every section, which takes four
   times as long as sections that one thread has in a row.  A thread that finds
   itself among such ones stands aside for some microseconds when it meets
   another, so that they take turns of many sections each.  (Dice and Kogan,
   "Avoiding scalability collapse by restricting concurrency", Euro-Par 2019,
   restrict the threads that compete in the same way.)  */

#ifndef GOMP_SYNC_BACKOFF_H
#define GOMP_SYNC_BACKOFF_H

#include <stdint.h>

#include "base/compiler.h"

struct gomp_rush;

/* The calling thread has found LOCK held; may stand aside.  It is in a rush if
   the time since it had got LOCK is often less than that of FETCHES fetches of
   the lock's line.  NULL, or what is to be told when it has got LOCK.  */
HIDDEN struct gomp_rush *gomp_rush_meet (const void *lock,
                                         unsigned fetches) HOT;
/* The attempt that began at the time BEFORE gave it the lock.  */
HIDDEN void gomp_rush_pass (struct gomp_rush *rush, uint64_t before) HOT;

#endif

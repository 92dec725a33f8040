/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Spreading the process's threads over its CPUs, if some share a CPU while
   another one is free.

   Schedulers wake and start threads on the same CPU, to save power or to let
   other CPUs sleep, and correct that only after some milliseconds.  Meanwhile
   two threads that wait for each other need a switch instead of the transfer
   of a cache line, and work takes twice as long.  */

#ifndef GOMP_SYNC_SPREAD_H
#define GOMP_SYNC_SPREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* Relaxed: each value stands alone.  */
struct gomp_spread
{
  _Atomic uint64_t next_at;   /* from this time on, a worker that shares its CPU
                                 may move; UINT64_MAX: none does */
  atomic_bool moving;         /* a thread is about to move */
  _Atomic uint64_t rested_at; /* no attempt is made before this time */
};
HIDDEN extern struct gomp_spread gomp_spread;

/* Move the calling worker to a less loaded CPU, if the process's threads are
   packed onto fewer CPUs than they may use.  The worker is unbound and shares
   its CPU.  Does nothing if there was a call shortly before; NOW is the
   time.  */
HIDDEN void gomp_spread_try (uint64_t now) COLD;
/* The same for a thread that shares its CPU with a thread of another process
   and waits for that one.  */
HIDDEN void gomp_spread_from_partner (uint64_t now) COLD;
/* The set of running threads has changed: the next attempt need not wait as
   long as after one that found nothing to do.  */
HIDDEN void gomp_spread_soon (void);
/* In a forked child: the thread that was making an attempt does not exist.  */
HIDDEN void gomp_spread_forked (void);

#endif

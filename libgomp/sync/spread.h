/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads of the process that share a CPU while others have none.

   Schedulers wake and start threads beside each other, to save power or other
   CPUs' sleep, and look whether that was good only after some milliseconds.
   Meanwhile two threads that wait for each other take a switch where a line of
   the cache would do, and work takes twice as long.  */

#ifndef GOMP_SYNC_SPREAD_H
#define GOMP_SYNC_SPREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* Relaxed: each value stands alone.  */
struct gomp_apart
{
  _Atomic uint64_t part_at;   /* from then on, one of the library's own threads
                                 on the same CPU may go to another; UINT64_MAX:
                                 none does */
  atomic_bool parting;        /* one is about to */
  _Atomic uint64_t rested_at; /* none is made before that */
};
HIDDEN extern struct gomp_apart gomp_apart;

/* The calling thread, one of the library's own that no place binds, shares its
   CPU: if threads of the process lie on fewer CPUs than they could, it goes to
   another one.  Does nothing if there was a call shortly before; NOW is the
   time.  */
HIDDEN void gomp_apart_try (uint64_t now) COLD;
/* The threads that go on are others than before: the next attempt need not
   wait until there is one again after one that found nothing to do.  */
HIDDEN void gomp_apart_soon (void);
/* In a forked child: who was at it is not there.  */
HIDDEN void gomp_apart_forked (void);

#endif

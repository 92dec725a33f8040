/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How many threads of ours run, and on how many CPUs.

   If threads outnumber the CPUs, they wait differently (spin.h).  */

#ifndef GOMP_SYNC_RUNNING_H
#define GOMP_SYNC_RUNNING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

struct gomp_running
{
  atomic_uint cpus; /* CPUs that this process may use; 0: not known yet */
  _Atomic uint64_t recount_at;    /* from this time on, a wait that reads the
                                     clock calls the next member; UINT64_MAX:
                                     none does */
  void (*recount) (uint64_t now); /* updates both, or leaves that to another
                                     thread */
  atomic_uint threads;            /* threads of ours that have work or look for
                                     it */
  atomic_uint workers; /* those of them that gomp_running_count counts */
  _Atomic (atomic_uint *) shared_count; /* workers of all copies of the library
                                           in the process; NULL: of ours
                                           alone */
};
HIDDEN extern struct gomp_running gomp_running;

/* Change the count of our threads: of workers, and of the program's threads,
   which other copies of the library may also count.  */
HIDDEN void gomp_running_count (int change);
HIDDEN void gomp_running_count_foreign (int change);
/* From now on, count with other copies of the library.  */
HIDDEN void gomp_running_join_shared_count (void);
/* In a forked child: no thread is counted.  */
HIDDEN void gomp_running_forked (void);
/* Ask the system how many CPUs this process may use.  */
HIDDEN unsigned gomp_running_find_cpus (void) COLD;
/* Threads of ours, and workers of the other copies, that are counted.  */
HIDDEN unsigned gomp_running_threads (void);
/* Do they outnumber the CPUs?  */
HIDDEN bool gomp_running_crowded (void);

/* CPUs that this process may use.  */
static inline unsigned
gomp_running_cpus (void)
{
  unsigned cpus
      = atomic_load_explicit (&gomp_running.cpus, memory_order_relaxed);
  return likely (cpus != 0) ? cpus : gomp_running_find_cpus ();
}

/* Waiting threads have the time to check which CPUs exist now.  */
static inline void
gomp_running_recount (uint64_t now)
{
  /* Acquire: pairs with the release when the function is set.  */
  if (unlikely (now >= atomic_load_explicit (&gomp_running.recount_at,
                                             memory_order_acquire)))
    gomp_running.recount (now);
}

#endif

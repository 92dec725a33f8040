/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The number of the library's threads that run, and the number of CPUs.

   If threads outnumber the CPUs, they wait differently (spin.h).  */

#ifndef GOMP_SYNC_RUNNING_H
#define GOMP_SYNC_RUNNING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

struct gomp_running
{
  atomic_uint cpus; /* number of CPUs that this process may use; 0: not known
                       yet */
  _Atomic uint64_t recount_at;    /* from this time on, a wait that reads the
                                     clock calls RECOUNT; UINT64_MAX: none
                                     does */
  void (*recount) (uint64_t now); /* update both, or leave that to another
                                     thread */
  atomic_uint threads;            /* threads that have work or look for work */
  atomic_uint workers; /* the workers among them, which gomp_running_count
                          counts */
  _Atomic (atomic_uint *) shared_count; /* number of workers of all copies of
                                           the library in the process; NULL: of
                                           this copy alone */
};
HIDDEN extern struct gomp_running gomp_running;

/* Change the number of threads: of workers; of the program's threads, which
   other copies of the library may count as well.  */
HIDDEN void gomp_running_count (int change);
HIDDEN void gomp_running_count_foreign (int change);
/* From now on, count with other copies of the library.  */
HIDDEN void gomp_running_join_shared_count (void);
/* In a forked child: no thread is counted.  */
HIDDEN void gomp_running_forked (void);
/* Ask the system how many CPUs this process may use.  */
HIDDEN unsigned gomp_running_find_cpus (void) COLD;
/* The number of the library's threads, and of workers of other copies.  */
HIDDEN unsigned gomp_running_threads (void);
/* Do these threads outnumber the CPUs?  */
HIDDEN bool gomp_running_crowded (void);

/* The number of CPUs that this process may use.  */
static inline unsigned
gomp_running_cpus (void)
{
  unsigned cpus
      = atomic_load_explicit (&gomp_running.cpus, memory_order_relaxed);
  return likely (cpus != 0) ? cpus : gomp_running_find_cpus ();
}

/* Called by waiting threads, which have the time: check which CPUs exist
   now.  */
static inline void
gomp_running_recount (uint64_t now)
{
  /* Acquire: pairs with the release when the function is set.  */
  if (unlikely (now >= atomic_load_explicit (&gomp_running.recount_at,
                                             memory_order_acquire)))
    gomp_running.recount (now);
}

#endif

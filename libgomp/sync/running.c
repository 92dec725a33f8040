/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How many threads of ours run; see running.h.

   Owns the counts.  All operations are relaxed: a reader uses a count only to
   decide how to wait.  */

#include "sync/running.h"

#include "os/os.h"
#include "os/shared_count.h"

struct gomp_running gomp_running = { .recount_at = UINT64_MAX };

unsigned
gomp_running_threads (void)
{
  struct gomp_running *r = &gomp_running;
  atomic_uint *count
      = atomic_load_explicit (&r->shared_count, memory_order_relaxed);
  unsigned threads = atomic_load_explicit (&r->threads, memory_order_relaxed);
  if (count == NULL)
    return threads;
  int others
      = (int)(atomic_load_explicit (count, memory_order_relaxed)
              - atomic_load_explicit (&r->workers, memory_order_relaxed));
  return others > 0 ? threads + (unsigned)others : threads;
}

unsigned
gomp_running_find_cpus (void)
{
  unsigned cpus = os_num_procs ();
  atomic_store_explicit (&gomp_running.cpus, cpus, memory_order_relaxed);
  return cpus;
}

bool
gomp_running_crowded (void)
{
  return (int)gomp_running_threads () > (int)gomp_running_cpus ();
}

void
gomp_running_count_foreign (int change)
{
  atomic_fetch_add_explicit (&gomp_running.threads, (unsigned)change,
                             memory_order_relaxed);
}

void
gomp_running_count (int change)
{
  struct gomp_running *r = &gomp_running;
  atomic_uint *count
      = atomic_load_explicit (&r->shared_count, memory_order_relaxed);
  gomp_running_count_foreign (change);
  atomic_fetch_add_explicit (&r->workers, (unsigned)change,
                             memory_order_relaxed);
  if (count != NULL)
    atomic_fetch_add_explicit (count, (unsigned)change, memory_order_relaxed);
}

/* Before there are workers.  */
void
gomp_running_join_shared_count (void)
{
  atomic_store_explicit (&gomp_running.shared_count, os_shared_count (),
                         memory_order_relaxed);
}

void
gomp_running_forked (void)
{
  unsigned workers
      = atomic_load_explicit (&gomp_running.workers, memory_order_relaxed);
  gomp_running_count (-(int)workers);
  atomic_store_explicit (&gomp_running.threads, 0, memory_order_relaxed);
}

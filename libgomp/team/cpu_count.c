/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CPUs that threads may use; see cpu_count.h.

   The number is determined at the first use, from the mask of one thread.  A
   process may get other CPUs later (taskset, a cpuset), and programs bind
   threads one by one.  So the union of the masks of a primary thread and of the
   workers counts.  A primary that waits, at the end of a region or elsewhere,
   checks it once a second: one system call for each thread, off all warm paths.

   With places the library binds threads itself, and masks do not show the CPUs
   of the next team.  Owns no data.  */

#include "team/cpu_count.h"

#include "icv/places.h"
#include "os/cpu.h"
#include "sync/running.h"
#include "sync/spread.h"
#include "team/pool.h"

#define PERIOD_NS 1000000000u
/* Masks of machines with more CPUs are not checked again.  */
#define WORDS (8192 / GOMP_WORD_BITS)

static void
add_thread (unsigned long *mask, int tid)
{
  unsigned long own[WORDS] = { 0 };
  if (os_affinity_read (tid, own, WORDS) != 0)
    return;
  for (size_t i = 0; i < WORDS; i++)
    mask[i] |= own[i];
}

static void
add_worker (struct gomp_pool_worker *worker, void *mask)
{
  int tid = atomic_load_explicit (&worker->thread_id, memory_order_relaxed);
  if (tid != 0)
    add_thread (mask, tid);
}

/* A thread without workers may be one of several, each bound to its CPU.  */
static bool
speaks_for_workers (const struct gomp_thread *self)
{
  return self != NULL && self->worker == NULL && self->hot != NULL
         && self->hot->nthreads > 1;
}

static COLD void
recount (uint64_t now)
{
  struct gomp_running *r = &gomp_running;
  uint64_t due = atomic_load_explicit (&r->recount_at, memory_order_relaxed);
  unsigned long mask[WORDS] = { 0 };
  if (!speaks_for_workers (gomp_self_known ()) || now < due
      || !atomic_compare_exchange_strong_explicit (
          &r->recount_at, &due, now + PERIOD_NS, memory_order_relaxed,
          memory_order_relaxed))
    return;
  add_thread (mask, 0);
  if (!gomp_pool_visit (add_worker, mask))
    return;
  unsigned cpus = gomp_mask_count (mask, WORDS);
  if (cpus > 0)
    atomic_store_explicit (&r->cpus, gomp_icv_cap_cpus (cpus),
                           memory_order_relaxed);
}

void
gomp_team_watch_cpus (void)
{
  struct gomp_running *r = &gomp_running;
  if (gomp_places_defined ())
    return;
  r->recount = recount;
  atomic_store_explicit (&gomp_spread.next_at, 0, memory_order_relaxed);
  /* Release: pairs with the acquire of a waiting thread, for the function.  */
  atomic_store_explicit (&r->recount_at, os_time_ns () + PERIOD_NS,
                         memory_order_release);
}

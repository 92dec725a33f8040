/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The end of a region; see team.h.

   Only the primary waits.  When all workers have arrived, it completes the
   remaining tasks.  A worker goes back to its dock (pool.c) and helps from
   there.  Since the primary no longer waits for it, it counts itself as a
   helper meanwhile.  After closing the region, the primary waits until there
   are no helpers:

     worker   helpers++; is the region's number still mine? run tasks; helpers--
     primary  number = 0; helpers == 0?

   all sequentially consistent, so that a worker that the primary overlooks sees
   the region closed.  Without tasks in the region no worker had reason to help,
   and the primary skips this.

   Model: testsuite/models/join.pml.  */

#include "base/invariant.h"
#include "team/barrier.h"
#include "team/idle.h"
#include "team/workshare.h"

void
gomp_team_join_worker (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (unlikely (gomp_team_cancelled (team)))
    gomp_workshare_abandon (self);
  gomp_tsan_release (&team->join);
  gomp_gathering_arrive (&team->join, self->thread_num);
}

/* Wait for the workers, running tasks meanwhile.  */
static void
gather (struct gomp_thread *self, struct gomp_team *team)
{
  gomp_gathering_arrive (&team->join, 0);
  unsigned value = gomp_wait_value (&team->join.word);
  struct gomp_team_rest r = { .self = self };
  while (!gomp_gathering_complete (value))
    value = gomp_team_rest (&r, &team->join.word, value);
  gomp_idle_end (&r.raised);
  gomp_gathering_reset (&team->join);
  if (unlikely (gomp_team_share_cancelled (team)))
    atomic_store_explicit (&team->share_cancelled, false, memory_order_relaxed);
}

/* No worker may be busy with the region's tasks when the primary goes on.  */
static void
wait_helpers (struct gomp_team *team)
{
  atomic_store (&team->region, 0);
  unsigned round = 0;
  while (atomic_load (&team->helpers) != 0)
    gomp_spin_round (&round);
  atomic_store_explicit (&team->had_tasks, false, memory_order_relaxed);
}

void
gomp_team_join_primary (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (team->nthreads == 1)
    gomp_team_finish_alone (self, team);
  else
    {
      if (unlikely (gomp_team_cancelled (team)))
        gomp_workshare_abandon (self);
      gather (self, team);
      gomp_tsan_acquire (&team->join);
      gomp_team_finish_tasks (self, team);
    }
  if (atomic_load_explicit (&team->had_tasks, memory_order_relaxed))
    wait_helpers (team);
  gomp_invariant (team->nthreads == 1 || team->forked
                      || gomp_team_cancelled (team)
                      || atomic_load (&team->barrier.root.missing)
                             == team->barrier.root.fan_in,
                  "a region ends while a barrier waits for %u threads",
                  atomic_load (&team->barrier.root.missing));
  gomp_invariant (team->forked || gomp_tasking_pending (team) == 0,
                  "a region ends with %zu tasks pending",
                  gomp_tasking_pending (team));
}

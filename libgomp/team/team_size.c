/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How many threads a region gets (OpenMP 5.1 section 2.6.1), and the thread
   limit of a contention group.  Owns no data; called by the thread that meets
   the construct.  The count of a group's threads is kept only while its limit
   is finite.  */

#include "base/invariant.h"
#include "os/limits.h"
#include "team/team.h"

/* dyn-var true: no more than CPUs that seem to be free.  */
static COLD unsigned
dynamic_cap (const struct gomp_icv *icv, unsigned cap)
{
  unsigned most
      = gomp_places_defined () ? gomp_places_num_procs () : os_num_procs ();
  unsigned quota = gomp_icv_available_cpus ();
  if (quota < most)
    most = quota;
  if (icv->nthreads < most)
    most = icv->nthreads;
  double load = os_load_average ();
  unsigned busy = load > 0 ? (unsigned)(load + 0.1) : 0;
  most = busy < most ? most - busy : 1;
  return cap != 0 && cap < most ? cap : most;
}

unsigned
gomp_team_decide (struct gomp_thread *self, const struct gomp_team_request *req)
{
  const struct gomp_icv *icv = self->task->icv;
  struct gomp_team *team = self->team;
  unsigned active = team == NULL ? 0 : team->active_level;
  if (req->nthreads == 1 || active >= icv->max_active_levels)
    return 1;
  if (unlikely (team != NULL && team->forked))
    return 1;
  unsigned n = req->nthreads != 0 ? req->nthreads : icv->nthreads;
  if (unlikely (icv->dynamic))
    {
      unsigned most = dynamic_cap (icv, req->cap);
      if (most < n)
        n = most;
    }
  return n == 0 ? 1 : n;
}

/* How many of LIMIT threads teams can have (OMP_THREADS_RESERVE).  */
static unsigned
structured_limit (unsigned limit)
{
  unsigned reserved = gomp_icv_global.free_agent_reserve;
  return reserved < limit ? limit - reserved : 1;
}

/* Take up to WANTED more threads of those that LIMIT leaves.  */
static unsigned
take_busy (atomic_uint *busy, unsigned wanted, unsigned limit)
{
  unsigned now = atomic_load_explicit (busy, memory_order_relaxed);
  unsigned take;
  do
    {
      unsigned left = now < limit ? limit - now : 0;
      take = wanted < left ? wanted : left;
    }
  while (!atomic_compare_exchange_weak_explicit (
      busy, &now, now + take, memory_order_relaxed, memory_order_relaxed));
  return take;
}

void
gomp_team_count (struct gomp_team *team, unsigned *nthreads)
{
  struct gomp_team *parent = team->parent;
  if (parent == NULL)
    {
      team->group_busy = &team->own_busy;
      atomic_store_explicit (&team->own_busy, 1, memory_order_relaxed);
    }
  else
    team->group_busy = parent->group_busy;
  unsigned limit = team->saved.task->icv->thread_limit;
  team->counted_busy = 0;
  if (likely (limit == UINT32_MAX) || team->group_busy == NULL)
    return;
  limit = structured_limit (limit);
  team->counted_busy = take_busy (team->group_busy, *nthreads - 1, limit);
  *nthreads = team->counted_busy + 1;
}

void
gomp_team_uncount (struct gomp_team *team)
{
  gomp_invariant (team->counted_busy == 0
                      || atomic_load (team->group_busy) > team->counted_busy,
                  "%u threads leave a contention group of %u",
                  team->counted_busy, atomic_load (team->group_busy));
  if (unlikely (team->counted_busy != 0))
    atomic_fetch_sub_explicit (team->group_busy, team->counted_busy,
                               memory_order_relaxed);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Hot teams: the teams that a thread keeps for the regions it starts, one for
   each depth, and the workers in them.

   Owns the list of unused teams, protected by its mutex.  A team in a hot slot
   belongs to its thread alone.  If a region needs fewer workers, the others
   stay with the team, docked.  The memory of a team is never returned to the
   system, since a worker that was in it may still read it until it gets another
   command; unused teams are reused.

   A thread whose regions change in size keeps two teams for a depth, one beside
   the other, so that a change between two sizes writes nothing that workers
   read.  They have the same workers, listed in the first one.  `held' and
   `inner' are kept in the team in the slot.  This is not done with places: the
   binding of its primary belongs to one team.  */

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "os/memory.h"
#include "sync/lock.h"
#include "sync/mutex.h"
#include "sync/running.h"
#include "team/hooks.h"
#include "team/pool.h"
#include "team/workshare.h"

#define ROUND_UP(n) (((n) + 2 * GOMP_CACHE_LINE - 1) & ~(size_t)127)

static struct
{
  struct gomp_mutex lock;   /* guards unused */
  struct gomp_team *unused; /* teams that no thread keeps */
} hot_state;

/* After so many changes of a team's size, a second one is put beside it (row
   fork-alternating).  */
#define FEW_CHANGES 3

/* The layout of a team of some capacity in its memory.  */
struct layout
{
  size_t barrier, join, workers, ring, tasking, total;
};

static struct layout
lay_out (unsigned capacity)
{
  size_t nodes = ROUND_UP (gomp_barrier_nodes_size (capacity));
  struct layout l;
  l.barrier = ROUND_UP (sizeof (struct gomp_team));
  l.join = l.barrier + nodes;
  l.workers = l.join + nodes;
  l.ring = l.workers + ROUND_UP (capacity * sizeof (struct gomp_pool_worker *));
  l.tasking = l.ring + ROUND_UP (gomp_workshare_ring_size (capacity));
  l.total = l.tasking + ROUND_UP (gomp_tasking_team_size (capacity));
  return l;
}

/* Larger blocks come from the system, which provides pages when they are used:
   a team of very many threads is likely to get fewer.  */
#define LARGE_TEAM (1 << 20)

static char *
zeroed_memory (size_t size)
{
  void *memory;
  if (size > os_memory_size ())
    {
      gomp_error_set (GOMP_ERR_NOMEM, "Out of memory allocating %zu bytes",
                      size);
      return NULL;
    }
  if (size >= LARGE_TEAM && os_sparse_map (size, &memory) == 0)
    return memory;
  memory = gomp_alloc_aligned (2 * GOMP_CACHE_LINE, size);
  if (memory != NULL)
    memset (memory, 0, size);
  return memory;
}

static struct gomp_pool_worker **
own_workers (struct gomp_team *team)
{
  size_t offset = lay_out (team->capacity).workers;
  return (struct gomp_pool_worker **)(void *)((char *)team + offset);
}

/* NULL without memory.  */
static struct gomp_team *
make_team (unsigned capacity)
{
  struct layout l = lay_out (capacity);
  /* No thread of a large team takes more than the only one of a small team.  */
  if (capacity > SIZE_MAX / lay_out (1).total)
    l.total = SIZE_MAX;
  char *memory = zeroed_memory (l.total);
  if (memory == NULL)
    return NULL;
  struct gomp_team *team = (struct gomp_team *)(void *)memory;
  team->capacity = capacity;
  team->held = 1;
  team->workers = own_workers (team);
  team->ring = (struct gomp_workshare_ring *)(void *)(memory + l.ring);
  team->segment = gomp_workshare_ring_init (team->ring);
  team->tasking = memory + l.tasking;
  gomp_barrier_init (&team->barrier,
                     (struct gomp_barrier_node *)(void *)(memory + l.barrier));
  gomp_gathering_init (&team->join,
                       (struct gomp_barrier_node *)(void *)(memory + l.join));
  return team;
}

/* NULL without memory.  */
static struct gomp_team *
take_team (unsigned capacity)
{
  gomp_mutex_lock (&hot_state.lock);
  struct gomp_team **link = &hot_state.unused;
  while (*link != NULL && (*link)->capacity != capacity)
    link = &(*link)->next_free;
  struct gomp_team *team = *link;
  if (team != NULL)
    *link = team->next_free;
  gomp_mutex_unlock (&hot_state.lock);
  return team != NULL ? team : make_team (capacity);
}

/* The last use of TEAM, whose workers belong to another team.  */
static void
put_unused (struct gomp_team *team)
{
  team->workers = own_workers (team);
  team->held = 1;
  team->inner = NULL;
  team->alternate = NULL;
  team->changes = 0;
  team->binding.watched = false;
  gomp_mutex_lock (&hot_state.lock);
  team->next_free = hot_state.unused;
  hot_state.unused = team;
  gomp_mutex_unlock (&hot_state.lock);
}

/* None of its workers is in TEAM any more.  */
static void
close_team (struct gomp_team *team)
{
  atomic_store (&team->region, 0);
  gomp_team_forget_idle (team, 1);
}

/* The same for the team in a slot and the second one beside it.  */
static void
close_both (struct gomp_team *team)
{
  close_team (team);
  if (team->alternate == NULL)
    return;
  team->alternate->held = team->held;
  close_team (team->alternate);
}

static void
put_both_unused (struct gomp_team *team)
{
  struct gomp_team *alternate = team->alternate;
  put_unused (team);
  if (alternate != NULL)
    put_unused (alternate);
}

/* A power of two, or a multiple of a quarter of the next lower one: a growing
   team leaves few teams behind, and none takes twice the memory that it
   needs.  */
static unsigned
capacity_for (unsigned nthreads)
{
  unsigned capacity = 1;
  while (capacity < nthreads)
    {
      if (capacity > UINT_MAX / 2)
        return nthreads;
      capacity *= 2;
    }
  unsigned step = capacity / 8;
  while (step != 0 && capacity - step >= nthreads)
    capacity -= step;
  return capacity;
}

/* Put a team with room for NTHREADS into SLOT; it takes over the workers and
   the inner teams of the one there.  NULL without memory: nothing is done.  */
static struct gomp_team *
replace (struct gomp_team **slot, unsigned nthreads)
{
  struct gomp_team *old = *slot;
  struct gomp_team *team = take_team (capacity_for (nthreads));
  if (team == NULL)
    return NULL;
  if (old != NULL)
    {
      close_both (old);
      memcpy (team->workers, old->workers, old->held * sizeof (*old->workers));
      team->held = old->held;
      team->inner = old->inner;
      put_both_unused (old);
    }
  *slot = team;
  return team;
}

/* A thread that is not from the pool runs in addition to the workers that it
   gets.  */
static void
count_running (struct gomp_thread *self, bool runs)
{
  if (self->worker != NULL || self->runs == runs)
    return;
  self->runs = runs;
  gomp_running_count_foreign (runs ? 1 : -1);
}

/* As many of *NTHREADS as there is memory for, see replace.  */
static struct gomp_team *
replace_or_shrink (struct gomp_team **slot, unsigned *nthreads)
{
  struct gomp_team *old = *slot;
  for (;;)
    {
      if (old != NULL && old->capacity >= *nthreads)
        return old;
      struct gomp_team *team = replace (slot, *nthreads);
      if (team != NULL)
        return team;
      /* A number that cannot be meant ends the program.  */
      if (*nthreads == 1 || *nthreads > INT_MAX)
        gomp_fatal_recorded ();
      gomp_pool_warn_refused (ENOMEM);
      *nthreads /= 2;
    }
}

/* Where threads do not fit, the team takes no memory for them.  */
static void
leave_out (const struct gomp_team *team, unsigned *nthreads)
{
  unsigned held = team == NULL ? 1 : team->held;
  if (held >= *nthreads || *nthreads > INT_MAX)
    return;
  unsigned most = held + gomp_pool_most (*nthreads - held);
  if (most < *nthreads)
    gomp_pool_warn_refused (ENOMEM);
  *nthreads = most;
}

static COLD struct gomp_team *
grow (struct gomp_thread *self, struct gomp_team *team, unsigned *nthreads)
{
  /* New threads inherit the mask.  */
  if (self->team == NULL)
    gomp_bind_clear (self);
  if (team == NULL || team->capacity < *nthreads)
    {
      leave_out (team, nthreads);
      team = replace_or_shrink (self->hot_slot, nthreads);
    }
  if (team->held < *nthreads)
    {
      count_running (self, true);
      team->held += gomp_pool_acquire (team->workers + team->held,
                                       *nthreads - team->held);
    }
  if (team->held < *nthreads)
    *nthreads = team->held;
  return team;
}

/* The team in SLOT was used with a number of threads other than is wanted now:
   the second one was probably used with that number.  */
static NOINLINE struct gomp_team *
turn_to_other (struct gomp_team **slot, unsigned wanted)
{
  struct gomp_team *team = *slot;
  struct gomp_team *other = team->alternate;
  if (other == NULL && team->changes++ >= FEW_CHANGES
      && !gomp_places_defined ())
    {
      team->changes = 0;
      other = take_team (team->capacity);
    }
  if (other != NULL)
    {
      team->alternate = other;
      other->alternate = team;
      other->workers = team->workers;
      other->held = team->held;
      other->inner = team->inner;
      *slot = team = other;
    }
  team->wanted = wanted;
  return team;
}

struct gomp_team *
gomp_team_acquire (struct gomp_thread *self, unsigned *nthreads)
{
  struct gomp_team *team = *self->hot_slot;
  if (unlikely (team == NULL || team->held < *nthreads))
    team = grow (self, team, nthreads);
  if (team->wanted != *nthreads)
    team = turn_to_other (self->hot_slot, *nthreads);
  gomp_invariant (*nthreads >= 1 && *nthreads <= team->held,
                  "a region of %u threads has a team of %u", *nthreads,
                  team->held);
  gomp_invariant (team->held <= team->capacity,
                  "a team holds %u threads and has room for %u", team->held,
                  team->capacity);
  return team;
}

/* Give back the chain of teams that begins in SLOT.  */
static void
release_chain (struct gomp_team **slot)
{
  struct gomp_team *team = *slot;
  *slot = NULL;
  while (team != NULL)
    {
      struct gomp_team *inner = team->inner;
      close_both (team);
      gomp_pool_release (team->workers + 1, team->held - 1);
      put_both_unused (team);
      team = inner;
    }
}

void
gomp_team_release (struct gomp_team **slot)
{
  if (unlikely (*slot != NULL))
    release_chain (slot);
}

void
gomp_team_thread_fini (struct gomp_thread *self)
{
  if (self->hot == NULL)
    return;
  gomp_bind_clear (self);
  release_chain (&self->hot);
  count_running (self, false);
}

bool
gomp_team_pause (struct gomp_thread *self)
{
  if (self->team != NULL)
    return false;
  gomp_team_thread_fini (self);
  gomp_pool_drain ();
  return true;
}

void
gomp_team_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&hot_state.lock, when);
  gomp_workshare_fork (when);
  if (when == GOMP_FORK_CHILD)
    gomp_lock_forked ();
}

/* TEAM goes on with the calling thread alone.  */
static void
leave_alone (struct gomp_team *team)
{
  team->forked = true;
  team->nthreads = 1;
  atomic_store (&team->helpers, 0);
  gomp_tasking_team_forked (team);
}

/* In a team that SELF was in, no thread passes a turn on or has set up a
   construct.  Its next constructs come after those that the others had
   begun.  */
void
gomp_team_forked (struct gomp_thread *self)
{
  struct gomp_team *team = self->team;
  if (team != NULL)
    self->workshare_count = gomp_workshare_ring_forked (
        team->ring, self->workshare, self->workshare_count, &self->segment);
  for (; team != NULL; team = team->parent)
    {
      struct gomp_team_saved *saved = &team->saved;
      leave_alone (team);
      if (saved->team != NULL)
        saved->workshare_count = gomp_workshare_ring_forked (
            saved->team->ring, saved->workshare, saved->workshare_count,
            &saved->segment);
      saved->thread_num = 0;
    }
  for (team = self->hot; team != NULL; team = team->inner)
    {
      team->held = 1;
      atomic_store (&team->idle, 0);
      atomic_store (&team->watched, false);
      atomic_store (&team->called, false);
      atomic_store (&team->surplus, 0);
      if (team->alternate != NULL)
        {
          atomic_store (&team->alternate->idle, 0);
          atomic_store (&team->alternate->surplus, 0);
        }
    }
  self->thread_num = 0;
  self->runs = false;
  self->cpu_waiters = (struct gomp_cpu_waiters){ 0 };
  gomp_bind_clear_forked (self);
}

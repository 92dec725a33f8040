/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Binding the threads of a team to places (OpenMP 5.1 section 2.6.2).

   A worker binds itself, makes a system call only when its place changes, and
   stays bound.  A primary thread that is not a worker is the program's own
   thread.  It is bound inside its outermost region only, so that code between
   regions, and the processes and threads that it starts, have the program's
   mask.  Two system calls for each region would cost more than a short region.
   So in a series of regions that follow each other closely, also regions of one
   thread, the primary stays bound in between.  When the series is over, worker
   1 restores its mask from the dock (or the primary does, before it forks).  If
   worker 1 already sleeps, the primary restores the mask itself: worker 1
   writes that it sleeps and then reads the state, the primary the reverse, all
   sequentially consistent.

   If the program sets a mask meanwhile, in a region or between two of a series,
   that mask counts from then on: outside of regions, and inside if it is within
   the place.  The library gets no notice of such a mask.  It finds it at the
   next region if the mask took the thread off its place, otherwise when the
   mask is restored.  It cannot find a mask equal to the place's, or one that is
   set while the old mask is being restored.

   A thread that has had only regions of one thread has no worker to restore its
   mask.  If many of them, and the code between them, were short, the next one
   is not bound as long as its thread is on its place anyway: the system does
   not move a running thread within so short a time.  These threads may change
   the mask:

     FREE    the thread has its own mask        the primary: to INSIDE
     INSIDE  in a region, bound                 the primary: to FREE, KEPT
     KEPT    between two of a series, bound     the primary: to INSIDE;
                                                primary, worker 1: to BUSY
     BUSY    a thread restores the mask that one: to FREE

   All else in struct gomp_team_binding belongs to the primary while INSIDE, and
   to the thread that made it BUSY.  */

#include "team/team.h"

#include <string.h>

#include "base/mem.h"
#include "os/cpu.h"
#include "os/os.h"
#include "sync/wait.h"

enum
{
  FREE,
  INSIDE,
  KEPT,
  BUSY
};

/* Regions that end within this time of each other are a series, which is over
   if no region came for so long.  */
#define SERIES_NS 50000

/* After so many consecutive regions of one thread, each in a series, the next
   one is assumed to be short.  */
#define SHORT_REGIONS 100

/* Remember the caller's mask.  */
static void
remember_mask (struct gomp_team_binding *b)
{
  size_t words = gomp_places.words;
  if (b->mask == NULL)
    b->mask = gomp_xalloc_zeroed (3 * words * sizeof (*b->mask));
  b->thread = os_thread_id ();
  b->known = os_affinity_read (0, b->mask, words) == 0;
}

static bool
masks_equal (const unsigned long *one, const unsigned long *other)
{
  return memcmp (one, other, gomp_places.words * sizeof (*one)) == 0;
}

/* Whether NOW, the mask of THREAD, results from binding it to its place.  If it
   is only a part of the place, the program has set it, or the system leaves the
   process no more: setting the place again then gives the same mask.  */
static bool
is_from_place (const struct gomp_team_binding *b, int thread,
               const unsigned long *now)
{
  size_t words = gomp_places.words;
  const unsigned long *place = gomp_places_mask (b->place);
  if (masks_equal (now, place))
    return true;
  if (!gomp_places_contain (b->place, now))
    return false;
  unsigned long *again = b->mask + 2 * words;
  if (os_bind_thread (thread, place, words) != 0
      || os_affinity_read (thread, again, words) != 0
      || masks_equal (again, now))
    return true;
  os_bind_thread (thread, now, words);
  return false;
}

/* Whether the program, or the system, gave THREAD another mask since it was
   bound.  */
static bool
has_other_mask (struct gomp_team_binding *b, int thread)
{
  unsigned long *now = b->mask + gomp_places.words;
  return os_affinity_read (thread, now, gomp_places.words) != 0
         || !is_from_place (b, thread, now);
}

static void
give_mask_back (struct gomp_team_binding *b, int thread)
{
  if (b->known && b->changed && !has_other_mask (b, thread))
    os_bind_thread (thread, b->mask, gomp_places.words);
  /* Pairs with the acquire in enter_region.  */
  atomic_store_explicit (&b->state, FREE, memory_order_release);
}

/* To INSIDE; returns the state before.  */
static unsigned
enter_region (struct gomp_team_binding *b)
{
  unsigned round = 0;
  for (;;)
    {
      unsigned state = atomic_load_explicit (&b->state, memory_order_acquire);
      if (state == BUSY)
        gomp_spin_round (&round);
      else if (atomic_compare_exchange_strong_explicit (
                   &b->state, &state, INSIDE, memory_order_acquire,
                   memory_order_relaxed))
        return state;
    }
}

/* Whether worker 1 restores the mask after a series.  */
static bool
is_watched (const struct gomp_team *team)
{
  return team->binding.watched && team->held > 1;
}

/* Whether the primary of TEAM stays on PLACE for the next region without being
   bound.  */
static bool
stays_unbound (struct gomp_team *team, int place)
{
  struct gomp_team_binding *b = &team->binding;
  if (likely (b->short_regions < SHORT_REGIONS) || team->nthreads > 1
      || is_watched (team)
      || atomic_load_explicit (&b->state, memory_order_acquire) != FREE
      || !gomp_places_has_cpu (place, os_current_cpu ()))
    return false;
  b->place = place;
  b->unbound = true;
  return true;
}

static void
bind_primary (struct gomp_team *team, int place)
{
  struct gomp_team_binding *b = &team->binding;
  unsigned state = enter_region (b);
  b->unbound = false;
  if (likely (state == KEPT) && b->place == place
      && gomp_places_has_cpu (place, os_current_cpu ()))
    return;
  if (state == FREE || !b->changed || has_other_mask (b, 0))
    {
      remember_mask (b);
      b->changed = false;
    }
  b->place = place;
  if (!b->known || b->changed || !gomp_places_contain (place, b->mask))
    b->changed |= gomp_places_bind (place);
}

/* A thread of the program keeps the place of its outermost region in nested
   ones.  */
static void
bind_outermost (struct gomp_team *team)
{
  while (team->parent != NULL)
    team = team->parent;
  if (team->binding.unbound)
    bind_primary (team, team->binding.place);
}

static bool
binds_for_region (const struct gomp_thread *self, const struct gomp_team *team)
{
  return self->worker == NULL && team->parent == NULL;
}

void
gomp_bind_start (struct gomp_thread *self, struct gomp_team *team)
{
  struct gomp_place_slot slot;
  gomp_places_assign (team->bind, &team->primary_slot, team->nthreads,
                      self->thread_num, &slot);
  self->place = slot.place;
  self->partition = slot.partition;
  if (binds_for_region (self, team))
    {
      if (!stays_unbound (team, slot.place))
        bind_primary (team, slot.place);
      return;
    }
  if (self->worker == NULL)
    bind_outermost (team);
  else if (self->bound != slot.place && gomp_places_bind (slot.place))
    self->bound = slot.place;
}

/* Restore the mask of TEAM's primary if its series of regions is over, or
   AT_ONCE.  */
static void
free_primary (struct gomp_team *team, bool at_once)
{
  struct gomp_team_binding *b = &team->binding;
  unsigned kept = KEPT;
  if (atomic_load (&b->state) != KEPT)
    return;
  if (!at_once
      && os_time_ns () < atomic_load_explicit (&b->until, memory_order_relaxed))
    return;
  if (atomic_compare_exchange_strong_explicit (
          &b->state, &kept, BUSY, memory_order_acquire, memory_order_relaxed))
    give_mask_back (b, b->thread);
}

void
gomp_bind_end (struct gomp_team *team)
{
  struct gomp_team_binding *b = &team->binding;
  bool bound = atomic_load_explicit (&b->state, memory_order_relaxed) == INSIDE;
  if (!bound && !b->unbound)
    return;
  uint64_t now = os_time_ns ();
  bool series = now - b->ended < SERIES_NS;
  b->ended = now;
  if (team->nthreads > 1)
    b->watched = true;
  if (!series || team->nthreads > 1)
    b->short_regions = 0;
  else if (b->short_regions < SHORT_REGIONS)
    b->short_regions++;
  b->unbound = false;
  if (!bound)
    return;
  if (!series || !is_watched (team))
    {
      give_mask_back (b, 0);
      return;
    }
  atomic_store_explicit (&b->until, now + SERIES_NS, memory_order_relaxed);
  /* Pairs with the load in free_primary.  */
  atomic_store (&b->state, KEPT);
  if (atomic_load (&b->asleep) != NULL)
    free_primary (team, true);
}

/* The primary writes the state twice in each region, and need not wait for the
   cache line while the series goes on.  */
void
gomp_bind_look_after_primary (struct gomp_team *team, uint64_t *from)
{
  uint64_t now = os_time_ns ();
  if (*from == 0)
    *from = now + SERIES_NS;
  else if (now >= *from)
    free_primary (team, false);
}

void
gomp_bind_leave_primary (struct gomp_team *team, void *worker)
{
  /* Pairs with the load in gomp_bind_end.  */
  atomic_store (&team->binding.asleep, worker);
  free_primary (team, true);
}

void
gomp_bind_watch_primary (struct gomp_team *team, void *worker)
{
  atomic_compare_exchange_strong_explicit (&team->binding.asleep, &worker, NULL,
                                           memory_order_relaxed,
                                           memory_order_relaxed);
}

void
gomp_bind_clear (struct gomp_thread *self)
{
  struct gomp_team *team = self->hot;
  if (team == NULL || self->worker != NULL || !gomp_places_defined ())
    return;
  struct gomp_team_binding *b = &team->binding;
  free_primary (team, true);
  unsigned round = 0;
  while (atomic_load_explicit (&b->state, memory_order_acquire) == BUSY)
    gomp_spin_round (&round);
}

void
gomp_bind_clear_forked (struct gomp_thread *self)
{
  if (self->bound >= 0)
    {
      gomp_places_bind (-1);
      self->bound = -1;
    }
  struct gomp_team *team = self->hot;
  if (team == NULL || self->worker != NULL)
    return;
  if (atomic_load_explicit (&team->binding.state, memory_order_relaxed) != FREE)
    give_mask_back (&team->binding, 0);
}

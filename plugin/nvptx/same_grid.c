/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions with the same grid at a time; see same_grid.h.  Any thread.  Owns
   each device's `same_grid', under its lock, which is not held while a kernel
   runs.

   When a team starts, it writes the region's number of teams and the number of
   its threads into variables of GCC's library.  It reads the first when it
   divides loops or looks for the next team to run, and the second at a parallel
   region.  If two regions in flight had different numbers of teams, some
   iterations of each would run twice or never; if they had different numbers of
   threads, a parallel region would use threads that its team does not have.
   Regions with the same numbers write the same values.  Later regions do not
   overtake a region that waits for its turn.  */

#include "same_grid.h"

#include "base/invariant.h"
#include "device.h"

#include <limits.h>

/* With the lock held.  */
static inline bool
may_enter (const struct nvptx_same_grid *t, unsigned teams, unsigned threads,
           bool has_waited)
{
  return t->regions == 0
         || (t->teams == teams && t->threads == threads
             && (has_waited || t->waiting == 0));
}

void
nvptx_same_grid_enter (struct nvptx_device *d, unsigned teams, unsigned threads)
{
  struct nvptx_same_grid *t = &d->same_grid;
  bool has_waited = false, entered;
  do
    {
      unsigned seen = gomp_wait_value (&t->left);
      gomp_mutex_lock (&t->lock);
      entered = may_enter (t, teams, threads, has_waited);
      if (entered)
        {
          gomp_invariant (t->regions == 0
                              || (t->teams == teams && t->threads == threads),
                          "regions of %u and of %u teams, of %u and of %u "
                          "threads, run together",
                          t->teams, teams, t->threads, threads);
          t->teams = teams;
          t->threads = threads;
          t->regions++;
          t->waiting -= has_waited;
        }
      else
        t->waiting += !has_waited;
      gomp_mutex_unlock (&t->lock);
      if (unlikely (!entered))
        {
          has_waited = true;
          gomp_wait_sleep (&t->left, seen, GOMP_WAIT_PRIVATE, -1);
        }
    }
  while (unlikely (!entered));
}

void
nvptx_same_grid_leave (struct nvptx_device *d)
{
  struct nvptx_same_grid *t = &d->same_grid;
  gomp_mutex_lock (&t->lock);
  gomp_invariant (t->regions != 0, "a region ends that was not counted");
  bool is_last = --t->regions == 0 && t->waiting > 0;
  gomp_mutex_unlock (&t->lock);
  if (likely (!is_last))
    return;
  atomic_fetch_add (&t->left.value, 1);
  gomp_wait_wake (&t->left, INT_MAX, GOMP_WAIT_PRIVATE);
}

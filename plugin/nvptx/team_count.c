/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions with the same number of teams at a time; see team_count.h.  Any
   thread.  Owns each device's `team_count', under its lock, which is not held
   while a kernel runs.

   When a team starts, it writes the region's number of teams into a variable of
   GCC's library.  It reads the variable when it divides loops or looks for the
   next team to run.  If two regions in flight had different numbers, some
   iterations of each would run twice or never.  Regions with the same number
   write the same value.  Later regions do not overtake a region that waits for
   its turn.  */

#include "team_count.h"

#include "base/invariant.h"
#include "device.h"

#include <limits.h>

/* With the lock held.  */
static inline bool
may_enter (const struct nvptx_team_count *t, unsigned count, bool has_waited)
{
  return t->regions == 0
         || (t->count == count && (has_waited || t->waiting == 0));
}

void
nvptx_team_count_enter (struct nvptx_device *d, unsigned count)
{
  struct nvptx_team_count *t = &d->team_count;
  bool has_waited = false, entered;
  do
    {
      unsigned seen = gomp_wait_value (&t->left);
      gomp_mutex_lock (&t->lock);
      entered = may_enter (t, count, has_waited);
      if (entered)
        {
          gomp_invariant (t->regions == 0 || t->count == count,
                          "regions of %u and of %u teams run together",
                          t->count, count);
          t->count = count;
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
nvptx_team_count_leave (struct nvptx_device *d)
{
  struct nvptx_team_count *t = &d->team_count;
  gomp_mutex_lock (&t->lock);
  gomp_invariant (t->regions != 0, "a region ends that was not counted");
  bool is_last = --t->regions == 0 && t->waiting > 0;
  gomp_mutex_unlock (&t->lock);
  if (likely (!is_last))
    return;
  atomic_fetch_add (&t->left.value, 1);
  gomp_wait_wake (&t->left, INT_MAX, GOMP_WAIT_PRIVATE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* ThreadSanitizer and the teams of a league in a device process.

   The teams of a league are unordered with each other (OpenMP 5.1 section
   2.7), also if one thread runs them one after the other.  ThreadSanitizer
   would then find them in order.  So each team is a fibre for it, which begins
   where the thread met the teams construct.  All fibres end before the
   construct does.

   A worker serves the parallel regions of several teams.  Each region of a team
   is a fibre of the worker, too, which begins where the worker's thread began.
   The fibre lasts until the worker begins its next region, since the worker may
   run tasks of the region after its own part.

   Fibres of a thread share its stack, where the code of the next team has its
   objects at the addresses of the last one's: these begin without a history.
   So do the objects of the region's own frame.  Each thread that runs teams has
   such objects of its own, so most programs do not share them among teams.

   Each thread has one fibre at most, kept in its own struct.  */

#include "team/league_tsan.h"

#include "base/tsan.h"
#include "os/pages.h"
#include "os/stack.h"
#include "team/self.h"

/* What is below the frames of the library, as far as threads ever got: to
   forget a whole stack takes longer than many a team.  Find it before SELF goes
   on as another fibre: the tool watches the search, too.  */
struct frames
{
  uintptr_t low;
  size_t size;
};

static struct frames
find_frames (const struct gomp_thread *self)
{
  struct os_stack stack;
  if (os_stack_get (pthread_self (), &stack) != 0)
    return (struct frames){ 0 };
  uintptr_t end = (uintptr_t)self->region_frame;
  uintptr_t low
      = (uintptr_t)os_first_resident ((const void *)stack.low, end - stack.low);
  low = (low + 7) / 8 * 8;
  return (struct frames){ .low = low, .size = (end - low) / 8 * 8 };
}

static void
forget_frames (struct frames frames)
{
  if (frames.size > 0)
    gomp_tsan_forget (frames.low, frames.size);
}

static void
begin (struct gomp_thread *self)
{
  struct frames frames = find_frames (self);
  self->outside_fiber = gomp_tsan_fiber_begin ();
  if (self->outside_fiber != NULL)
    forget_frames (frames);
}

void
gomp_league_tsan_stop (struct gomp_thread *self)
{
  if (self->outside_fiber == NULL)
    return;
  struct frames frames = find_frames (self);
  gomp_tsan_fiber_end (self->outside_fiber);
  self->outside_fiber = NULL;
  forget_frames (frames);
}

void
gomp_league_tsan_team (struct gomp_thread *self, struct gomp_league *league,
                       unsigned number)
{
  if (self->outside_fiber != NULL)
    gomp_tsan_release (league);
  gomp_league_tsan_stop (self);
  if (league->num_teams > 1 && number < league->num_teams)
    begin (self);
}

void
gomp_league_tsan_end (struct gomp_league *league)
{
  gomp_tsan_acquire (league);
}

void
gomp_league_tsan_work (struct gomp_thread *self, const void *frame)
{
  gomp_league_tsan_stop (self);
  self->region_frame = frame;
  if (self->device_tag != 0 && self->num_teams > 1)
    begin (self);
}

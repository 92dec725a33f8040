/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The thread that was given a loop's last chunk gets nothing after it.  That
   holds even if a range that looked empty, because a stolen part was on its way
   to it, is full then.  */

#include <stdatomic.h>

#include "abi/gomp_team.h"
#include "check.h"
#include "team/loop.h"
#include "team/team.h"

#define CHUNKS 12

static void
region (void *arg)
{
  struct gomp_loop *loop = arg;
  struct gomp_thread *self = gomp_self ();
  gomp_loop_start (self, loop);
  if (self->thread_num == 0)
    {
      uint64_t start = 0, end = 0, got = 0;
      while (gomp_loop_next (self, &start, &end))
        got += end - start;
      EXPECT (got == CHUNKS);
      EXPECT (end == CHUNKS);
      struct gomp_loop_range *ranges = self->workshare->slots;
      atomic_store (&ranges[1].word, GOMP_LOOP_RANGE (0, 2));
      EXPECT (!gomp_loop_next (self, &start, &end));
      atomic_store (&ranges[1].word, 0);
    }
  gomp_team_barrier (self);
  gomp_loop_leave (self);
}

static void
run (enum gomp_schedule schedule)
{
  struct gomp_loop loop
      = { .count = CHUNKS, .step = 1, .end = CHUNKS, .schedule = schedule };
  GOMP_parallel (region, &loop, 2, 0);
}

static void
test_dynamic (void)
{
  run (GOMP_SCHEDULE_DYNAMIC);
}

static void
test_guided (void)
{
  run (GOMP_SCHEDULE_GUIDED);
}

int
main (void)
{
  RUN (test_dynamic);
  RUN (test_guided);
  return check_done ();
}

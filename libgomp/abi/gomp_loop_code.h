/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The schedule code of the unified loop entry points.  */

#ifndef GOMP_ABI_GOMP_LOOP_CODE_H
#define GOMP_ABI_GOMP_LOOP_CODE_H

#include "base/diag.h"
#include "team/loop.h"

/* 0: runtime, 1 to 3: static, dynamic, guided, 4: nonmonotonic:runtime; the
   bit of GOMP_SCHEDULE_MONOTONIC is the modifier.  */
static inline void
gomp_loop_decode (struct gomp_thread *self, struct gomp_loop *loop, long sched)
{
  loop->monotonic = (sched & GOMP_SCHEDULE_MONOTONIC) != 0;
  switch (sched & ~(long)GOMP_SCHEDULE_MONOTONIC)
    {
    case 0:
    case 4:
      gomp_loop_runtime (self, loop);
      break;
    case 1:
    case 2:
    case 3:
      loop->schedule
          = (enum gomp_schedule) (sched & ~(long)GOMP_SCHEDULE_MONOTONIC);
      break;
    default:
      gomp_fatal ("unknown loop schedule code %#lx", (unsigned long)sched);
    }
}

#endif

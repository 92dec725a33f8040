/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that wait for tasks and have none to run: the pair IDLE of
   base/observe.h, while there are observed target tasks.  */

#ifndef GOMP_TEAM_IDLE_H
#define GOMP_TEAM_IDLE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

/* The number of observed constructs that are tasks and have not ended.  */
HIDDEN extern atomic_uint gomp_idle_tasks;

HIDDEN void gomp_idle_raise (bool begins) COLD;
/* The calling thread has no task to run.  *RAISED: an event was raised.  */
static inline void
gomp_idle_begin (bool *raised)
{
  /* Relaxed: a thread that left a target task has counted it before.  */
  if (unlikely (atomic_load_explicit (&gomp_idle_tasks, memory_order_relaxed)
                != 0)
      && !*raised)
    {
      gomp_idle_raise (true);
      *raised = true;
    }
}
/* The calling thread has a task again, or no longer waits.  */
static inline void
gomp_idle_end (bool *raised)
{
  if (unlikely (*raised))
    gomp_idle_raise (false);
  *raised = false;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that wait for tasks and have nothing to run: the pair IDLE of
   base/observe.h, while there are target tasks that are observed.  */

#ifndef GOMP_TEAM_IDLE_H
#define GOMP_TEAM_IDLE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

/* Observed constructs that were left to tasks and have not ended.  */
HIDDEN extern atomic_uint gomp_idle_tasks;

HIDDEN void gomp_idle_raise (bool begins) COLD;
/* The calling thread has nothing to run; *RAISED remembers that this was
   raised.  */
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
/* It has again, or is through.  */
static inline void
gomp_idle_end (bool *raised)
{
  if (unlikely (*raised))
    gomp_idle_raise (false);
  *raised = false;
}

#endif

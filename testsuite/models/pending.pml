/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A barrier with tasks (libgomp/team/barrier.c: filled, try_open; region.c:
   gomp_tasking_pending) under x86's store order.  Two threads have a task each
   in a deque, and a task can make another one.  One thread arrives last, and
   finds tasks pending or not.  Each thread completes a task, by a plain store
   to its own count, and then looks whether any task is pending.  If both look
   at once, the thread that completes a task may not see that the barrier is
   full, and the thread that fills it may not see the completion.

   The barrier opens once, with no task pending.

   -DBROKEN: a thread does not look a last time before it sleeps.  */

#define PROCESSES 2
#define VARIABLES 4
#define CREATED(t) (t)
#define COMPLETED(t) (2 + (t))
#include "tso.pmlh"

bool is_full, opened;
byte running = 2; /* tasks that are not complete */

inline look (p, pending)
{
  FENCE (p);
  sum = LOAD (COMPLETED (0));
  sum = sum + LOAD (COMPLETED (1));
  all = LOAD (CREATED (0));
  all = all + LOAD (CREATED (1));
  pending = (all != sum)
}

inline try_open (p)
{
  if
  :: is_full ->
     look (p, pending);
     if
     :: !pending ->
        d_step {
          won = is_full;
          is_full = false
        }
        if
        :: won ->
           assert (!opened && running == 0);
           opened = true
        :: else
        fi
     :: else
     fi
  :: else
  fi
}

proctype thread (byte me)
{
  byte sum, all, mine = 0;
  bool pending, won, spawned = false;
  if
  :: me == 0 -> /* the last to arrive */
     look (me, pending);
     if
     :: pending ->
        FENCE (me);
        is_full = true;
        try_open (me)
     :: else ->
        assert (!opened && running == 0);
        opened = true
     fi
  :: else
  fi;
  /* Each thread runs its task.  The task of thread 1 may spawn another one,
     which this thread runs, too.  */
  do
  :: mine == 1 && !spawned -> break
  :: mine == 2 -> break
  :: else ->
     if
     :: me == 1 && !spawned && mine == 0 ->
        spawned = true;
        d_step { running++ };
        STORE (me, CREATED (me), 2)
     :: true
     fi;
     d_step { running-- };
     mine++;
     STORE (me, COMPLETED (me), mine);
     try_open (me)
  od;
#ifndef BROKEN
  /* The last look before sleep, after the locked increment of `idle'.  */
  FENCE (me);
  try_open (me);
#endif
  opened
}

init
{
  atomic {
    memory[CREATED (0)] = 1;
    memory[CREATED (1)] = 1;
    run thread (0);
    run thread (1)
  }
}

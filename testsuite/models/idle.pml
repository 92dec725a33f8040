/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work for a sleeper (gomp_wait_while_polling, gomp_task_wake,
   gomp_team_notify_work) under x86's store order.  A thread that has made work
   has a fence for the compiler only (os_fence_light) before it looks at `idle'.
   If that is set, it nudges the word and looks at `sleepers'.  A thread that is
   about to sleep raises first `sleepers', then `idle', and calls membarrier
   (os_fence_heavy), which makes all earlier stores of other threads visible.
   Then it looks a last time, first for work, then at the word.

   No work is left while all threads sleep.

   -DBROKEN: membarrier is left out.  */

#define PROCESSES 2
#define VARIABLES 4
#define WORK 0
#define IDLE 1
#define VALUE 2
#define SLEEPERS 3
#include "tso.pmlh"

#define ROUNDS 2
bool asleep;

active proctype sleeper ()
{
  byte done = 0, seen;
  do
  :: done == ROUNDS -> break
  :: else ->
     seen = LOAD (VALUE);
     done = LOAD (WORK);
     if
     :: done == ROUNDS -> break
     :: else
     fi;
     memory[SLEEPERS] = 1; /* a locked instruction, like the next one */
     memory[IDLE] = 1;
#ifndef BROKEN
     FENCE (0); /* membarrier: the maker's stores */
#endif
     if
     :: LOAD (WORK) != done
     :: else ->
        if
        :: LOAD (VALUE) == seen ->
           /* The kernel compares again and sleeps in one step.  */
           if
           :: d_step { memory[VALUE] == seen -> asleep = true };
              !asleep
           :: memory[VALUE] != seen
           fi
        :: LOAD (VALUE) != seen
        fi
     fi;
     memory[IDLE] = 0;
     memory[SLEEPERS] = 0
  od
}

active proctype maker ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    STORE (0, WORK, i);
    if
    :: LOAD (IDLE) != 0 ->
       FENCE (0); /* the nudge is a locked instruction */
       memory[VALUE] = memory[VALUE] + 1;
       if
       :: LOAD (SLEEPERS) != 0 -> asleep = false
       :: else
       fi
    :: else
    fi
  }
}

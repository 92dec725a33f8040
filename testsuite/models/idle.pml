/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work for a sleeper (gomp_wait_while_polling, gomp_team_notify_work) under
   x86's store order.  Who makes work has a fence for the compiler only
   (os_fence_light) before it looks at `idle'; who sleeps has membarrier
   (os_fence_heavy), which makes all stores of the others before it visible,
   between `idle' and its last look.  No work is left with all asleep.
   -DBROKEN leaves membarrier out.  */

#define PROCESSES 2
#define VARIABLES 3
#define WORK 0
#define IDLE 1
#define VALUE 2
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
     memory[IDLE] = 1; /* locked */
#ifndef BROKEN
     FENCE (0); /* of the maker */
#endif
     if
     :: LOAD (WORK) != done
     :: else ->
        if
        :: d_step { memory[VALUE] == seen -> asleep = true };
           !asleep
        :: memory[VALUE] != seen
        fi
     fi;
     memory[IDLE] = 0
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
       asleep = false
    :: else
    fi
  }
}

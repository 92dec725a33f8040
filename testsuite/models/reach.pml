/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Progress of a doacross loop (advance, wait_for) under x86's store order.  The
   posting thread stores its progress plainly, has a fence for the compiler only
   (os_fence_light), and looks whether it has reached WANTED, where a thread
   wants to be woken.  A waiting thread lowers WANTED to its aim and calls
   membarrier (os_fence_heavy), which makes all earlier stores of other threads
   visible.  Then it looks at the progress, and sleeps unless REACH has changed.

   Two threads wait for different aims; none of them sleeps for ever.

   -DBROKEN: membarrier is left out.  */

#define PROCESSES 2
#define VARIABLES 4
#define DONE 0
#define WANTED 1
#define REACH 2
#define SLEEPERS 3
#include "tso.pmlh"

#define ROUNDS 3
#define NEVER 100
bool asleep[2];

proctype waiter (byte me; byte aim; byte step)
{
  byte reach;
  do
  :: aim > ROUNDS -> break
  :: else ->
     reach = memory[REACH];
     if
     :: LOAD (DONE) >= aim -> aim = aim + step
     :: else ->
        memory[SLEEPERS] = memory[SLEEPERS] + 1; /* locked */
        d_step {
          if
          :: aim < memory[WANTED] -> memory[WANTED] = aim
          :: else
          fi
        };
#ifndef BROKEN
        FENCE (0); /* membarrier: the poster's stores */
#endif
        if
        :: LOAD (DONE) < aim ->
           /* The kernel compares and sleeps in one step.  */
           if
           :: d_step { memory[REACH] == reach -> asleep[me] = true };
              !asleep[me]
           :: memory[REACH] != reach
           fi
        :: else
        fi;
        memory[SLEEPERS] = memory[SLEEPERS] - 1
     fi
  od
}

proctype poster ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    STORE (0, DONE, i);
    if
    :: LOAD (WANTED) <= i ->
       FENCE (0); /* that of the exchange */
       memory[WANTED] = NEVER;
       memory[REACH] = memory[REACH] + 1;
       if
       :: memory[SLEEPERS] != 0 -> d_step { asleep[0] = false; asleep[1] = false }
       :: else
       fi
    :: else
    fi
  }
}

init
{
  atomic {
    memory[WANTED] = NEVER;
    run waiter (0, 1, 1);
    run waiter (1, 2, 1);
    run poster ()
  }
}

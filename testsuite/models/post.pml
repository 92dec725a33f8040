/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Progress posted in a construct (gomp_workshare_post, gomp_workshare_wait)
   under x86's store order.  The posting thread stores the value plainly, has a
   fence for the compiler only (os_fence_light) and looks at `sleepers'.  A
   waiting thread raises `sleepers' and calls membarrier (os_fence_heavy), which
   makes all earlier stores of other threads visible.  Then it compares the
   value.

   No wake is lost.

   -DBROKEN: membarrier is left out.  */

#define PROCESSES 2
#define VARIABLES 2
#define VALUE 0
#define SLEEPERS 1
#include "tso.pmlh"

#define ROUNDS 3
bool asleep;

active proctype waiter ()
{
  byte seen = 0;
  do
  :: seen == ROUNDS -> break
  :: else ->
     if
     :: LOAD (VALUE) != seen
     :: else ->
        memory[SLEEPERS] = 1; /* locked */
#ifndef BROKEN
        FENCE (0); /* membarrier: the poster's stores */
#endif
        if
        :: LOAD (VALUE) == seen ->
           /* The kernel compares again and sleeps in one step.  */
           if
           :: d_step { memory[VALUE] == seen -> asleep = true };
              !asleep
           :: memory[VALUE] != seen
           fi
        :: else
        fi;
        memory[SLEEPERS] = 0
     fi;
     seen = LOAD (VALUE)
  od
}

active proctype poster ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    STORE (0, VALUE, i);
    if
    :: LOAD (SLEEPERS) != 0 ->
       FENCE (0); /* the kernel's, before it looks for sleepers */
       asleep = false
    :: else
    fi
  }
}

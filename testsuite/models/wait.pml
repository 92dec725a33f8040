/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sleeping and waking (libgomp/sync/wait.c) under x86's store order.  A
   sleeping thread raises `sleepers', then compares the value.  A thread that
   changes the value looks at `sleepers' afterwards.  The change may be a plain
   store and a fence (gomp_wait_count_up).

   No wake is lost: the waiter ends.

   -DBROKEN: the fence is left out.  */

#define PROCESSES 2
#define VARIABLES 2
#define VALUE 0
#define SLEEPERS 1
#include "tso.pmlh"

#define ROUNDS 2
bool asleep;

/* The kernel compares and sleeps in one step.  */
inline futex_wait (seen)
{
  if
  :: d_step { memory[VALUE] == seen -> asleep = true };
     !asleep
  :: memory[VALUE] != seen
  fi
}

active proctype waiter ()
{
  byte seen = 0;
  do
  :: seen == ROUNDS -> break
  :: else ->
     do
     :: LOAD (VALUE) != seen -> break
     :: else ->
        memory[SLEEPERS] = memory[SLEEPERS] + 1; /* locked */
        if
        :: LOAD (VALUE) == seen -> futex_wait (seen)
        :: else
        fi;
        memory[SLEEPERS] = memory[SLEEPERS] - 1
     od;
     seen = LOAD (VALUE)
  od
}

active proctype waker ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    STORE (0, VALUE, i);
#ifndef BROKEN
    FENCE (0);
#endif
    if
    :: LOAD (SLEEPERS) != 0 -> asleep = false
    :: else
    fi
  }
}

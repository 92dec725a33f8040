/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads that retire while there is work (libgomp/team/surplus.c), and how
   they are woken (gomp_task_wanted, gomp_task_wake), under x86's store order.
   One of the retired threads is the watchman: only the watchman wakes up
   without being called; in the model, only if nothing else can happen.  A
   thread that makes work, and never helps, wakes no other while there is a
   watchman and enough threads are awake, or while a called thread is on its
   way.  A thread that takes work and sees more acts likewise, and then waits
   until all is taken, or gives that work back and retires.  It stays if too few
   threads would be awake.

   No work is left while all other threads sleep, not even until the watchman
   wakes up.

   -DBROKEN: membarrier is left out when a thread is about to look.
   -DBROKEN_UNWATCHED: a thread does not look whether there is a watchman.
   -DBROKEN_SPARE: a thread does not look whether enough are awake.
   -DBROKEN_CALL: a called thread clears CALLED only after it has looked for
   work.  */

#define PROCESSES 2
#define VARIABLES 5
#define WORK 0
#define VALUE 1
#define IDLE 2
#define WATCHED 3
#define CALLED 4
#include "tso.pmlh"

#define ROUNDS 2
#define SLEEPERS 2
#define SURPLUS 1
byte taken;
bool asleep[SLEEPERS];

/* gomp_task_wake, all of it locked instructions.  */
inline wake ()
{
  if
  :: d_step { memory[CALLED] == 0 -> memory[CALLED] = 1 };
     d_step {
       memory[VALUE] = (memory[VALUE] + 1) % 8;
       if
       :: asleep[0] -> asleep[0] = false
       :: !asleep[0] && asleep[1] -> asleep[1] = false
       :: else -> memory[CALLED] = 0
       fi
     }
  :: memory[CALLED] != 0
  fi
}

#define WANTED                                                                 \
  (LOAD (IDLE) != 0 && (LOAD (IDLE) > SURPLUS || LOAD (WATCHED) == 0)          \
   && LOAD (CALLED) == 0)

inline barrier ()
{
#ifndef BROKEN
  FENCE (0)
#else
  skip
#endif
}

proctype sleeper (byte me)
{
  byte seen;
  bool watches, gave;
hunt:
  do
  :: d_step { LOAD (WORK) > taken -> taken++ };
     if
     :: LOAD (WORK) > taken && WANTED -> wake ()
     :: else
     fi;
     if
     :: taken == ROUNDS
     :: !gave -> d_step { gave = true; taken-- }; goto retire
     fi
  :: taken == ROUNDS -> goto done
  :: LOAD (WORK) == taken && taken < ROUNDS -> goto rest
  :: taken < ROUNDS -> goto retire
  od;
rest:
  seen = memory[VALUE];
  watches = false;
  memory[IDLE]++;
  barrier ();
  if
  :: LOAD (WORK) > taken -> memory[IDLE]--; goto hunt
  :: LOAD (WORK) == taken
  fi;
#ifdef BROKEN_CALL
  memory[CALLED] = 0;
#endif
  goto sleep;
retire:
  seen = memory[VALUE];
  d_step { watches = memory[WATCHED] == 0; memory[WATCHED] = 1 };
  memory[IDLE]++;
  barrier ();
#ifndef BROKEN_SPARE
  if
  :: LOAD (IDLE) > SURPLUS ->
     memory[IDLE]--;
     if
     :: watches -> memory[WATCHED] = 0; barrier ()
     :: else
     fi;
     goto hunt
  :: else
  fi;
#endif
#ifndef BROKEN_UNWATCHED
  if
  :: !watches && LOAD (WATCHED) == 0 -> memory[IDLE]--; goto retire
  :: else
  fi;
#endif
sleep:
  if
  :: d_step { memory[VALUE] == seen -> asleep[me] = true };
     if
     :: !asleep[me]
     :: taken == ROUNDS -> asleep[me] = false
     :: timeout && watches ->
        assert (LOAD (WORK) == taken || !asleep[1 - me]);
        asleep[me] = false
     fi
  :: memory[VALUE] != seen
  fi;
  memory[IDLE]--;
#ifndef BROKEN_CALL
  memory[CALLED] = 0;
  barrier ();
#endif
  if
  :: watches -> memory[WATCHED] = 0; barrier ()
  :: else
  fi;
  goto hunt;
done:
  skip
}

active proctype maker ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    STORE (0, WORK, i);
    if
    :: WANTED -> FENCE (0); wake ()
    :: else
    fi
  }
}

init { run sleeper (0); run sleeper (1) }

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The one-word lock (libgomp/sync/lock.c); every operation on the word is one
   step.  One thread has it at a time, and none is left asleep.  A thread that
   finds it held may stand aside first (libgomp/sync/backoff.c), as often as the
   entry of a table says, which is here that of all threads: they take it from
   each other, and no count runs wild.
   -DBROKEN lets who has slept take the lock without the mark that others may
   sleep; -DBROKEN_ASIDE lets it stand aside, too, and come back as one who has
   not; -DBROKEN_ENTRY counts in the entry, whoever has changed it.  */

#define THREADS 3
/* Times that each has it; thread 0 once.  */
#define ROUNDS (1 + (me > 0))

#define FREE 0
#define HELD 1
#define SLEPT_ON 2
#define STARVING 3
#define RESERVED 4

#ifdef BROKEN
#define TAKEN HELD
#else
#define TAKEN SLEPT_ON
#endif

/* Times to stand aside in a rush.  */
#define ASIDES 1

byte word;
byte holders;
bool asleep[THREADS];
byte entry_thread = THREADS;
byte entry_asides;

/* gomp_backoff_meet; whether there is a rush, the clock decides.  */
inline meet ()
{
  if
  :: d_step { entry_thread != me -> entry_thread = me };
     entry_asides = 0
  :: entry_thread == me
  fi;
  asides = entry_asides;
  if
  :: asides == 0 ->
     if
     :: entry_asides = ASIDES
     :: true
     fi
  :: asides != 0 ->
#ifdef BROKEN_ENTRY
     asides = entry_asides;
#endif
     d_step { asides--;
              assert (asides < ASIDES);
              entry_asides = asides }
  fi;
  asides = 0
}

/* gomp_lock_contended, once it is done with spinning.  */
inline sleep_for_it ()
{
  mark = SLEPT_ON;
  seen = word;
  do
  :: seen == FREE || seen == RESERVED ->
     if
     :: d_step { word == seen -> word = TAKEN };
        break
     :: d_step { word != seen -> seen = word }
     fi
  :: else ->
     if
     :: seen >= mark
     :: d_step { seen < mark && word == seen -> word = mark; seen = mark }
     :: d_step { seen < mark && word != seen -> seen = word };
        goto again
     fi;
     /* The kernel compares and sleeps in one step.  */
     if
     :: d_step { word == seen -> asleep[me] = true };
        !asleep[me]
     :: word != seen
     fi;
     seen = word;
     if
     :: mark = STARVING /* it has waited for long */
     :: true
     fi;
#ifdef BROKEN_ASIDE
     if
     :: d_step { word == FREE -> word = HELD };
        break
     :: true
     fi;
#endif
again:
     skip
  od
}

/* Spin for it, until that has lasted long enough.  */
inline contend ()
{
  meet ();
  if
  :: d_step { word == FREE -> word = HELD }
  :: true -> sleep_for_it ()
  fi
}

inline wake_one ()
{
  if
  :: asleep[0] -> asleep[0] = false
  :: asleep[1] -> asleep[1] = false
  :: asleep[2] -> asleep[2] = false
  :: !asleep[0] && !asleep[1] && !asleep[2]
  fi
}

inline release ()
{
  d_step { was = word; word = word - 1 };
  if
  :: was == HELD
  :: else ->
     d_step
     {
       if
       :: was == STARVING || word == STARVING -> word = RESERVED
       :: else -> word = FREE
       fi
     };
     wake_one ()
  fi
}

active [THREADS] proctype thread ()
{
  byte me = _pid;
  byte seen, mark, was, asides, round;
  do
  :: round == ROUNDS -> break
  :: else ->
     if
     :: d_step { word == FREE -> word = HELD }
     :: word != FREE -> contend ()
     fi;
     holders++;
     assert (holders == 1);
     holders--;
     release ();
     d_step { seen = 0; mark = 0; was = 0; round++ }
  od
}

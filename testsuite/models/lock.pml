/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The one-word lock (libgomp/sync/lock.c).  Every operation on the word is one
   step.  A thread that finds the lock held may stand aside first
   (libgomp/sync/backoff.c), as often as the entry of a table says.  Here all
   threads share one entry: they take it from each other.

   One thread at a time has the lock, no thread is left asleep, and the count in
   the entry stays in its bounds.

   -DBROKEN: a thread that has slept takes the lock without the mark that others
   may sleep.  -DBROKEN_ASIDE: such a thread may stand aside and come back like
   one that has not slept.  -DBROKEN_ENTRY: a thread counts in the entry even if
   another one has changed it.  */

#define THREADS 3
/* How often each thread takes the lock: thread 0 once, the others twice.  */
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

/* How often to stand aside in a burst.  */
#define ASIDES 1

byte word;
byte holders;
bool asleep[THREADS];
byte entry_thread = THREADS;
byte entry_asides;

/* gomp_backoff_meet; in the library the clock decides whether there is a
   burst.  */
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

/* The part of gomp_lock_contended after it has spun.  */
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
     :: mark = STARVING /* the thread has waited for long */
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

/* Spin for the lock for a limited time, then sleep.  */
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

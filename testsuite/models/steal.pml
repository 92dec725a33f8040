/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Handing out a loop's chunks in any order (libgomp/team/loop.c).  A thread
   gets the next of the first chunks, then the chunks of its own range, then
   those that it steals from the ranges of others.  At last it gets chunks that
   are in no range: the first chunks of threads that have not come, and the
   loop's last one.  Every operation on a word is one step.

   Each chunk is given once, a thread that was given the loop's last chunk gets
   nothing after it, and no thread gets a chunk that lies before its first.

   -DBROKEN: a thread that had the last chunk steals again, although a stolen
   range is in no word for a moment, in which all ranges look empty.
   -DBROKEN_FIRST: threads begin with their ranges.  */

#define THREADS 3
#define FIRST THREADS
#define LAST 6
#define NONE 255

byte next[THREADS];
byte end_[THREADS];
byte low[THREADS]; /* start of the range that a thread begins with */
byte given[LAST + 1];
byte counter; /* counts the chunks that are in no range */
byte finished;

inline got (chunk)
{
  assert (!had_last);
  given[chunk] = given[chunk] + 1;
  assert (given[chunk] == 1);
  if
  :: earliest == NONE -> earliest = chunk
  :: else -> assert (chunk > earliest)
  fi
}

/* If threads outnumber CPUs, the whole range of a thread that has not begun may
   be taken.  */
inline steal_from (victim)
{
  d_step { n = next[victim]; e = end_[victim] };
  do
  :: d_step { n >= e -> n = 0; e = 0 };
     break
  :: d_step { n < e && next[victim] == n && end_[victim] == e ->
              loot = true;
              middle = n + (e - n) / 2;
              end_[victim] = middle };
     break
  :: d_step { n < e && n == low[victim] && next[victim] == n &&
              end_[victim] == e ->
              loot = true;
              middle = n;
              end_[victim] = middle };
     break
  :: d_step { n < e && (next[victim] != n || end_[victim] != e) ->
              n = next[victim];
              e = end_[victim] }
  od;
  if
  :: d_step { loot ->
              next[me] = middle + 1;
              end_[me] = e;
              got (middle);
              n = 0; e = 0; middle = 0; victim = 0 };
     break
  :: d_step { !loot -> victim = (victim + 1) % THREADS }
  fi
}

inline steal ()
{
  victim = (me + 1) % THREADS;
  do
  :: d_step { victim == me -> victim = 0 };
     break
  :: victim != me -> steal_from (victim)
  od
}

/* Take a chunk that is in no range; the thread looks first whether any is
   left.  */
inline take_rest ()
{
  if
  :: counter > FIRST -> break
  :: counter <= FIRST
  fi;
  d_step
  {
    n = counter;
    counter++;
    if
    :: n < FIRST -> got (n); loot = true
    :: n == FIRST -> got (LAST); had_last = true; loot = true
    :: n > FIRST
    fi;
    n = 0
  };
  if
  :: loot
  :: else -> break
  fi
}

proctype thread (byte me)
{
  byte n, e, middle, victim;
  byte earliest = NONE;
  bool loot, begun, had_last;
#ifdef BROKEN_FIRST
  begun = true;
#endif
  do
  :: d_step { !begun -> begun = true; loot = false };
     take_rest ()
  :: begun ->
     /* One addition, whether there was a chunk or not.  */
     d_step
     {
       loot = next[me] < end_[me];
       if
       :: loot -> got (next[me])
       :: else
       fi;
       next[me]++
     };
     if
     :: loot
     :: else ->
#ifndef BROKEN
        if
        :: had_last -> break
        :: else
        fi;
#endif
        steal ();
        if
        :: loot
        :: else -> take_rest ()
        fi
     fi
  od;
  finished++
}

init
{
  byte i;
  d_step {
    /* One thread's range is large, so that there is something to steal.  */
    low[0] = FIRST; end_[0] = FIRST + 2;
    low[1] = FIRST + 2; end_[1] = LAST;
    low[2] = LAST; end_[2] = LAST;
    next[0] = low[0]; next[1] = low[1]; next[2] = low[2]
  };
  atomic {
    run thread (0);
    run thread (1);
    run thread (2)
  };
  finished == THREADS;
  for (i : 0 .. LAST) {
    assert (given[i] == 1)
  }
}

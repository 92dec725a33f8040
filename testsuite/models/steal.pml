/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Handing out a loop's chunks from ranges of the threads' own, and stealing
   (libgomp/team/loop.c); every operation on a word is one step.  Each chunk is
   given once, and a thread that was given the loop's last one gets nothing
   after it.  -DBROKEN lets it steal again: a thief's loot is in no range for a
   moment, in which all ranges look empty.  */

#define THREADS 3
#define CHUNKS 6
#define LAST (CHUNKS - 1)

byte next[THREADS];
byte end_[THREADS];
byte given[CHUNKS];
byte last_next;
byte finished;

inline got (chunk)
{
  assert (!had_last);
  given[chunk] = given[chunk] + 1;
  assert (given[chunk] == 1)
}

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
     d_step { next[me] = middle + 1;
              end_[me] = e;
              got (middle);
              n = 0;
              e = 0;
              middle = 0 };
     break
  :: d_step { n < e && !(next[victim] == n && end_[victim] == e) ->
              n = next[victim];
              e = end_[victim] }
  od
}

inline steal ()
{
  d_step { loot = false; victim = (me + 1) % THREADS };
  do
  :: loot || victim == me -> break
  :: else ->
     steal_from (victim);
     victim = (victim + 1) % THREADS
  od
}

proctype thread (byte me)
{
  byte n, e, middle, victim;
  bool loot, had_last;
  do
  :: d_step { next[me] < end_[me] -> got (next[me]); next[me]++ }
  :: next[me] >= end_[me] ->
     if
#ifndef BROKEN
     :: had_last -> break
     :: !had_last -> steal ()
#else
     :: true -> steal ()
#endif
     fi;
     if
     :: loot
     :: else ->
        if
        :: d_step { last_next == 0 -> last_next = 1;
                    got (LAST);
                    had_last = true }
        :: last_next != 0 -> break
        fi
     fi
  od;
  finished++
}

init
{
  byte i;
  atomic {
    /* One thread's range is large, so that there is something to steal.  */
    next[0] = 0; end_[0] = 4;
    next[1] = 4; end_[1] = 5;
    next[2] = 5; end_[2] = 5;
    run thread (0);
    run thread (1);
    run thread (2)
  };
  finished == THREADS;
  for (i : 0 .. LAST) {
    assert (given[i] == 1)
  }
}

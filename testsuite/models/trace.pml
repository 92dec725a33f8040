/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The records of events of an emulated device (plugin/x86emul: struct
   x86emul_trace in proto.h, put in target/trace.c, x86emul_trace_take and
   x86emul_trace_wait in host/trace.c).  One process stands for the device's
   threads, which put records one at a time.  On the host the collector sleeps
   on `calls' and takes if many records lie there; another thread, which flushes
   the trace, takes at any time.  A mutex makes them take one at a time.

   At the end the host increments `calls' to end the collector, too.

   Each record is taken once, in order and complete, and nobody waits for ever.

   -DBROKEN: the collector forgets a call that came while it took records.
   -DBROKEN_TAIL: the device counts a record before it has written it.  */

#define RING 4
#define MANY 2
#define RECORDS 7

byte records[RING];
byte tail, head, calls;
byte taken; /* the host's own count */
bool has_lock;
bool all_put, is_over;

active proctype device ()
{
  byte count;
  do
  :: count == RECORDS -> break
  :: count < RECORDS ->
     do
     :: atomic { count - head < RING -> break }
     :: atomic { count - head == RING -> calls++ };
        head != count - RING
     od;
#ifdef BROKEN_TAIL
     tail = count + 1;
     records[count % RING] = count + 1;
#else
     records[count % RING] = count + 1;
     tail = count + 1;
#endif
     count++;
     if
     :: count % MANY == 0 -> calls++
     :: else
     fi
  od;
  all_put = true
}

/* Take what lies there.  */
inline take ()
{
  atomic { !has_lock -> has_lock = true };
  seen_tail = tail;
  do
  :: taken == seen_tail -> break
  :: taken != seen_tail ->
     assert (records[taken % RING] == taken + 1);
     records[taken % RING] = 0;
     taken++
  od;
  head = taken;
  has_lock = false
}

active proctype collector ()
{
  byte seen, now, lie, seen_tail;
  do
  :: now = calls;
     lie = tail - taken;
#ifdef BROKEN
     seen = now;
#endif
     if
     :: now != seen || lie >= MANY -> seen = now
     :: else -> calls != now; seen = calls
     fi;
     if
     :: is_over -> break
     :: else -> take ()
     fi
  od
}

active proctype flusher ()
{
  byte seen_tail;
  if
  :: take ()
  :: skip
  fi;
  all_put;
  atomic { is_over = true; calls++ };
  take ();
  assert (taken == RECORDS)
}

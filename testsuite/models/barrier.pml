/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The barrier and the gathering (libgomp/sync/barrier.c), as trees of two
   levels with two members a node.  An arrival is one step, and so is each try
   to nudge the threads that look at a word.  The barrier is opened by a load
   and a store.  The last arrival at a node sets the node back, by a store,
   before it goes up.

   No thread passes a barrier before all have arrived, the gathering is complete
   when all threads have come, and all regions end.

   -DBROKEN: the last arrival sets its node back after going up.  */

#define THREADS 4
#define NODES 2
#define REGIONS 2
#define BARRIERS 2
#define NOTES 4 /* the low bits of a word; the rest is its number */

byte missing[NODES] = 2;
byte root = 2;
byte word;           /* of the barrier */
byte gather[NODES] = 2;
byte gathered = NODES * NOTES;
byte region;         /* number of the open region */
byte arrived, come;  /* only for assertions: totals */

/* Arrive at a node; LAST: all its members have arrived.  */
inline count_down (node)
{
  d_step { node--; last = (node == 0) };
#ifndef BROKEN
  if
  :: last -> node = 2
  :: else
  fi
#endif
}

inline set_back (node)
{
#ifdef BROKEN
  node = 2
#else
  skip
#endif
}

inline advance ()
{
  old = word;
  word = (old / NOTES + 1) * NOTES; /* overwrites a nudge that came between */
  old = 0
}

inline barrier ()
{
  epoch = word / NOTES;
  round++;
  arrived++;
  count_down (missing[me / 2]);
  if
  :: last ->
     count_down (root);
     if
     :: last -> advance (); set_back (root)
     :: else
     fi;
     set_back (missing[me / 2])
  :: else
  fi;
  last = false;
  word / NOTES != epoch;
  assert (arrived >= round * THREADS)
}

inline gathering ()
{
  come++;
  count_down (gather[me / 2]);
  if
  :: last -> gathered = gathered - NOTES; set_back (gather[me / 2])
  :: else
  fi;
  last = false
}

inline barriers ()
{
  barrier ();
  barrier ()
}

active proctype primary ()
{
  byte me = 0, epoch, old, round, n;
  bool last;
  for (n : 1 .. REGIONS) {
    region = n;
    barriers ();
    gathering ();
    gathered / NOTES == 0;
    assert (come == n * THREADS);
    gathered = NODES * NOTES
  }
}

active [THREADS - 1] proctype worker ()
{
  byte me = _pid, epoch, old, round, n;
  bool last;
  for (n : 1 .. REGIONS) {
    region >= n;
    barriers ();
    gathering ()
  }
}

/* Changes the low bits of the word, by compare-and-swap.  */
active proctype nudger ()
{
  byte old = word;
  if
  :: d_step { word == old ->
              word = old / NOTES * NOTES + (old + 1) % NOTES }
  :: d_step { word != old -> skip }
  fi
}

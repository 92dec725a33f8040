/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Descriptors of work-sharing constructs (libgomp/team/workshare_ring.c), with
   one construct in each segment.  Threads run ahead of each other.  They take
   over segments that all threads have left, insert new ones, and take spare
   ones out of the circle.  A thread stores its progress when it has gone on,
   and first reads the circle without the lock.  The stores are ordered, so the
   model may be sequentially consistent.

   Each construct is claimed once, and its segment serves no other construct
   while a thread is in it.

   -DBROKEN: a thread takes over a segment that only it has left.  */

#define THREADS 2
#define CONSTRUCTS 5
#define SEGMENTS (CONSTRUCTS + 2)
#define NONE SEGMENTS

byte first[SEGMENTS]; /* construct that the segment serves */
byte next[SEGMENTS];
byte state[SEGMENTS]; /* construct that the descriptor was claimed for */
byte kept = NONE;
byte segments = 1;    /* how many segments there are */
byte begun[THREADS];
byte claims[CONSTRUCTS + 1];
bit lock;

inline is_left (segment, answer)
{
#ifdef BROKEN
  answer = (first[segment] + 1 <= begun[me]);
#else
  answer = (first[segment] + 1 <= begun[0]);
  answer = (answer && first[segment] + 1 <= begun[1])
#endif
}

inline take_kept ()
{
  if
  :: kept != NONE ->
     d_step { to = kept; kept = next[kept] }
  :: else ->
     d_step { to = segments; segments++ }
  fi
}

inline next_locked ()
{
  to = next[from];
  if
  :: first[to] == serial
  :: else ->
     left = false;
     if
     :: to != from -> is_left (to, left)
     :: else
     fi;
     if
     :: !left ->
        spare = to;
        take_kept ();
        next[to] = spare;
        first[to] = serial;
        next[from] = to
     :: else ->
        spare = next[to];
        left = false;
        if
        :: spare != from && spare != 0 && to != 0 -> is_left (spare, left)
        :: else
        fi;
        if
        :: left ->
           next[to] = next[spare];
           next[spare] = kept;
           kept = spare
        :: else
        fi;
        first[to] = serial
     fi
  fi
}

proctype thread (byte me)
{
  byte serial, from, to, spare, old;
  bool left;
  for (serial : 1 .. CONSTRUCTS) {
    to = next[from];
    if
    :: first[to] == serial
    :: else ->
       d_step { lock == 0 -> lock = 1 };
       next_locked ();
       lock = 0
    fi;
    d_step { from = to; spare = 0; left = false };
    begun[me] = serial;
    /* Claim the descriptor, or find it claimed.  */
    d_step {
      old = state[from];
      if
      :: old != serial -> state[from] = serial; claims[serial]++
      :: else
      fi;
      assert (claims[serial] == 1)
    };
    assert (first[from] == serial && state[from] == serial)
  }
}

init
{
  atomic {
    run thread (0);
    run thread (1)
  }
}

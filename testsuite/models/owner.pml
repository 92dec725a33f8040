/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The lock of critical constructs (libgomp/sync/lock.c), with an owner word
   beside it, in a process that forks while one of its threads has the lock or
   waits for it.  In the child the parent's other thread is gone.  A new thread
   comes, whose control block lies where that of the lost thread lay.  Every
   operation on the word, or on both words, is one step.  The parent changes the
   words one after the other.

   One thread of a process has the lock at a time, none is left asleep, and none
   waits for a thread that is gone.

   -DBROKEN: in the child, too, a thread takes the lock first and stores its
   owner afterwards.  */

#define FREE 0
#define HELD 1
#define SLEPT_ON 2
#define STARVING 3
#define RESERVED 4

#define FORKER 0
#define GONE 1
#define NEW 2
#define THREADS 3
/* An owner word has the thread in its low bits.  */
#define ID(t) ((t) == FORKER -> 1 : 2)
#define OWNER (4 * (1 + forked) + ID (me))
#define ROUNDS 2

byte state, owner;
bool forked;
byte holders;
bool asleep[THREADS];

/* Change both words from {seen, 0} to {value, OWNER}.  */
inline take (value)
{
  if
  :: d_step { state == seen && owner == 0 ->
              state = value; owner = OWNER; taken = true }
  :: d_step { !(state == seen && owner == 0) -> seen = state; taken = false }
  fi
}

/* `contend' of the library; it begins with a spin.  */
inline contend ()
{
  mark = SLEPT_ON;
  seen = FREE;
  take (HELD);
  do
  :: taken -> break
  :: !taken && (seen == FREE || seen == RESERVED) ->
     if
     :: state == seen && owner == 0 -> take (SLEPT_ON)
     :: state != seen -> seen = state
     fi
  :: !taken && seen != FREE && seen != RESERVED ->
     if
     :: seen >= mark
     :: d_step { seen < mark && state == seen -> state = mark; seen = mark }
     :: d_step { seen < mark && state != seen -> seen = state };
        goto again
     fi;
     if
     :: d_step { state == seen -> asleep[me] = true };
        !asleep[me]
     :: state != seen
     fi;
     seen = state;
     if
     :: mark = STARVING /* the thread has waited for long */
     :: true
     fi;
again:
     skip
  od
}

/* `is_left' of the library, and the step that frees such a lock.  The step can
   fail; it is repeated as long as the lock looks left.  */
#define LEFT(s, o) ((s) != FREE && (o) % 4 != ID (FORKER) && (o) / 4 != 2)

inline free_left ()
{
  d_step { seen = state; was = owner };
  do
  :: LEFT (seen, was) ->
     if
     :: d_step { state == seen && owner == was -> state = FREE; owner = 0 };
        break
     :: d_step { !(state == seen && owner == was) -> seen = state; was = owner }
     fi
  :: !LEFT (seen, was) -> break
  od
}

#ifdef BROKEN
#define HALVES true
#else
#define HALVES !forked
#endif

inline acquire ()
{
  taken = false;
  if
  :: HALVES ->
     if
     :: d_step { state == FREE -> state = HELD; taken = true };
        owner = OWNER
     :: state != FREE
     fi
  :: else -> seen = FREE; take (HELD)
  fi;
  if
  :: taken
  :: else ->
     if
     :: forked -> free_left ()
     :: else
     fi;
     contend ()
  fi;
  taken = false;
  seen = 0;
  was = 0;
  mark = 0
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
  if
  :: !forked -> owner = 0
  :: else
  fi;
  if
  :: d_step { state == HELD -> state = FREE; owner = 0 }
  :: d_step { state == SLEPT_ON -> state = FREE; owner = 0 };
     wake_one ()
  :: d_step { state == STARVING -> state = RESERVED; owner = 0 };
     wake_one ()
  fi
}

inline enter_and_leave ()
{
  acquire ();
  holders++;
  assert (holders == 1);
  holders--;
  release ()
}

inline may_fork (held)
{
  if
  :: d_step { !forked -> forked = true; holders = held; asleep[GONE] = false }
  :: true
  fi
}

active proctype forker ()
{
  byte me = FORKER, round, seen, was, mark;
  bool taken;
  do
  :: round == ROUNDS -> break
  :: else ->
     may_fork (0);
     acquire ();
     holders++;
     assert (holders == 1);
     may_fork (1);
     holders--;
     release ();
     round++
  od
}

active proctype gone ()
{
  byte me = GONE, round, seen, was, mark;
  bool taken;
  {
    do
    :: round == ROUNDS -> break
    :: else ->
       enter_and_leave ();
       round++
    od
  } unless { forked }
}

active proctype new ()
{
  byte me = NEW, round, seen, was, mark;
  bool taken;
  if
  :: forked
  :: !forked && timeout -> goto done
  fi;
  do
  :: round == ROUNDS -> break
  :: else ->
     enter_and_leave ();
     round++
  od;
done:
  skip
}

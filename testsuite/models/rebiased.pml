/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Biased mutexes whose first owner gets the ownership back
   (libgomp/sync/rebiased.h), under x86's store order.  It begins as in
   biased.pml: thread 0 is the owner, and a thread that finds an owner takes the
   ownership away.  Thread 0 may become the owner again while it holds the
   mutex.

   Two threads are never in the section at once.

   -DBROKEN: the heavy fence leaves out the owner's stores.
   -DBROKEN_ANY: the other thread may become the owner, too.
   -DBROKEN_LATE: the owner records that after it has given the mutex back.  */

#define PROCESSES 2
#define VARIABLES 2
#define OWNER 0 /* the owner, TAKEN, SHARED */
#define TAKEN 2
#define SHARED 3
#define INSIDE 1
#include "tso.pmlh"

#ifdef BROKEN_ANY
#define MAY_OWN(self) true
#else
#define MAY_OWN(self) (self == 0)
#endif

#define ROUNDS 3
bool mutex;
byte holders;

inline section ()
{
  holders++;
  assert (holders == 1);
  holders--
}

inline lock_mutex ()
{
  d_step { !mutex -> mutex = true }
}

/* A locked instruction gives the mutex back.  */
inline unlock_mutex (self)
{
#ifdef BROKEN_LATE
  mutex = false;
#endif
  if
  :: MAY_OWN (self) -> STORE (self, OWNER, self)
  :: skip
  fi;
  FENCE (self);
#ifndef BROKEN_LATE
  mutex = false
#endif
}

inline lock_slowly (self)
{
  FENCE (self); /* the locked instruction */
  lock_mutex ();
  if
  :: LOAD (OWNER) != SHARED ->
     STORE (self, OWNER, TAKEN);
     FENCE (self);
#ifndef BROKEN
     FENCE (1 - self);
#endif
     LOAD (INSIDE) == 0;
     STORE (self, OWNER, SHARED);
     FENCE (self)
  :: else
  fi;
  section ();
  unlock_mutex (self)
}

proctype thread (byte self)
{
  byte i;
  for (i : 1 .. ROUNDS) {
    if
    :: LOAD (OWNER) == self ->
       STORE (self, INSIDE, 1);
       if
       :: LOAD (OWNER) == self ->
          section ();
          STORE (self, INSIDE, 0)
       :: else ->
          STORE (self, INSIDE, 0);
          goto slowly
       fi
    :: else ->
slowly:
       lock_slowly (self)
    fi
  }
}

init {
  atomic {
    run thread (0);
    run thread (1)
  }
}

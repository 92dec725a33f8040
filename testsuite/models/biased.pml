/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Biased mutexes (libgomp/sync/biased.c) under x86's store order.  The owner
   enters by a plain store and a look at OWNER.  Another thread takes the
   ownership away and waits until the owner is not inside; then both lock the
   mutex.  The heavy fence makes each thread's stores reach the memory.

   A third thread, which has no lock, changes what the owner changes by plain
   stores in its section.  It does so once it has seen that there is no owner
   (gomp_biased_join).

   Two threads are never in the section at once, and the third one changes
   nothing while the owner is there as the owner.

   -DBROKEN: the heavy fence leaves out the owner's stores.
   -DBROKEN_EARLY: the third thread does not wait until the owner has left.  */

#define PROCESSES 2
#define VARIABLES 2
#define OWNER 0 /* TAKEN, SHARED */
#define TAKEN 1
#define SHARED 2
#define INSIDE 1
#include "tso.pmlh"

#define ROUNDS 3
bool mutex;
byte holders;
bool plain; /* the owner is in the section, as the owner */

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

active proctype owner ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    if
    :: LOAD (OWNER) == 0 ->
       STORE (0, INSIDE, 1);
       if
       :: LOAD (OWNER) == 0 ->
          plain = true;
          section ();
          plain = false;
          STORE (0, INSIDE, 0)
       :: else ->
          STORE (0, INSIDE, 0);
          goto slowly
       fi
    :: else ->
slowly:
       FENCE (0); /* the locked instruction */
       lock_mutex ();
       section ();
       mutex = false
    fi
  }
}

active proctype other ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    lock_mutex ();
    if
    :: LOAD (OWNER) == 0 ->
       STORE (1, OWNER, TAKEN);
       FENCE (1);
#ifndef BROKEN
       FENCE (0);
#endif
       LOAD (INSIDE) == 0;
       STORE (1, OWNER, SHARED);
       FENCE (1) /* within the next locked instruction at the latest */
    :: else
    fi;
    section ();
    mutex = false
  }
}

active proctype joined ()
{
  if
#ifdef BROKEN_EARLY
  :: LOAD (OWNER) != 0 ->
#else
  :: LOAD (OWNER) == SHARED ->
#endif
     assert (!plain)
  :: else
  fi
}

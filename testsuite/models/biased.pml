/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Biased mutexes (libgomp/sync/biased.c) under x86's store order.  The owner
   enters by a plain store and a look at OWNER.  Another thread takes the
   ownership away and waits until the owner is not inside; then both lock the
   mutex.  The heavy fence makes each thread's stores reach the memory.

   Two threads are never in the section at once.

   -DBROKEN: the heavy fence leaves out the owner's stores.  */

#define PROCESSES 2
#define VARIABLES 2
#define OWNER 0 /* 1: shared */
#define INSIDE 1
#include "tso.pmlh"

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

active proctype owner ()
{
  byte i;
  for (i : 1 .. ROUNDS) {
    if
    :: LOAD (OWNER) == 0 ->
       STORE (0, INSIDE, 1);
       if
       :: LOAD (OWNER) == 0 ->
          section ();
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
       STORE (1, OWNER, 1);
       FENCE (1);
#ifndef BROKEN
       FENCE (0);
#endif
       LOAD (INSIDE) == 0
    :: else
    fi;
    section ();
    mutex = false
  }
}

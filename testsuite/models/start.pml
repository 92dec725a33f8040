/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region that is started in the plugin's queue, while another thread adds an
   operation to the same async queue (libgomp/openacc/queue.c: append_locked,
   gomp_acc_queue_start, gomp_acc_queue_started, take) under x86's store order.
   The queue's lock orders the two additions; here the region comes first.  The
   thread that starts it stores that it is done, and looks for operations behind
   it, with a fence for the compiler only (os_fence_light) in between.  The
   other thread adds its operation, calls membarrier (os_fence_heavy), which
   makes all earlier stores of the first one visible, and calls a thread, which
   passes over the operation if the region does not seem to be done.

   The operation is done, once.

   -DBROKEN: membarrier is left out.  */

#define PROCESSES 2
#define VARIABLES 2
#define DONE 0
#define ADDED 1
#include "tso.pmlh"

bool is_listed, has_ended[2];
byte runs;

/* With the queue's lock.  */
inline take ()
{
  d_step {
    if
    :: is_listed ->
       is_listed = false;
       runs++
    :: else
    fi
  }
}

active proctype starter ()
{
  STORE (0, DONE, 1);
  if
  :: LOAD (ADDED) == 2 ->
     FENCE (0); /* a called thread has the lock after this one */
     take ()
  :: else
  fi;
  has_ended[0] = true
}

active proctype adder ()
{
  d_step {
    is_listed = true;
    memory[ADDED] = 2 /* the lock is given back before anything else */
  };
#ifndef BROKEN
  FENCE (0); /* membarrier: the starter's stores */
#endif
  if
  :: LOAD (DONE) == 1 -> take ()
  :: else
  fi;
  has_ended[1] = true
}

active proctype judge ()
{
  has_ended[0] && has_ended[1];
  assert (runs == 1)
}

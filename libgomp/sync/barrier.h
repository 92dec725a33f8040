/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A barrier in two parts, so that its owner can put conditions between "all
   have arrived" and "it opens", and can let some threads not wait at all.

   Arrival is counted in a tree of fan-in GOMP_BARRIER_FAN (for teams up to that
   size one counter: if threads outnumber CPUs, a single sleeper, the last in
   the chain, is woken).  Opening changes one word that all waiters read.  It is
   a word with notes (wait.h), whose number counts the openings.

   A gathering is half a barrier: one thread, number 0, waits until the others
   have arrived.  */

#ifndef GOMP_SYNC_BARRIER_H
#define GOMP_SYNC_BARRIER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/invariant.h"
#include "sync/wait.h"

#define GOMP_BARRIER_FAN 8

struct gomp_barrier_node
{
  GOMP_CACHE_ALIGNED atomic_uint missing; /* threads that have not arrived here
                                             yet */
  unsigned fan_in;                        /* what it starts from */
  _Atomic uint64_t owner_word; /* in the root: a word of the barrier's owner,
                                  which a thread that is about to arrive can
                                  change at no further cost */
};

struct gomp_barrier
{
  GOMP_CACHE_ALIGNED struct gomp_wait_word word; /* openings and notes */
  struct gomp_barrier_node root;                 /* the top counter */
  struct gomp_barrier_node *nodes; /* the others, level by level from the
                                      threads up; NULL: none */
  unsigned nthreads;               /* who takes part */
};

struct gomp_gathering
{
  /* Its number counts missing arrivals (of groups if there are nodes). */
  GOMP_CACHE_ALIGNED struct gomp_wait_word word;
  GOMP_CACHE_ALIGNED struct gomp_barrier_node *nodes; /* as a barrier's */
  unsigned nthreads; /* participating threads, including thread 0 */
  unsigned fan_in;   /* what the number starts from */
};

/* Bytes of nodes for a barrier or gathering of at most NTHREADS.  */
HIDDEN size_t gomp_barrier_nodes_size (unsigned nthreads);
/* NODES: that many zeroed bytes, cache aligned.  */
HIDDEN void gomp_barrier_init (struct gomp_barrier *b,
                               struct gomp_barrier_node *nodes);
/* Let NTHREADS take part; no thread may be between arriving and opening.  */
HIDDEN void gomp_barrier_resize (struct gomp_barrier *b, unsigned nthreads);

/* Thread number THREAD arrives.  True in the last one, which must make sure
   that the barrier opens.  Acquire and release: everything before the other
   arrivals happens before the return of true.  */
HIDDEN bool gomp_barrier_arrive (struct gomp_barrier *b, unsigned thread) HOT;
/* Has the last thread arrived, and none since?  */
static inline bool
gomp_barrier_is_full (struct gomp_barrier *b)
{
  return atomic_load_explicit (&b->root.missing, memory_order_relaxed)
         == b->root.fan_in;
}

/* Open it.  Release: pairs with the acquire of the waiters.  */
static inline void
gomp_barrier_open (struct gomp_barrier *b)
{
  gomp_invariant (gomp_barrier_is_full (b),
                  "a barrier opens while %u of %u threads are missing",
                  atomic_load_explicit (&b->root.missing, memory_order_relaxed),
                  b->root.fan_in);
  gomp_wait_advance (&b->word);
}

/* The same where threads of a cancelled region may not have arrived: wake those
   that wait.  */
static inline void
gomp_barrier_break (struct gomp_barrier *b)
{
  gomp_wait_advance (&b->word);
}

/* The current opening; read it before arriving.  */
static inline unsigned
gomp_barrier_epoch (struct gomp_barrier *b)
{
  return gomp_wait_number (&b->word);
}

/* NODES as for gomp_barrier_init.  */
HIDDEN void gomp_gathering_init (struct gomp_gathering *g,
                                 struct gomp_barrier_node *nodes);
/* Let NTHREADS take part; no thread may be in it.  */
HIDDEN void gomp_gathering_resize (struct gomp_gathering *g, unsigned nthreads);
/* Thread number THREAD has come; it goes on.  Release: pairs with the acquire
   of thread 0.  */
HIDDEN void gomp_gathering_arrive (struct gomp_gathering *g,
                                   unsigned thread) HOT;
/* Are all there, according to VALUE of the word?  */
static inline bool
gomp_gathering_complete (unsigned value)
{
  return value >> GOMP_WAIT_NUDGE_BITS == 0;
}
/* Thread 0, which found it complete: get ready for the next time.  */
static inline void
gomp_gathering_reset (struct gomp_gathering *g)
{
  /* A note that is lost here belonged to the wait that is over.  */
  atomic_store_explicit (&g->word.value, g->fan_in << GOMP_WAIT_NUDGE_BITS,
                         memory_order_relaxed);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A barrier in two parts, arrival and opening: its owner can put conditions
   between them, and some threads need not wait.

   Arrival is counted in a tree of fan-in GOMP_BARRIER_FAN.  (For teams up to
   that size it is one counter: if threads outnumber CPUs, a single sleeper,
   the last in the chain, is woken.)  Opening changes one word that all waiters
   read.  The word takes nudges (wait.h); its number counts the openings.

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
  unsigned fan_in;                        /* the initial value of MISSING */
  _Atomic uint64_t owner_word; /* in the root: a word of the barrier's owner,
                                  which an arriving thread can change at no
                                  further cost */
};

struct gomp_barrier
{
  GOMP_CACHE_ALIGNED struct gomp_wait_word word; /* openings and nudges */
  struct gomp_barrier_node root;                 /* the top counter */
  struct gomp_barrier_node *nodes; /* the other counters, level by level from
                                      the threads up; NULL: none */
  unsigned nthreads;               /* number of participating threads */
};

struct gomp_gathering
{
  /* The number of missing arrivals (of groups if there are nodes).  */
  GOMP_CACHE_ALIGNED struct gomp_wait_word word;
  GOMP_CACHE_ALIGNED struct gomp_barrier_node *nodes; /* as a barrier's */
  unsigned nthreads; /* participating threads, including thread 0 */
  unsigned fan_in;   /* the initial value of that number */
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

/* Open the barrier of a cancelled region, where threads may not have arrived:
   wake those that wait.  */
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
/* Thread number THREAD arrives, and goes on.  Release: pairs with the acquire
   of thread 0.  */
HIDDEN void gomp_gathering_arrive (struct gomp_gathering *g,
                                   unsigned thread) HOT;
/* Have all threads arrived, according to VALUE of the word?  */
static inline bool
gomp_gathering_complete (unsigned value)
{
  return value >> GOMP_WAIT_NUDGE_BITS == 0;
}
/* Called by thread 0, which found the gathering complete: prepare the next
   one.  */
static inline void
gomp_gathering_reset (struct gomp_gathering *g)
{
  /* A nudge that is lost here belonged to the wait that is over.  */
  atomic_store_explicit (&g->word.value, g->fan_in << GOMP_WAIT_NUDGE_BITS,
                         memory_order_relaxed);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Work-sharing constructs of a team: their descriptors, and the parts that
   loops, sections, single and scope have in common (OpenMP 5.1 section 2.10).

   All threads of a team meet the same constructs in the same order, so a
   construct is known by its serial number; the first thread to arrive sets its
   descriptor up.  */

#ifndef GOMP_TEAM_WORKSHARE_H
#define GOMP_TEAM_WORKSHARE_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "icv/icv.h"
#include "sync/mutex.h"
#include "sync/wait.h"
#include "team/self.h"
#include "team/team.h"

struct gomp_workshare_ring;
struct gomp_workshare_segment;

/* How a construct hands out its iterations.  */
enum gomp_share
{
  GOMP_SHARE_NONE,    /* nothing to hand out: single, scope, inline static */
  GOMP_SHARE_BLOCK,   /* static, one block a thread */
  GOMP_SHARE_CYCLIC,  /* static with a chunk size, round robin */
  GOMP_SHARE_COUNTER, /* chunks in order from one counter */
  GOMP_SHARE_QUEUE,   /* the same, if they are ordered or waited for */
  GOMP_SHARE_GUIDED,  /* shrinking chunks in order */
  GOMP_SHARE_TABLE,   /* the same from a counter of chunks, if they are ordered
                         or waited for */
  GOMP_SHARE_STEAL,   /* each thread its range of chunks, then others' */
  GOMP_SHARE_SHRINK   /* the same, taking shrinking parts of the ranges: auto */
};

struct gomp_workshare
{
  /* Serial number of the construct * 4 + phase.  */
  _Atomic uint64_t state;
  enum gomp_share share; /* how */
  bool ordered;          /* a loop with ordered regions */
  bool doacross;         /* a loop with cross-iteration dependences */
  bool alone;            /* outside any team */
  unsigned nthreads;     /* of the team */
  uint64_t count;        /* iterations */
  uint64_t chunk;        /* iterations of a chunk */
  uint64_t chunks;       /* chunks */
  uint64_t start;        /* the loop's own numbers, modulo 2^64: first */
  uint64_t step;         /* step */
  uint64_t end;          /* bound */
  uint64_t stride;       /* from one chunk to the next */
  uintptr_t *reductions; /* task reductions: the first thread's array */
  void *shared;          /* memory that the program asked for, or NULL */

  GOMP_CACHE_ALIGNED _Atomic uint64_t next; /* next chunk or iteration */
  atomic_uint aside; /* threads that back off, see loop_backoff.c */
  struct gomp_wait_word published; /* copyprivate: low bits of the serial */
  void *published_data;            /* copyprivate: the address */

  GOMP_CACHE_ALIGNED void *slots; /* memory by thread or chunk, kept */
  size_t slots_size;              /* its bytes */
  void *outgrown;      /* its earlier memory: other threads may still read words
                          there that were waited for (cpu_waiters.h) */
  unsigned slot_mask;  /* ordered, doacross: slots in use - 1 */
  unsigned dimensions; /* doacross: loops; 0: no thread has to wait */
  unsigned collapsed;  /* doacross: the first so many are shared as one */
  uint64_t inner;      /* doacross: iterations of the loops but these */
  uint64_t *extents;   /* doacross: iterations of each; kept */
  size_t extents_size; /* bytes of it */
  uint64_t *bounds;    /* table: the beginning of each chunk, and the end;
                          kept */
  size_t bounds_size;  /* how many numbers fit */
  size_t shared_size;  /* bytes of shared; kept */
  void *shared_memory; /* the memory behind shared */
};

/* See base/fork.h.  */
HIDDEN void gomp_workshare_fork (enum gomp_fork when);
/* Bytes of the ring of a team of CAPACITY, to be zeroed, cache aligned.  */
HIDDEN size_t gomp_workshare_ring_size (unsigned capacity);
/* Prepare it; returns the segment in which the first region begins.  */
HIDDEN struct gomp_workshare_segment *
gomp_workshare_ring_init (struct gomp_workshare_ring *ring);
/* A region of TEAM begins, whose primary calls this.  */
HIDDEN void gomp_workshare_ring_begin (struct gomp_team *team);
/* After a cancelled region of NTHREADS, in which the primary had begun SERIAL
   constructs: the number and segment to go on from.  */
HIDDEN uint64_t gomp_workshare_ring_skip (
    struct gomp_workshare_ring *ring, uint64_t serial, unsigned nthreads,
    struct gomp_workshare_segment **segment);

/* The same in a forked child, whose thread is the only one left of the team, in
   the construct CURRENT if not NULL.  */
HIDDEN uint64_t gomp_workshare_ring_forked (
    struct gomp_workshare_ring *ring, struct gomp_workshare *current,
    uint64_t serial, struct gomp_workshare_segment **segment);

/* Begin SELF's next construct: true in the thread that has to set up
   self->workshare and then calls gomp_workshare_ready; the others return when
   that has happened.  */
HIDDEN bool gomp_workshare_enter (struct gomp_thread *self) HOT;
HIDDEN void gomp_workshare_ready (struct gomp_thread *self) HOT;
/* The same for constructs that need no set up: true in one thread.  */
HIDDEN bool gomp_workshare_claim (struct gomp_thread *self) HOT;
/* The same without a descriptor; in a team of several threads.  */
HIDDEN bool gomp_workshare_single_among (struct gomp_thread *self) HOT;
static inline bool
gomp_workshare_single (struct gomp_thread *self)
{
  return gomp_team_num_threads (self) == 1
         || gomp_workshare_single_among (self);
}
/* The descriptor of the first construct of a region that SELF is about to
   start as TEAM's primary: set up and ready when the threads begin it.  */
HIDDEN struct gomp_workshare *gomp_workshare_first (struct gomp_thread *self,
                                                    struct gomp_team *team);
/* copyprivate, after gomp_workshare_claim: the thread that claimed provides
   DATA, the others wait for it.  */
HIDDEN void gomp_workshare_publish (struct gomp_thread *self, void *data);
HIDDEN void *gomp_workshare_published (struct gomp_thread *self);
/* Around the barrier that follows, if regions can be cancelled: SELF has copied
   the provided data; and, if SELF provided them and leaves its CANCELLED
   region, wait until the others have copied them.  */
HIDDEN void gomp_workshare_return_copied (struct gomp_thread *self) COLD;
HIDDEN void gomp_workshare_take_back (struct gomp_thread *self,
                                      bool cancelled) COLD;
/* SELF leaves its team's cancelled region, or THREAD has left it: it neither
   begins a construct of the region any more nor goes on in one.  */
HIDDEN void gomp_workshare_abandon (struct gomp_thread *self) COLD;
HIDDEN bool gomp_workshare_is_abandoned (struct gomp_thread *self,
                                         unsigned thread) COLD;
/* After this time, a wait for progress in a construct checks whether the thread
   that it waits for is still there; 0: no limit.  */
static inline uint64_t
gomp_workshare_longest_wait (void)
{
  return unlikely (gomp_icv_global.cancellation) ? 1000000 : 0;
}

/* Progress in a construct, which one thread at a time makes and others wait
   for.  Set WORD to a new VALUE; wait until it differs from SEEN, and return
   it.  If regions can be cancelled, the wait ends now and then, so that the
   caller can check whether the thread it waits for is still there.  */
HIDDEN unsigned gomp_workshare_wait (struct gomp_thread *self,
                                     struct gomp_wait_word *word,
                                     unsigned seen) HOT;
static inline void
gomp_workshare_post (struct gomp_wait_word *word, unsigned value)
{
  atomic_store_explicit (&word->value, value, memory_order_release);
  /* A read-modify-write would wait for the cache line, which the threads that
     read the word have.  Pairs with os_fence_heavy in
     gomp_wait_while_polling.  */
  os_fence_light ();
  if (unlikely (atomic_load_explicit (&word->sleepers, memory_order_relaxed)
                != 0))
    gomp_wait_wake (word, INT_MAX, GOMP_WAIT_PRIVATE);
}
/* SELF ends: free its descriptor for constructs outside any team.  */
HIDDEN void gomp_workshare_solo_free (struct gomp_thread *self);
/* Leave the current construct.  */
static inline void
gomp_workshare_leave (struct gomp_thread *self)
{
  self->workshare = NULL;
}

/* At least SIZE bytes of WS's slots, cache aligned, not zeroed.  */
HIDDEN void *gomp_workshare_slots (struct gomp_workshare *ws, size_t size);
/* The task reductions and the memory that come with a construct, after
   gomp_workshare_enter and, in the first thread, before gomp_workshare_ready
   (FIRST).  Either may be NULL.  */
HIDDEN void gomp_workshare_extras (struct gomp_thread *self, bool first,
                                   uintptr_t *reductions, void **mem);

#endif

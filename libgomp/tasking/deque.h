/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A work-stealing deque of bounded size.

   The owner pushes and pops at the bottom, thieves take from the top, after D.
   Chase, Y.  Lev, Dynamic Circular Work-Stealing Deque, SPAA 2005, with C11
   orderings after N.  Le, A.  Pop, A.  Cohen, F.  Zappalli Nardelli, Correct
   and Efficient Work-Stealing for Weak Memory Models, PPoPP 2013.  The ring
   does not grow: a full deque is a reason to run a task at once, so push then
   fails.  Instead of that paper's sequentially consistent fences, the accesses
   on both sides of a fence are sequentially consistent here, which costs the
   same on x86 and which ThreadSanitizer understands.

   Indices only grow; index i lives in slot i mod capacity; the items are
   [top, bottom).

   Why no item is taken twice: the owner's pop of item b stores bottom = b (1)
   and then loads top (2); a thief loads top = t (3), then bottom (4), then
   moves top from t to t + 1 by compare-and-swap (5).  All are sequentially
   consistent, hence in one order S.  If the owner finds t < b at (2), it takes
   b without a compare-and-swap.  A thief that takes b has read top = b at (3)
   and bottom > b at (4), so (4) precedes (1) in S, hence (3) precedes (2),
   which then reads at least b: contradiction.  With t == b at (2) the owner
   competes by compare-and-swap like a thief.

   Why the thief reads the right item: its load of bottom at (4) synchronises
   with the store of push, so it sees the slot and what the item points to.  The
   owner overwrites the slot only with an index t + capacity, that is after it
   has read a top > t, and then (5) fails.

   A deque without thieves (SHARED false) needs no ordering at all.

   Model: testsuite/models/deque.pml.  */

#ifndef GOMP_TASKING_DEQUE_H
#define GOMP_TASKING_DEQUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/invariant.h"

#define GOMP_DEQUE_CAPACITY 256

struct gomp_deque
{
  GOMP_CACHE_ALIGNED _Atomic int64_t top;    /* next to steal; anyone's */
  GOMP_CACHE_ALIGNED _Atomic int64_t bottom; /* next to push; the owner's */
  _Atomic (void *) slots[GOMP_DEQUE_CAPACITY];
};

/* Owner only: the index of the next push.  */
static inline int64_t
gomp_deque_bottom (struct gomp_deque *d)
{
  return atomic_load_explicit (&d->bottom, memory_order_relaxed);
}

/* The number of items, as far as the caller can see; exact for an owner without
   thieves.  */
static inline int64_t
gomp_deque_size (struct gomp_deque *d)
{
  int64_t top = atomic_load_explicit (&d->top, memory_order_relaxed);
  return atomic_load_explicit (&d->bottom, memory_order_relaxed) - top;
}

/* Owner only; false: full.  */
static inline bool
gomp_deque_push (struct gomp_deque *d, void *item)
{
  int64_t b = atomic_load_explicit (&d->bottom, memory_order_relaxed);
  /* Acquire: the thief's read of the slot comes before our write to it.  */
  int64_t t = atomic_load_explicit (&d->top, memory_order_acquire);
  gomp_invariant (b >= t && b - t <= GOMP_DEQUE_CAPACITY,
                  "a deque has items %ld to %ld", (long)t, (long)b);
  if (unlikely (b - t >= GOMP_DEQUE_CAPACITY))
    return false;
  atomic_store_explicit (&d->slots[b % GOMP_DEQUE_CAPACITY], item,
                         memory_order_relaxed);
  /* Release: pairs with the load of bottom in gomp_deque_steal.  */
  atomic_store_explicit (&d->bottom, b + 1, memory_order_release);
  return true;
}

/* Owner only: the youngest item whose index is at least FLOOR, or NULL.  */
static inline void *
gomp_deque_pop (struct gomp_deque *d, int64_t floor, bool shared)
{
  int64_t b = atomic_load_explicit (&d->bottom, memory_order_relaxed) - 1;
  if (b < floor || atomic_load_explicit (&d->top, memory_order_relaxed) > b)
    return NULL;
  void *item = atomic_load_explicit (&d->slots[b % GOMP_DEQUE_CAPACITY],
                                     memory_order_relaxed);
  gomp_invariant (item != NULL, "item %ld of a deque is NULL", (long)b);
  if (!shared)
    {
      atomic_store_explicit (&d->bottom, b, memory_order_relaxed);
      return item;
    }
  atomic_store_explicit (&d->bottom, b, memory_order_seq_cst);
  int64_t t = atomic_load_explicit (&d->top, memory_order_seq_cst);
  if (likely (t < b))
    return item;
  /* The last item, or none: compete with the thieves for it.  */
  if (t > b
      || !atomic_compare_exchange_strong_explicit (
          &d->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    item = NULL;
  atomic_store_explicit (&d->bottom, b + 1, memory_order_relaxed);
  return item;
}

/* Any thread: the oldest item, if MAY (item, ARG) says yes (NULL: always), or
   NULL.  *LOST is set if another thread was faster, so that there may be more
   to take.  MAY can be asked about an item that is taken meanwhile: its
   memory must stay readable, and its answer does not count then.  */
static inline void *
gomp_deque_steal (struct gomp_deque *d, bool (*may) (void *item, void *arg),
                  void *arg, bool *lost)
{
  int64_t t = atomic_load_explicit (&d->top, memory_order_seq_cst);
  int64_t b = atomic_load_explicit (&d->bottom, memory_order_seq_cst);
  if (t >= b)
    return NULL;
  void *item = atomic_load_explicit (&d->slots[t % GOMP_DEQUE_CAPACITY],
                                     memory_order_relaxed);
  if (may != NULL && !may (item, arg))
    return NULL;
  if (atomic_compare_exchange_strong_explicit (
          &d->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    return item;
  *lost = true;
  return NULL;
}

#endif

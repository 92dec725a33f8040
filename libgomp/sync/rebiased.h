/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A biased mutex (biased.h) whose first owner gets the ownership back after it
   has locked the mutex REBIASED_TURNS times in a row.  For a mutex that one
   thread locks nearly always and others now and then.

   Taking the ownership away costs much more than a locked instruction, since
   the kernel interrupts the owner.  So a mutex that threads lock in turn has no
   owner.

   The thread becomes the owner again while it holds the mutex that all others
   lock.  So the next of these finds an owner, as in the beginning.  No other
   thread ever becomes the owner: one that once was, and is about to find out
   that it no longer is, could undo what a new one writes to `inside'.

   What a thread may do after gomp_biased_join it may not do here: there may be
   an owner again.

   Any thread.  Model: testsuite/models/rebiased.pml.  */

#ifndef GOMP_SYNC_REBIASED_H
#define GOMP_SYNC_REBIASED_H

#include "sync/biased.h"

/* As many as are worth an interrupt.  */
#define REBIASED_TURNS 64

struct gomp_rebiased
{
  struct gomp_biased lock;
  unsigned turns; /* with LOCK, and no owner: how often the first owner has
                     locked it since another thread did */
};

static inline void
gomp_rebiased_lock (struct gomp_rebiased *m)
{
  gomp_biased_lock (&m->lock);
}

/* The calling thread, which is not the owner, is about to unlock M.  */
static inline void
gomp_rebiased_count (struct gomp_rebiased *m)
{
  uintptr_t self = arch_thread ();
  m->turns = m->lock.first == self ? m->turns + 1 : 0;
  if (likely (m->turns < REBIASED_TURNS))
    return;
  m->turns = 0;
  /* Relaxed: MUTEX orders it for other threads.  */
  atomic_store_explicit (&m->lock.owner, self, memory_order_relaxed);
}

static inline void
gomp_rebiased_unlock (struct gomp_rebiased *m)
{
  if (unlikely (!gomp_biased_is_alone (&m->lock)))
    gomp_rebiased_count (m);
  gomp_biased_unlock (&m->lock);
}

#endif

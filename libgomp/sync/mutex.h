/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A mutex for the library's own short critical sections: one word, all zero
   is free.  Waiting follows the policy of sync/spin.c; not recursive; any
   thread may unlock.  */

#ifndef GOMP_SYNC_MUTEX_H
#define GOMP_SYNC_MUTEX_H

#include <stdbool.h>

#include "base/fork.h"
#include "base/invariant.h"
#include "base/tsan.h"
#include "sync/wait.h"

struct gomp_mutex
{
  struct gomp_wait_word word; /* value 0: free, 1: held */
};

/* Both functions do not inform ThreadSanitizer.  They are for critical
   sections that call no function it watches (see tsan.h).  Threads of a region
   enter them often; if the tool knew, it would consider everything ordered.  */
static inline bool
gomp_mutex_trylock_raw (struct gomp_mutex *m)
{
  unsigned expected = 0;
  /* Acquire: pairs with the exchange of gomp_mutex_unlock.  */
  if (!atomic_compare_exchange_strong_explicit (&m->word.value, &expected, 1,
                                                memory_order_acquire,
                                                memory_order_relaxed))
    return false;
  gomp_invariant_lock (1);
  return true;
}

static inline void
gomp_mutex_lock_raw (struct gomp_mutex *m)
{
  while (unlikely (!gomp_mutex_trylock_raw (m)))
    gomp_wait_while (&m->word, 1, GOMP_WAIT_PRIVATE);
}

static inline void
gomp_mutex_unlock_raw (struct gomp_mutex *m)
{
  gomp_invariant (atomic_load (&m->word.value) == 1,
                  "a mutex is given back that is not held: %u",
                  atomic_load (&m->word.value));
  gomp_invariant_lock (-1);
  /* Sequentially consistent, before the load of `sleepers': see wait.c.  */
  atomic_exchange (&m->word.value, 0);
  if (unlikely (atomic_load (&m->word.sleepers) != 0))
    gomp_wait_wake (&m->word, 1, GOMP_WAIT_PRIVATE);
}

static inline bool
gomp_mutex_trylock (struct gomp_mutex *m)
{
  if (!gomp_mutex_trylock_raw (m))
    return false;
  gomp_tsan_acquire (m);
  return true;
}

static inline void
gomp_mutex_lock (struct gomp_mutex *m)
{
  gomp_mutex_lock_raw (m);
  gomp_tsan_acquire (m);
}

static inline void
gomp_mutex_unlock (struct gomp_mutex *m)
{
  gomp_tsan_release (m);
  gomp_mutex_unlock_raw (m);
}

/* Keep M from other threads during a fork.  In the child no thread waits.  */
static inline void
gomp_mutex_fork (struct gomp_mutex *m, enum gomp_fork when)
{
  if (when == GOMP_FORK_BEFORE)
    gomp_mutex_lock (m);
  else if (when == GOMP_FORK_PARENT)
    gomp_mutex_unlock (m);
  else
    {
      gomp_invariant_lock (-1);
      *m = (struct gomp_mutex){ 0 };
    }
}

#endif

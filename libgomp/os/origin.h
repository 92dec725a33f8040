/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Is this the process it was?  A child that _Fork or clone made, without the
   handlers of pthread_atfork, is found by a word that the kernel clears in it.
   Part of the contract of os.h, with its general promise.  */

#ifndef GOMP_OS_ORIGIN_H
#define GOMP_OS_ORIGIN_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

/* Where the word is; one that never changes until os_origin_watch is called,
   and where the kernel cannot clear.  */
HIDDEN extern _Atomic (atomic_uint *) os_origin;

/* From now on; once is enough.  */
HIDDEN void os_origin_watch (void);
/* What the handlers do was done: this process is one of its own.  */
HIDDEN void os_origin_renew (void);

/* Whether this is a child in which os_origin_renew was not called.
   Async-signal safe.  */
static inline bool
os_origin_lost (void)
{
  /* Acquire: pairs with the release in os_origin_watch.  */
  atomic_uint *word = atomic_load_explicit (&os_origin, memory_order_acquire);
  return unlikely (atomic_load_explicit (word, memory_order_relaxed) == 0);
}

#endif

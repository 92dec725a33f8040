/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Is the process a forked child?  The kernel clears a word in the child, which
   also detects children of _Fork and clone; these do not run the handlers of
   pthread_atfork.  Part of the contract of os.h, with its general promise.  */

#ifndef GOMP_OS_ORIGIN_H
#define GOMP_OS_ORIGIN_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

/* The address of the word.  Before os_origin_watch, and if the kernel cannot
   clear memory, it is a word that never changes.  */
HIDDEN extern _Atomic (atomic_uint *) os_origin;

/* Start watching; one call is enough.  */
HIDDEN void os_origin_watch (void);
/* The child has done the work of the fork handlers: from now on it counts as a
   new process.  */
HIDDEN void os_origin_renew (void);

/* Is this a child that has not called os_origin_renew?  Async-signal safe.  */
static inline bool
os_origin_lost (void)
{
  /* Acquire: pairs with the release in os_origin_watch.  */
  atomic_uint *word = atomic_load_explicit (&os_origin, memory_order_acquire);
  return unlikely (atomic_load_explicit (word, memory_order_relaxed) == 0);
}

#endif

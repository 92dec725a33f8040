/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Nestable locks, in the layouts of the ABI (OpenMP 5.1 section 3.9).  All
   zero is an unlocked lock.  */

#ifndef GOMP_TEAM_NESTLOCK_H
#define GOMP_TEAM_NESTLOCK_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"
#include "team/self.h"

/* Since OpenMP 3.0: owned by a task.  */
struct gomp_nest_lock
{
  atomic_uint lock;       /* see sync/lock.h */
  int count;              /* number of times that the owner holds it; the
                             owner's; see gomp_nest_lock_mark */
  _Atomic (void *) owner; /* task that has it, or NULL */
};

/* Before OpenMP 3.0: owned by a thread.  */
struct gomp_nest_lock_25
{
  atomic_uint owner; /* number of the thread that has it, or 0 */
  int count;         /* number of times that the owner holds it; the owner's */
};

/* TASK, which does not hold the lock, acquires it; its owner releases it.  */
HIDDEN void gomp_nest_lock_acquire (struct gomp_nest_lock *lock, void *task);
HIDDEN void gomp_nest_lock_release (struct gomp_nest_lock *lock);

/* The owner: how often it holds LOCK.  */
static inline int
gomp_nest_lock_count (const struct gomp_nest_lock *lock)
{
  return lock->count & INT_MAX;
}

/* The owner: let each gomp_nest_lock_count_down of LOCK return true until it
   is free again.  */
static inline void
gomp_nest_lock_mark (struct gomp_nest_lock *lock)
{
  lock->count |= INT_MIN;
}

/* Read without the lock: a task that finds itself there is the owner.  */
static inline bool
gomp_nest_lock_is_owned (struct gomp_nest_lock *lock, void *task)
{
  return atomic_load_explicit (&lock->owner, memory_order_relaxed) == task;
}

/* As gomp_nest_lock_acquire, for the calling task TASK, which may hold it.  */
static inline void
gomp_nest_lock_set (struct gomp_nest_lock *lock, void *task)
{
  if (gomp_nest_lock_is_owned (lock, task))
    lock->count++;
  else
    gomp_nest_lock_acquire (lock, task);
}

/* The owner holds LOCK once less.  True: the caller must look whether it still
   holds LOCK, and otherwise release it.  */
static inline bool
gomp_nest_lock_count_down (struct gomp_nest_lock *lock)
{
  return --lock->count <= 0;
}

/* Returns the new count; 0: another task has the lock.  */
HIDDEN int gomp_nest_lock_test (struct gomp_nest_lock *lock, void *task);

HIDDEN void gomp_nest_lock_25_set (struct gomp_nest_lock_25 *lock);
HIDDEN void gomp_nest_lock_25_unset (struct gomp_nest_lock_25 *lock);
HIDDEN int gomp_nest_lock_25_test (struct gomp_nest_lock_25 *lock);

#endif

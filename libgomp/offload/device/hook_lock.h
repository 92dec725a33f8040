/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The mutexes that are held while a plugin's hooks run: three of each device,
   and one of the table of devices.

   A hook may end the program, by GOMP_PLUGIN_fatal or because memory is
   exhausted, and does not return to the holder of the mutex.  Exit handlers
   may then use devices, or wait for a thread that uses one or that fails as
   well.  So each of these mutexes records its holder, and gomp_fatal releases
   the mutexes of its thread (gomp_at_fatal).

   In a program that is ending, no thread waits for a device that is being
   started or for its images: another thread may sleep in a hook until the
   end.  */

#ifndef GOMP_OFFLOAD_DEVICE_HOOK_LOCK_H
#define GOMP_OFFLOAD_DEVICE_HOOK_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "base/diag.h"
#include "sync/biased.h"
#include "sync/mutex.h"

/* All zero is unlocked, as with the mutexes inside.  */
struct gomp_hook_mutex
{
  struct gomp_mutex mutex;
  bool abandoned;          /* mutex: its data cannot be used any more */
  atomic_uintptr_t holder; /* a thread, or 0.  Relaxed: a thread only checks if
                              it is the holder itself */
};
struct gomp_hook_biased
{
  struct gomp_biased mutex;
  atomic_uintptr_t holder; /* as above */
};

/* The thread need not release MUTEX before the program ends.  */
static inline void
gomp_hook_enter (atomic_uintptr_t *holder)
{
  gomp_invariant_lock (-1);
  atomic_store_explicit (holder, arch_thread (), memory_order_relaxed);
}

static inline void
gomp_hook_leave (atomic_uintptr_t *holder)
{
  gomp_invariant_lock (1);
  atomic_store_explicit (holder, 0, memory_order_relaxed);
}

static inline bool
gomp_hook_is_held (atomic_uintptr_t *holder)
{
  return atomic_load_explicit (holder, memory_order_relaxed) == arch_thread ();
}

/* ---- Short operations.  */

static inline void
gomp_hook_wait_lock (struct gomp_hook_mutex *m)
{
  gomp_mutex_lock (&m->mutex);
  gomp_hook_enter (&m->holder);
}

static inline void
gomp_hook_unlock (struct gomp_hook_mutex *m)
{
  gomp_hook_leave (&m->holder);
  gomp_mutex_unlock (&m->mutex);
}

static inline void
gomp_hook_biased_lock (struct gomp_hook_biased *m)
{
  gomp_biased_lock (&m->mutex);
  gomp_hook_enter (&m->holder);
}

static inline void
gomp_hook_biased_unlock (struct gomp_hook_biased *m)
{
  gomp_hook_leave (&m->holder);
  gomp_biased_unlock (&m->mutex);
}

/* ---- Starting, images.  */

/* The caller has the mutex in M.  False: a hook that ran with M has not
   returned.  */
static inline bool
gomp_hook_locked (struct gomp_hook_mutex *m)
{
  if (unlikely (m->abandoned))
    {
      gomp_mutex_unlock (&m->mutex);
      return false;
    }
  gomp_hook_enter (&m->holder);
  return true;
}

/* False: another thread has M, or a hook that ran with M has not returned.  */
static inline bool
gomp_hook_trylock (struct gomp_hook_mutex *m)
{
  return gomp_mutex_trylock (&m->mutex) && gomp_hook_locked (m);
}

/* False: the program is ending, and a hook that ran with M has not returned. */
static inline bool
gomp_hook_lock (struct gomp_hook_mutex *m)
{
  if (unlikely (gomp_fatal_begun ()))
    return gomp_hook_trylock (m);
  gomp_mutex_lock (&m->mutex);
  return gomp_hook_locked (m);
}

/* ---- The end.  */

/* The calling thread ends the program, perhaps in a hook that was called with
   M.  If so, release M, and let gomp_hook_lock fail from now on.  */
static inline void
gomp_hook_abandon (struct gomp_hook_mutex *m)
{
  if (!gomp_hook_is_held (&m->holder))
    return;
  m->abandoned = true;
  gomp_hook_unlock (m);
}

#endif

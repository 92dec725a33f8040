/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points of barrier, critical, atomic without hardware support, and
   cancellation (OpenMP 5.1 sections 2.19.2, 2.19.1, 2.19.7 and 2.20).  Any
   thread.  */

#include "abi/gomp_cancel.h"
#include "abi/gomp_region.h"
#include "abi/gomp_team.h"
#include "abi/offgomp_core_critical.h"
#include "base/mem.h"
#include "team/critical.h"
#include "team/team.h"

void
GOMP_barrier (void)
{
  gomp_abi_barrier (ompt_sync_region_barrier_explicit);
}

bool
GOMP_barrier_cancel (void)
{
  return gomp_abi_barrier (ompt_sync_region_barrier_explicit);
}

/* ---- Locks of constructs.  If no tool watches locks, these cost no more
   than the test for ThreadSanitizer, which is needed anyway.  */

static COLD void
inform_acquired (struct gomp_owned_lock *lock, ompt_mutex_t kind)
{
  if (kind == ompt_mutex_atomic)
    gomp_tsan_acquire (lock);
  else if (gomp_tsan_active ())
    gomp_critical_acquired_tsan (lock);
}

static COLD void
inform_released (struct gomp_owned_lock *lock, ompt_mutex_t kind)
{
  if (kind == ompt_mutex_atomic)
    gomp_tsan_release (lock);
  else if (gomp_tsan_active ())
    gomp_critical_released_tsan (lock);
}

static COLD void
acquired_watched (struct gomp_owned_lock *lock, ompt_mutex_t kind,
                  const void *at)
{
  gomp_observe_acquire (kind, lock, at);
  inform_acquired (lock, kind);
  gomp_observe_acquired (kind, lock, false, at);
}

static NOINLINE void
acquire_slowly (struct gomp_owned_lock *lock, ompt_mutex_t kind, const void *at)
{
  bool watched = gomp_lock_is_watched ();
  if (watched)
    gomp_observe_acquire (kind, lock, at);
  gomp_owned_acquire_slowly (lock);
  if (watched)
    {
      inform_acquired (lock, kind);
      gomp_observe_acquired (kind, lock, false, at);
    }
}

static SPECIALIZED void
acquire (struct gomp_owned_lock *lock, ompt_mutex_t kind)
{
  if (unlikely (!gomp_owned_try_quickly (lock)))
    acquire_slowly (lock, kind, __builtin_return_address (0));
  else if (gomp_lock_is_watched ())
    acquired_watched (lock, kind, __builtin_return_address (0));
}

static COLD void
release_watched (struct gomp_owned_lock *lock, ompt_mutex_t kind,
                 const void *at)
{
  inform_released (lock, kind);
  gomp_owned_give_up (lock);
  gomp_observe_released (kind, lock, false, at);
}

static SPECIALIZED void
release (struct gomp_owned_lock *lock, ompt_mutex_t kind)
{
  if (gomp_lock_is_watched ())
    release_watched (lock, kind, __builtin_return_address (0));
  else
    gomp_owned_give_up (lock);
}

void
GOMP_critical_start (void)
{
  acquire (&gomp_critical.unnamed, ompt_mutex_critical);
}

void
GOMP_critical_end (void)
{
  release (&gomp_critical.unnamed, ompt_mutex_critical);
}

/* The compiler's pointer-sized object is the lock.  */
#if GOMP_LOCK_FITS_POINTER
static inline struct gomp_owned_lock *
named (void **word)
{
  return (struct gomp_owned_lock *)(void *)word;
}
#else
/* Or it points to the lock, which is never freed.  */
static COLD struct gomp_owned_lock *
make_named (_Atomic (void *) *word)
{
  void *made = gomp_xalloc_zeroed (sizeof (struct gomp_owned_lock));
  void *before = NULL;
  /* Release: pairs with the acquire in named.  Acquire: another thread may have
     been quicker.  */
  if (atomic_compare_exchange_strong_explicit (
          word, &before, made, memory_order_acq_rel, memory_order_acquire))
    return made;
  gomp_free (made);
  return before;
}

static inline struct gomp_owned_lock *
named (void **word)
{
  _Atomic (void *) *place = (_Atomic (void *) *)word;
  void *lock = atomic_load_explicit (place, memory_order_acquire);
  return likely (lock != NULL) ? lock : make_named (place);
}
#endif

void
GOMP_critical_name_start (void **word)
{
  acquire (named (word), ompt_mutex_critical);
}

void
GOMP_critical_name_end (void **word)
{
  release (named (word), ompt_mutex_critical);
}

/* For libomp.so.5.  */
void
gomp_core_critical_begin (void *lock)
{
  acquire (lock, ompt_mutex_critical);
}

void
gomp_core_critical_begin_hinted (void *lock, uint32_t hint)
{
  const void *at = __builtin_return_address (0);
  gomp_observe_acquire_hinted (hint, lock, at);
  if (!gomp_owned_try_quickly (lock))
    gomp_owned_acquire_slowly (lock);
  inform_acquired (lock, ompt_mutex_critical);
  gomp_observe_acquired (ompt_mutex_critical, lock, false, at);
}

void
gomp_core_critical_end (void *lock)
{
  release (lock, ompt_mutex_critical);
}

void
GOMP_atomic_start (void)
{
  acquire (&gomp_critical.atomic, ompt_mutex_atomic);
}

void
GOMP_atomic_end (void)
{
  release (&gomp_critical.atomic, ompt_mutex_atomic);
}

/* ---- Cancellation.  */

bool
gomp_abi_cancellation_observed (int which, const void *at)
{
  bool cancelled = gomp_abi_is_cancelled (gomp_self (), which);
  if (cancelled)
    gomp_observe_cancel (which, false, at);
  return cancelled;
}

bool
GOMP_cancellation_point (int which)
{
  return gomp_abi_cancellation_point (which);
}

bool
GOMP_cancel (int which, bool do_cancel)
{
  return do_cancel ? gomp_abi_cancel (which)
                   : gomp_abi_cancellation_point (which);
}

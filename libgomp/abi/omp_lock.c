/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The lock routines (OpenMP 5.1 section 3.9), C and Fortran, in both versions
   of the ABI: the default ones of OMP_3.0, and those of OMP_1.0 for older
   programs, in which threads own nestable locks.  A simple lock is one word in
   both versions.  Any thread.

   A Fortran variable for a nestable lock has 8 bytes, which hold a pointer
   to the lock since OMP_3.0.  */

#include <stdint.h>
#include <string.h>

#include "abi/omp_lock.h"
#include "base/compiler.h"
#include "base/mem.h"
#include "sync/lock.h"
#include "team/nestlock.h"
#include "team/observe.h"

#ifdef __has_attribute
#  define HAS_SYMVER __has_attribute (symver)
#else
#  define HAS_SYMVER 0
#endif

/* Export LOCAL as the entry point NAME.  A static library has the default
   versions only.  Link-time optimization would lose versions that only the
   assembler knows.  */
#if defined(PIC) && HAS_SYMVER
#  define VERSIONED(local, text)                                               \
    extern __typeof__ (local) local __attribute__ ((symver (text)));
#  define DEFAULT(local, name) VERSIONED (local, #name "@@OMP_3.0")
#  define OLD(local, name) VERSIONED (local, #name "@OMP_1.0")
#elif defined(PIC)
#  define DEFAULT(local, name)                                                 \
    __asm__(".symver " #local "," #name "@@OMP_3.0");
#  define OLD(local, name) __asm__(".symver " #local "," #name "@OMP_1.0");
#else
#  define DEFAULT(local, name)                                                 \
    extern __typeof__ (local) name __attribute__ ((alias (#local)));
#  define OLD(local, name)
#endif

#define ENTRY(type, local, arg)                                                \
  EXPORT type local (arg);                                                     \
  type local (arg)

/* ---- Observing.  If no tool watches locks, setting and unsetting one
   costs no more than the test for ThreadSanitizer, which is needed anyway.  */

#define HERE __builtin_return_address (0)

static COLD void
made_watched (const void *lock, ompt_mutex_t kind, unsigned hint,
              const void *at)
{
  gomp_self ();
  gomp_observe_lock_made (kind, lock, hint, at);
}

static SPECIALIZED void
made (const void *lock, ompt_mutex_t kind)
{
  if (gomp_lock_is_watched ())
    made_watched (lock, kind, 0, HERE);
}

void
gomp_abi_make_lock (void *lock, unsigned hint, const void *at)
{
  atomic_store_explicit ((atomic_uint *)lock, 0, memory_order_relaxed);
  if (gomp_lock_is_watched ())
    made_watched (lock, ompt_mutex_lock, hint, at);
}

void
gomp_abi_make_nest_lock (void *lock, unsigned hint, const void *at)
{
  memset (lock, 0, sizeof (struct gomp_nest_lock));
  if (gomp_lock_is_watched ())
    made_watched (lock, ompt_mutex_nest_lock, hint, at);
}

void
gomp_abi_make_nest_lock_f (void *var, unsigned hint, const void *at)
{
  struct gomp_nest_lock *lock = gomp_xalloc_zeroed (sizeof (*lock));
  *(struct gomp_nest_lock **)var = lock;
  if (gomp_lock_is_watched ())
    made_watched (lock, ompt_mutex_nest_lock, hint, at);
}

static SPECIALIZED void
gone (const void *lock, ompt_mutex_t kind)
{
  if (gomp_lock_is_watched ())
    gomp_observe_lock_gone (kind, lock, HERE);
}

/* Simple locks.  */

static COLD void
acquired_watched (atomic_uint *lock, const void *at)
{
  gomp_observe_acquire (ompt_mutex_lock, lock, at);
  gomp_tsan_acquire (lock);
  gomp_observe_acquired (ompt_mutex_lock, lock, false, at);
}

static NOINLINE void
acquire_slowly (atomic_uint *lock, const void *at)
{
  bool watched = gomp_lock_is_watched ();
  if (watched)
    gomp_observe_acquire (ompt_mutex_lock, lock, at);
  gomp_lock_contended (lock);
  if (watched)
    gomp_observe_acquired (ompt_mutex_lock, lock, false, at);
}

static COLD void
release_watched (atomic_uint *lock, const void *at)
{
  gomp_lock_release (lock);
  gomp_observe_released (ompt_mutex_lock, lock, false, at);
}

static COLD int
try_watched (atomic_uint *lock, const void *at)
{
  gomp_observe_acquire (ompt_mutex_test_lock, lock, at);
  bool acquired = gomp_lock_try (lock);
  if (acquired)
    gomp_observe_acquired (ompt_mutex_test_lock, lock, false, at);
  return acquired;
}

ENTRY (void, gomp_abi_init_lock, atomic_uint *lock)
{
  atomic_store_explicit (lock, 0, memory_order_relaxed);
  made (lock, ompt_mutex_lock);
}

ENTRY (void, gomp_abi_destroy_lock, atomic_uint *lock)
{
  gone (lock, ompt_mutex_lock);
}

ENTRY (void, gomp_abi_set_lock, atomic_uint *lock)
{
  if (unlikely (!gomp_lock_try_quietly (lock)))
    acquire_slowly (lock, HERE);
  else if (gomp_lock_is_watched ())
    acquired_watched (lock, HERE);
}

ENTRY (void, gomp_abi_unset_lock, atomic_uint *lock)
{
  if (gomp_lock_is_watched ())
    release_watched (lock, HERE);
  else
    gomp_lock_give_up (lock);
}

ENTRY (int, gomp_abi_test_lock, atomic_uint *lock)
{
  if (gomp_lock_is_watched ())
    return try_watched (lock, HERE);
  return gomp_lock_try_quietly (lock);
}

/* Nestable locks.  A thread that has one when it asks for it sets it once
   more.  A lock that a tool saw being set is marked, so that the tool sees it
   being unset; for others the count alone tells what to do.  */

static COLD void
nest_set_watched (struct gomp_nest_lock *lock, const void *at)
{
  void *task = gomp_self ()->task;
  bool nests = gomp_nest_lock_is_owned (lock, task);
  gomp_observe_acquire (ompt_mutex_nest_lock, lock, at);
  gomp_nest_lock_set (lock, task);
  gomp_nest_lock_mark (lock);
  gomp_observe_acquired (ompt_mutex_nest_lock, lock, nests, at);
}

static COLD void
nest_unset_watched (struct gomp_nest_lock *lock, const void *at)
{
  bool nests = gomp_nest_lock_count (lock) > 0;
  if (!nests)
    gomp_nest_lock_release (lock);
  gomp_observe_released (ompt_mutex_nest_lock, lock, nests, at);
}

static NOINLINE void
nest_unset_counted (struct gomp_nest_lock *lock, const void *at)
{
  if (gomp_lock_is_watched ())
    nest_unset_watched (lock, at);
  else if (gomp_nest_lock_count (lock) == 0)
    gomp_nest_lock_release (lock);
}

static COLD int
nest_test_watched (struct gomp_nest_lock *lock, const void *at)
{
  gomp_observe_acquire (ompt_mutex_test_nest_lock, lock, at);
  int count = gomp_nest_lock_test (lock, gomp_self ()->task);
  if (count == 0)
    return 0;
  gomp_nest_lock_mark (lock);
  gomp_observe_acquired (ompt_mutex_test_nest_lock, lock, count > 1, at);
  return count;
}

static SPECIALIZED void
nest_set (struct gomp_nest_lock *lock)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_nest_lock_set (lock, self->task);
  else
    nest_set_watched (lock, HERE);
}

static SPECIALIZED void
nest_unset (struct gomp_nest_lock *lock)
{
  if (gomp_nest_lock_count_down (lock))
    nest_unset_counted (lock, HERE);
}

static SPECIALIZED int
nest_test (struct gomp_nest_lock *lock)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    return nest_test_watched (lock, HERE);
  return gomp_nest_lock_test (lock, self->task);
}

ENTRY (void, gomp_abi_init_nest_lock, struct gomp_nest_lock *lock)
{
  memset (lock, 0, sizeof (*lock));
  made (lock, ompt_mutex_nest_lock);
}

ENTRY (void, gomp_abi_destroy_nest_lock, struct gomp_nest_lock *lock)
{
  gone (lock, ompt_mutex_nest_lock);
}

ENTRY (void, gomp_abi_set_nest_lock, struct gomp_nest_lock *lock)
{
  nest_set (lock);
}

ENTRY (void, gomp_abi_unset_nest_lock, struct gomp_nest_lock *lock)
{
  nest_unset (lock);
}

ENTRY (int, gomp_abi_test_nest_lock, struct gomp_nest_lock *lock)
{
  return nest_test (lock);
}

/* Nestable locks of Fortran: the variable points to the lock.  */

ENTRY (void, gomp_abi_init_nest_lock_f, struct gomp_nest_lock **var)
{
  *var = gomp_xalloc_zeroed (sizeof (**var));
  made (*var, ompt_mutex_nest_lock);
}

ENTRY (void, gomp_abi_destroy_nest_lock_f, struct gomp_nest_lock **var)
{
  gone (*var, ompt_mutex_nest_lock);
  gomp_free (*var);
  *var = NULL;
}

ENTRY (void, gomp_abi_set_nest_lock_f, struct gomp_nest_lock **var)
{
  nest_set (*var);
}

ENTRY (void, gomp_abi_unset_nest_lock_f, struct gomp_nest_lock **var)
{
  nest_unset (*var);
}

ENTRY (int, gomp_abi_test_nest_lock_f, struct gomp_nest_lock **var)
{
  return nest_test (*var);
}

/* Nestable locks of OMP_1.0.  */

ENTRY (void, gomp_abi_init_nest_lock_25, struct gomp_nest_lock_25 *lock)
{
  memset (lock, 0, sizeof (*lock));
}

ENTRY (void, gomp_abi_destroy_nest_lock_25, struct gomp_nest_lock_25 *lock)
{
  (void)lock;
}

ENTRY (void, gomp_abi_set_nest_lock_25, struct gomp_nest_lock_25 *lock)
{
  gomp_nest_lock_25_set (lock);
}

ENTRY (void, gomp_abi_unset_nest_lock_25, struct gomp_nest_lock_25 *lock)
{
  gomp_nest_lock_25_unset (lock);
}

ENTRY (int, gomp_abi_test_nest_lock_25, struct gomp_nest_lock_25 *lock)
{
  return gomp_nest_lock_25_test (lock);
}

/* The names.  An object can have only one name and version node, so each entry
   point with several names gets aliases.  */
#define ALIAS(alias_name, local)                                               \
  extern EXPORT __typeof__ (local) alias_name __attribute__ ((alias (#local)));

#define NAMES(verb)                                                            \
  ALIAS (gomp_abi_##verb##_lock_f, gomp_abi_##verb##_lock)                     \
  ALIAS (gomp_abi_##verb##_lock_25, gomp_abi_##verb##_lock)                    \
  ALIAS (gomp_abi_##verb##_lock_25_f, gomp_abi_##verb##_lock)                  \
  ALIAS (gomp_abi_##verb##_nest_lock_25_f, gomp_abi_##verb##_nest_lock_25)     \
  DEFAULT (gomp_abi_##verb##_lock, omp_##verb##_lock)                          \
  DEFAULT (gomp_abi_##verb##_lock_f, omp_##verb##_lock_)                       \
  DEFAULT (gomp_abi_##verb##_nest_lock, omp_##verb##_nest_lock)                \
  DEFAULT (gomp_abi_##verb##_nest_lock_f, omp_##verb##_nest_lock_)             \
  OLD (gomp_abi_##verb##_lock_25, omp_##verb##_lock)                           \
  OLD (gomp_abi_##verb##_lock_25_f, omp_##verb##_lock_)                        \
  OLD (gomp_abi_##verb##_nest_lock_25, omp_##verb##_nest_lock)                 \
  OLD (gomp_abi_##verb##_nest_lock_25_f, omp_##verb##_nest_lock_)

NAMES (init)
NAMES (destroy)
NAMES (set)
NAMES (unset)
NAMES (test)

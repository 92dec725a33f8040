/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The lock routines (OpenMP 5.1 section 3.9), C and Fortran, in both versions
   of the ABI: the default ones of OMP_3.0, and those of OMP_1.0 for older
   programs, in which threads own nestable locks.  A simple lock is one word in
   both versions.  Any thread.

   A Fortran variable for a nestable lock has 8 bytes, which hold a pointer
   to the lock since OMP_3.0.  */

#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "base/mem.h"
#include "sync/lock.h"
#include "team/nestlock.h"

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

/* Simple locks.  */

ENTRY (void, gomp_abi_init_lock, atomic_uint *lock)
{
  atomic_store_explicit (lock, 0, memory_order_relaxed);
}

ENTRY (void, gomp_abi_destroy_lock, atomic_uint *lock) { (void)lock; }

ENTRY (void, gomp_abi_set_lock, atomic_uint *lock) { gomp_lock_acquire (lock); }

ENTRY (void, gomp_abi_unset_lock, atomic_uint *lock)
{
  gomp_lock_release (lock);
}

ENTRY (int, gomp_abi_test_lock, atomic_uint *lock)
{
  return gomp_lock_try (lock);
}

/* Nestable locks.  */

ENTRY (void, gomp_abi_init_nest_lock, struct gomp_nest_lock *lock)
{
  memset (lock, 0, sizeof (*lock));
}

ENTRY (void, gomp_abi_destroy_nest_lock, struct gomp_nest_lock *lock)
{
  (void)lock;
}

ENTRY (void, gomp_abi_set_nest_lock, struct gomp_nest_lock *lock)
{
  gomp_nest_lock_set (lock);
}

ENTRY (void, gomp_abi_unset_nest_lock, struct gomp_nest_lock *lock)
{
  gomp_nest_lock_unset (lock);
}

ENTRY (int, gomp_abi_test_nest_lock, struct gomp_nest_lock *lock)
{
  return gomp_nest_lock_test (lock);
}

/* Nestable locks of Fortran: the variable points to the lock.  */

ENTRY (void, gomp_abi_init_nest_lock_f, struct gomp_nest_lock **var)
{
  *var = gomp_xalloc_zeroed (sizeof (**var));
}

ENTRY (void, gomp_abi_destroy_nest_lock_f, struct gomp_nest_lock **var)
{
  gomp_free (*var);
  *var = NULL;
}

ENTRY (void, gomp_abi_set_nest_lock_f, struct gomp_nest_lock **var)
{
  gomp_nest_lock_set (*var);
}

ENTRY (void, gomp_abi_unset_nest_lock_f, struct gomp_nest_lock **var)
{
  gomp_nest_lock_unset (*var);
}

ENTRY (int, gomp_abi_test_nest_lock_f, struct gomp_nest_lock **var)
{
  return gomp_nest_lock_test (*var);
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

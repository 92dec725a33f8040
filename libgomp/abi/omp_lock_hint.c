/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Initialisation of locks with a hint (OpenMP 5.1 section 3.9.2), which the
   headers have always declared.  The locks adapt by themselves; only tools see
   the hint.  */

#include "abi/fortran.h"
#include "abi/omp_lock.h"

EXPORT void omp_init_lock_with_hint_ (void *lock, const int32_t *hint);
EXPORT void omp_init_nest_lock_with_hint_ (void *lock, const int32_t *hint);

void
omp_init_lock_with_hint (omp_lock_t *lock, omp_sync_hint_t hint)
{
  gomp_abi_make_lock (lock, (unsigned)hint, __builtin_return_address (0));
}

void
omp_init_nest_lock_with_hint (omp_nest_lock_t *lock, omp_sync_hint_t hint)
{
  gomp_abi_make_nest_lock (lock, (unsigned)hint, __builtin_return_address (0));
}

void
omp_init_lock_with_hint_ (void *lock, const int32_t *hint)
{
  gomp_abi_make_lock (lock, (unsigned)*hint, __builtin_return_address (0));
}

void
omp_init_nest_lock_with_hint_ (void *lock, const int32_t *hint)
{
  gomp_abi_make_nest_lock_f (lock, (unsigned)*hint,
                             __builtin_return_address (0));
}

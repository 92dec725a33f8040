/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Initialisation of locks with a hint (OpenMP 5.1 section 3.9.2), which the
   headers have always declared.  The locks adapt by themselves; the hint has no
   effect.  */

#include "abi/fortran.h"

EXPORT void omp_init_lock_ (void *lock);
EXPORT void omp_init_nest_lock_ (void *lock);
EXPORT void omp_init_lock_with_hint_ (void *lock, const int32_t *hint);
EXPORT void omp_init_nest_lock_with_hint_ (void *lock, const int32_t *hint);

void
omp_init_lock_with_hint (omp_lock_t *lock, omp_sync_hint_t hint)
{
  (void)hint;
  omp_init_lock (lock);
}

void
omp_init_nest_lock_with_hint (omp_nest_lock_t *lock, omp_sync_hint_t hint)
{
  (void)hint;
  omp_init_nest_lock (lock);
}

void
omp_init_lock_with_hint_ (void *lock, const int32_t *hint)
{
  (void)hint;
  omp_init_lock_ (lock);
}

void
omp_init_nest_lock_with_hint_ (void *lock, const int32_t *hint)
{
  (void)hint;
  omp_init_nest_lock_ (lock);
}

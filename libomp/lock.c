/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The locks of omp.h as the compilers that do not call omp_* use them.  */

#include "libomp.h"

#define LOCK(type, name)                                                       \
  EXPORT type omp_##name (void **lock);                                        \
  EXPORT type __kmpc_##name (struct ident *at, int32_t thread, void **lock);   \
  type __kmpc_##name (struct ident *at, int32_t thread, void **lock)           \
  {                                                                            \
    (void)at;                                                                  \
    (void)thread;                                                              \
    return omp_##name (lock);                                                  \
  }
LOCK (void, init_lock)
LOCK (void, destroy_lock)
LOCK (void, set_lock)
LOCK (void, unset_lock)
LOCK (int, test_lock)
LOCK (void, init_nest_lock)
LOCK (void, destroy_nest_lock)
LOCK (void, set_nest_lock)
LOCK (void, unset_nest_lock)
LOCK (int, test_nest_lock)

/* A nestable lock of C is one of Fortran in libgomp.so.1.  */
EXPORT void omp_init_nest_lock_with_hint (void **lock, uintptr_t hint);
void
omp_init_nest_lock_with_hint (void **lock, uintptr_t hint)
{
  core.nest_lock_init (lock, (uint32_t)hint);
}

/* One kind of lock suits all hints.  */
#define HINTED(name)                                                           \
  EXPORT void __kmpc_##name##_with_hint (struct ident *at, int32_t thread,     \
                                         void **lock, uintptr_t hint);         \
  void __kmpc_##name##_with_hint (struct ident *at, int32_t thread,            \
                                  void **lock, uintptr_t hint)                 \
  {                                                                            \
    (void)hint;                                                                \
    __kmpc_##name (at, thread, lock);                                          \
  }
HINTED (init_lock)
HINTED (init_nest_lock)

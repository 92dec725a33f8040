/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the calling thread is.  */

#include "libomp.h"

EXPORT int32_t __kmpc_global_thread_num (struct ident *at);
EXPORT int32_t __kmpc_global_num_threads (struct ident *at);
EXPORT int32_t __kmpc_bound_thread_num (struct ident *at);
EXPORT int32_t __kmpc_bound_num_threads (struct ident *at);
EXPORT int32_t __kmpc_in_parallel (struct ident *at);
EXPORT void __kmpc_begin (struct ident *at, int32_t flags);
EXPORT void __kmpc_end (struct ident *at);

IN_ONE_LINE int32_t
__kmpc_global_thread_num (struct ident *at)
{
  (void)at;
  return libomp_number ();
}

/* No count of the process's threads is kept.  */
int32_t
__kmpc_global_num_threads (struct ident *at)
{
  return __kmpc_bound_num_threads (at);
}

int32_t
__kmpc_bound_thread_num (struct ident *at)
{
  (void)at;
  return core.thread_num ();
}

int32_t
__kmpc_bound_num_threads (struct ident *at)
{
  (void)at;
  return (int32_t)core.position ().count;
}

int32_t
__kmpc_in_parallel (struct ident *at)
{
  (void)at;
  return core.in_parallel ();
}

/* The library needs no announcement.  */
void
__kmpc_begin (struct ident *at, int32_t flags)
{
  (void)at;
  (void)flags;
}

void
__kmpc_end (struct ident *at)
{
  (void)at;
}

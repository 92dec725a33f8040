/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the calling thread is.  */

#include "libomp.h"

EXPORT int32_t __kmpc_global_thread_num (struct ident *at);
EXPORT int32_t __kmpc_global_num_threads (struct ident *at);
EXPORT int32_t __kmpc_bound_thread_num (struct ident *at);
EXPORT int32_t __kmpc_bound_num_threads (struct ident *at);
EXPORT int32_t __kmpc_in_parallel (struct ident *at);
EXPORT int32_t __kmpc_get_target_offload (void);
EXPORT int32_t __kmpc_pause_resource (int32_t kind);
EXPORT int omp_pause_resource_all (int kind);
EXPORT bool __kmpc_omp_has_task_team (int32_t thread);
EXPORT void **__kmpc_omp_get_target_async_handle_ptr (int32_t thread);
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

/* ---- What a libomptarget asks.  */

/* 0 disabled, 1 default, 2 mandatory.  */
int32_t
__kmpc_get_target_offload (void)
{
  return core.target_offload ();
}

int32_t
__kmpc_pause_resource (int32_t kind)
{
  return omp_pause_resource_all (kind);
}

/* A region that runs on a device is waited for by its task.  */
bool
__kmpc_omp_has_task_team (int32_t thread)
{
  (void)thread;
  return false;
}

void **
__kmpc_omp_get_target_async_handle_ptr (int32_t thread)
{
  (void)thread;
  return NULL;
}

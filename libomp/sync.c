/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Barriers, single, masked, critical and ordered regions, and cancellation.  */

#include "libomp.h"

#include <stdatomic.h>
#include <stdio.h>

#include "routines.h"

#define AT struct ident *at, int32_t thread

EXPORT void __kmpc_barrier (AT);
EXPORT int32_t __kmpc_barrier_master (AT);
EXPORT void __kmpc_end_barrier_master (AT);
EXPORT int32_t __kmpc_barrier_master_nowait (AT);
EXPORT int32_t __kmpc_single (AT);
EXPORT void __kmpc_end_single (AT);
EXPORT int32_t __kmpc_master (AT);
EXPORT void __kmpc_end_master (AT);
EXPORT int32_t __kmpc_masked (AT, int32_t filter);
EXPORT void __kmpc_end_masked (AT);
EXPORT void __kmpc_scope (AT, void *reserved);
EXPORT void __kmpc_end_scope (AT, void *reserved);
EXPORT void __kmpc_critical (AT, struct critical_name *name);
EXPORT void __kmpc_critical_with_hint (AT, struct critical_name *name,
                                       uint32_t hint);
EXPORT void __kmpc_end_critical (AT, struct critical_name *name);
EXPORT void __kmpc_ordered (AT);
EXPORT void __kmpc_end_ordered (AT);
EXPORT void __kmpc_flush (struct ident *at);
EXPORT void __kmpc_copyprivate (AT, size_t size, void *list,
                                void (*copy) (void *to, void *from),
                                int32_t is_source);
EXPORT void *__kmpc_copyprivate_light (AT, void *data);
EXPORT int32_t __kmpc_cancel (AT, int32_t kind);
EXPORT int32_t __kmpc_cancellationpoint (AT, int32_t kind);
EXPORT int32_t __kmpc_cancel_barrier (AT);
EXPORT void __kmpc_error (struct ident *at, int32_t severity,
                          const char *message);

/* Most of these need neither the place in the program nor the thread, which
   libgomp.so.1 knows.  */
#define UNUSED                                                                 \
  (void)at;                                                                    \
  (void)thread

void
__kmpc_barrier (AT)
{
  UNUSED;
  core.barrier (libomp_location (at));
}

/* Thread 0 goes on behind the first barrier, the others behind the second.  */
int32_t
__kmpc_barrier_master (AT)
{
  UNUSED;
  core.own_barrier ();
  if (core.thread_num () == 0)
    return 1;
  core.own_barrier ();
  return 0;
}

void
__kmpc_end_barrier_master (AT)
{
  UNUSED;
  core.own_barrier ();
}

int32_t
__kmpc_barrier_master_nowait (AT)
{
  UNUSED;
  core.own_barrier ();
  return core.thread_num () == 0;
}

int32_t
__kmpc_single (AT)
{
  UNUSED;
  return core.single ();
}

void
__kmpc_end_single (AT)
{
  UNUSED;
  if (libomp_may_be_observed ())
    core.single_end ();
}

int32_t
__kmpc_master (AT)
{
  UNUSED;
  return core.masked (0);
}

void
__kmpc_end_master (AT)
{
  __kmpc_end_masked (at, thread);
}

int32_t
__kmpc_masked (AT, int32_t filter)
{
  UNUSED;
  return core.masked (filter);
}

void
__kmpc_end_masked (AT)
{
  UNUSED;
  if (libomp_may_be_observed ())
    core.masked_end ();
}

void
__kmpc_scope (AT, void *reserved)
{
  UNUSED;
  (void)reserved;
}

void
__kmpc_end_scope (AT, void *reserved)
{
  UNUSED;
  (void)reserved;
}

/* All threads use the lock that one of them has found first.  */
static COLD void *
find_lock (struct critical_name *name)
{
  void *found = core.critical_lock (&name->own);
  void *before = NULL;
  /* Relaxed: the pointer alone matters.  */
  return __atomic_compare_exchange_n (&name->lock, &before, found, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)
             ? found
             : before;
}

static inline void *
lock_of (struct critical_name *name)
{
  /* Relaxed: as in find_lock.  */
  void *lock = __atomic_load_n (&name->lock, __ATOMIC_RELAXED);
  return likely (lock != NULL) ? lock : find_lock (name);
}

void
__kmpc_critical (AT, struct critical_name *name)
{
  UNUSED;
  core.critical_begin (lock_of (name));
}

/* The one kind of lock that there is suits all hints; tools see them.  */
void
__kmpc_critical_with_hint (AT, struct critical_name *name, uint32_t hint)
{
  UNUSED;
  if (libomp_may_be_observed ())
    core.critical_begin_hinted (lock_of (name), hint);
  else
    core.critical_begin (lock_of (name));
}

void
__kmpc_end_critical (AT, struct critical_name *name)
{
  UNUSED;
  core.critical_end (lock_of (name));
}

void
__kmpc_ordered (AT)
{
  UNUSED;
  core.ordered_begin ();
}

void
__kmpc_end_ordered (AT)
{
  UNUSED;
  core.ordered_end ();
}

/* The test for a tool is three instructions, which take no time that can be
   measured beside the fence: 2.17 ns with and without them.  */
void
__kmpc_flush (struct ident *at)
{
  (void)at;
  atomic_thread_fence (memory_order_seq_cst);
  if (libomp_may_be_observed ())
    core.flush ();
}

/* The barrier keeps the source's variables until all have copied them.  */
void
__kmpc_copyprivate (AT, size_t size, void *list,
                    void (*copy) (void *to, void *from), int32_t is_source)
{
  UNUSED;
  (void)size;
  if (is_source != 0)
    core.broadcast (list);
  else
    copy (list, core.broadcast (NULL));
  core.single_barrier ();
}

/* The code copies by itself, and has its own barrier afterwards.  */
void *
__kmpc_copyprivate_light (AT, void *data)
{
  UNUSED;
  if (data == NULL)
    return core.broadcast (NULL);
  core.broadcast (data);
  return data;
}

int32_t
__kmpc_cancel (AT, int32_t kind)
{
  UNUSED;
  return core.cancel (libomp_cancel_kind (kind));
}

int32_t
__kmpc_cancellationpoint (AT, int32_t kind)
{
  UNUSED;
  return core.cancellation_point (libomp_cancel_kind (kind));
}

int32_t
__kmpc_cancel_barrier (AT)
{
  UNUSED;
  return core.barrier (libomp_location (at));
}

void
__kmpc_error (struct ident *at, int32_t severity, const char *message)
{
  enum
  {
    WARNING = 1
  };
  char text[1024];
  snprintf (text, sizeof (text), "error directive: %s%s%s",
            message == NULL ? "no message" : message,
            at == NULL || at->text == NULL ? "" : " at ",
            at == NULL || at->text == NULL ? "" : at->text);
  core.error (severity != WARNING, message);
  if (severity == WARNING)
    core.warning (text);
  else
    core.fatal (text);
}

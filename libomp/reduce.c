/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions at the end of a construct.  The answer tells the code what to do
   with its private results: 1 combine them with the variables, then call the
   end; 2 the same by atomic operations; 0 nothing.  */

#include "libomp.h"

/* How a reduction is done, from __kmpc_reduce to its end.  */
enum
{
  ALONE,
  CRITICAL,
  ATOMIC,
  COMBINED /* by libgomp.so.1, thread by thread */
};

#define AT struct ident *at, int32_t thread

EXPORT int32_t __kmpc_reduce (AT, int32_t count, size_t size, void *list,
                              void (*combine) (void *into, void *from),
                              struct critical_name *name);
EXPORT int32_t __kmpc_reduce_nowait (AT, int32_t count, size_t size, void *list,
                                     void (*combine) (void *into, void *from),
                                     struct critical_name *name);
EXPORT void __kmpc_end_reduce (AT, struct critical_name *name);
EXPORT void __kmpc_end_reduce_nowait (AT, struct critical_name *name);

/* From so many threads on they combine their results by pairs.  */
#define MANY_THREADS 4

/* Has the compiler made atomic operations, too?  */
static inline bool
may_be_atomic (const struct ident *at)
{
  return at != NULL && (at->flags & IDENT_ATOMIC_REDUCTION) != 0;
}

static inline int32_t
begin (struct offgomp_thread *me, const struct ident *at,
       struct critical_name *name)
{
  if (core.is_alone (me))
    {
      me->reduction = ALONE;
      return 1;
    }
  if (may_be_atomic (at))
    {
      me->reduction = ATOMIC;
      return 2;
    }
  me->reduction = CRITICAL;
  core.lock_acquire (&name->own);
  return 1;
}

/* With atomic operations there would be no call behind them.  All threads of a
   region are observed, or none is.  */
static COLD int32_t
begin_observed (const struct ident *at, struct critical_name *name)
{
  struct offgomp_thread *me = libomp_thread ();
  if (!core.merge_begin ())
    return begin (me, at, name);
  me->reduction = CRITICAL;
  core.lock_acquire (&name->own);
  return 1;
}

int32_t
__kmpc_reduce_nowait (AT, int32_t count, size_t size, void *list,
                      void (*combine) (void *into, void *from),
                      struct critical_name *name)
{
  (void)thread;
  (void)count;
  (void)size;
  (void)list;
  (void)combine;
  struct offgomp_thread *me = libomp_thread_fast ();
  if (unlikely (me == NULL))
    return begin_observed (at, name);
  return begin (me, at, name);
}

static COLD void
end_observed (struct critical_name *name)
{
  if (libomp_thread ()->reduction != CRITICAL)
    return;
  core.lock_release (&name->own);
  core.merge_end ();
}

static inline void
end (struct critical_name *name)
{
  const struct offgomp_thread *me = libomp_thread_fast ();
  if (unlikely (me == NULL))
    end_observed (name);
  else if (me->reduction == CRITICAL)
    core.lock_release (&name->own);
}

void
__kmpc_end_reduce_nowait (AT, struct critical_name *name)
{
  (void)at;
  (void)thread;
  end (name);
}

/* All threads leave at the same time, so that the results of one exist until
   another has taken them.  Atomic operations of two to eight threads took less
   time than pairs, and so did a critical section for two.  */
int32_t
__kmpc_reduce (AT, int32_t count, size_t size, void *list,
               void (*combine) (void *into, void *from),
               struct critical_name *name)
{
  if (!may_be_atomic (at) && core.position ().count >= MANY_THREADS)
    {
      int answer = core.reduce (list, combine);
      if (answer >= 0)
        {
          libomp_thread ()->reduction = COMBINED;
          return answer;
        }
    }
  return __kmpc_reduce_nowait (at, thread, count, size, list, combine, name);
}

void
__kmpc_end_reduce (AT, struct critical_name *name)
{
  (void)at;
  (void)thread;
  end (name);
  core.own_barrier ();
}

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
  if (core.is_alone ())
    {
      libomp_thread ()->reduction = ALONE;
      return 1;
    }
  if (may_be_atomic (at))
    {
      libomp_thread ()->reduction = ATOMIC;
      return 2;
    }
  libomp_thread ()->reduction = CRITICAL;
  core.critical_begin (&name->own);
  return 1;
}

void
__kmpc_end_reduce_nowait (AT, struct critical_name *name)
{
  (void)at;
  (void)thread;
  if (libomp_thread ()->reduction == CRITICAL)
    core.critical_end (&name->own);
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
  __kmpc_end_reduce_nowait (at, thread, name);
  core.barrier ();
}

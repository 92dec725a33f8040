/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry points for tasks: decode the compiler's arguments, call tasking/.
   Any thread.  */

#include "abi/gomp_task.h"

#include "base/diag.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/observe.h"
#include "tasking/task.h"
#include "tasking/undeferred.h"

void **
gomp_task_checked (void **depend)
{
  int kind;
  if (depend != NULL && unlikely (!gomp_depend_valid (depend, &kind)))
    gomp_fatal ("unknown omp_depend_t dependence type %d", kind);
  return depend;
}

/* No copy constructor, dependences or event.  */
static inline bool
is_plain (void (*cpyfn) (void *, void *), unsigned flags)
{
  return cpyfn == NULL && (flags & (GOMP_TASK_DEPEND | GOMP_TASK_DETACH)) == 0;
}

static inline void **
checked (void **depend)
{
  if (likely (depend != NULL) && likely (gomp_depend_is_short (depend)))
    return depend;
  return gomp_task_checked (depend);
}

static inline struct gomp_task_request
decode (void (*fn) (void *), void *data, void (*cpyfn) (void *, void *),
        long arg_size, long arg_align, bool if_clause, unsigned flags,
        void ***depend, const int *priority, void **detach)
{
  return (struct gomp_task_request){
    .fn = fn,
    .data = data,
    .copy = cpyfn,
    .size = (size_t)arg_size,
    .align = (size_t)arg_align,
    .depend = flags & GOMP_TASK_DEPEND ? checked (*depend) : NULL,
    .event = flags & GOMP_TASK_DETACH ? *detach : NULL,
    .priority
    = flags & GOMP_TASK_PRIORITY ? gomp_task_clamp_priority (*priority) : 0,
    .may_defer = if_clause,
    .final = (flags & GOMP_TASK_FINAL) != 0,
  };
}

/* GOMP_task for a task that does not run at once.  It is a separate function,
   so that the quick path need not save the registers that it uses.  It gets the
   address of the arguments on the stack, so that the quick path need not load
   them.  */
static NOINLINE void
spawn (void (*fn) (void *), void *data, void (*cpyfn) (void *, void *),
       long arg_size, long arg_align, bool if_clause, unsigned flags,
       void ***depend, const int *priority, void **detach)
{
  struct gomp_thread *self = gomp_self_initialised ();
  struct gomp_task_request req
      = decode (fn, data, cpyfn, arg_size, arg_align, if_clause, flags, depend,
                priority, detach);
  if (!is_plain (cpyfn, flags))
    gomp_task_spawn (self, &req);
  else if (!gomp_task_try_at_once (self, fn, data, if_clause, req.final,
                                   req.priority))
    gomp_task_defer (self, &req);
}

static COLD void
spawn_observed (void (*fn) (void *), void *data, void (*cpyfn) (void *, void *),
                long arg_size, long arg_align, bool if_clause, unsigned flags,
                void ***depend, const int *priority, void **detach,
                struct gomp_call call)
{
  struct gomp_task_request req
      = decode (fn, data, cpyfn, arg_size, arg_align, if_clause, flags, depend,
                priority, detach);
  int traits = (flags & GOMP_TASK_UNTIED ? (int)ompt_task_untied : 0)
               | (flags & GOMP_TASK_MERGEABLE ? (int)ompt_task_mergeable : 0);
  gomp_task_spawn_observed (&req, traits, call);
}

/* Read only arguments that the flags announce: older compilers pass fewer.  */
HOT void
GOMP_task (void (*fn) (void *), void *data, void (*cpyfn) (void *, void *),
           long arg_size, long arg_align, bool if_clause, unsigned flags,
           void **depend, int priority, void *detach)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (unlikely (self == NULL))
    spawn_observed (fn, data, cpyfn, arg_size, arg_align, if_clause, flags,
                    &depend, &priority, &detach, GOMP_CALLER);
  else if (unlikely (!is_plain (cpyfn, flags))
           || unlikely (!gomp_task_try_quickly (
               self, fn, data, if_clause, (flags & GOMP_TASK_FINAL) != 0)))
    spawn (fn, data, cpyfn, arg_size, arg_align, if_clause, flags, &depend,
           &priority, &detach);
}

void
GOMP_taskwait (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_task_wait_children (self);
  else
    gomp_task_wait_observed (GOMP_CALLER);
}

void
GOMP_taskwait_depend (void **depend)
{
  struct gomp_thread *self = gomp_self_fast ();
  void **checked = gomp_task_checked (depend);
  if (likely (self != NULL))
    gomp_depend_wait (self, checked);
  else
    gomp_task_wait_depend_observed (checked, GOMP_CALLER);
}

void
GOMP_taskwait_depend_nowait (void **depend)
{
  gomp_depend_add_empty (gomp_self (), gomp_task_checked (depend));
}

void
GOMP_taskyield (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_task_yield (self);
  else
    gomp_task_yield_observed (GOMP_CALLER);
}

void
GOMP_taskgroup_start (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_taskgroup_begin_in_part (self);
  else
    gomp_taskgroup_begin_observed (GOMP_CALLER);
}

void
GOMP_taskgroup_end (void)
{
  struct gomp_thread *self = gomp_self_fast ();
  if (likely (self != NULL))
    gomp_taskgroup_end (self);
  else
    gomp_taskgroup_end_observed (GOMP_CALLER);
}

/* Not in a header: omp.h has an enumeration for the type of EVENT.  */
EXPORT void omp_fulfill_event (uintptr_t event);

void
omp_fulfill_event (uintptr_t event)
{
  struct gomp_thread *self = gomp_self_fast ();
  bool awaited = likely (self != NULL)
                     ? gomp_task_fulfill (self, (void *)event)
                     : gomp_task_fulfill_observed ((void *)event);
  if (!awaited)
    gomp_fatal ("omp_fulfill_event: %p event is invalid or has already been "
                "fulfilled!",
                (void *)event);
}

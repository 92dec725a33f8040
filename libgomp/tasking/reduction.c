/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Task reductions (OpenMP 5.1 sections 2.21.5.2 and 2.21.5.3): task_reduction
   and in_reduction clauses, and reductions with the task modifier.

   The compiler describes the variables of a construct in an array of words; the
   library adds a block of memory with a private copy of each for every thread
   of the team and finds, in a task, the calling thread's copies.  The
   compiler's code initialises and merges them.  An array belongs to the thread
   that registers it; while tasks use it, it does not change.  Memory comes from
   malloc, once for each construct.  */

#include "base/diag.h"
#include "base/mem.h"
#include "base/sizes.h"
#include "tasking/group.h"
#include "tasking/task.h"

#include <string.h>

/* Words of the array.  */
enum
{
  WORD_COUNT = 0, /* variables */
  WORD_BYTES = 1, /* of one thread's copies, with padding */
  WORD_BASE = 2,  /* the block; before registration: its alignment */
  WORD_NEXT = 4,  /* further array, or NULL */
  WORD_LAST = 5,  /* LAST or WATCHED in the last array of a registration,
                     else 0 */
  WORD_END = 6,   /* end of the block */
  WORD_FIRST = 7  /* variables: address, offset of the copy, unused */
};
#define WORDS_PER_VARIABLE 3
/* A tool is told when an array that is WATCHED is unregistered.  */
enum
{
  LAST = 1,
  WATCHED = 2
};

static inline uintptr_t *
next_array (const uintptr_t *array)
{
  return (uintptr_t *)array[WORD_NEXT];
}

static inline const uintptr_t *
variable (const uintptr_t *array, size_t i)
{
  return array + WORD_FIRST + WORDS_PER_VARIABLE * i;
}

static void
allocate (uintptr_t *array, unsigned nthreads)
{
  size_t size = gomp_size_product (nthreads, array[WORD_BYTES]);
  size_t align = array[WORD_BASE];
  if (align < GOMP_CACHE_LINE)
    align = GOMP_CACHE_LINE;
  void *base = gomp_xalloc_aligned (align, size);
  memset (base, 0, size);
  array[WORD_BASE] = (uintptr_t)base;
  array[WORD_END] = (uintptr_t)base + size;
}

/* Give memory to ARRAY and those chained to it, and chain the last one to
   OUTER.  */
static void
set_up (uintptr_t *array, unsigned nthreads, uintptr_t *outer)
{
  for (;;)
    {
      allocate (array, nthreads);
      array[WORD_LAST] = 0;
      if (next_array (array) == NULL)
        break;
      array = next_array (array);
    }
  array[WORD_LAST] = LAST;
  array[WORD_NEXT] = (uintptr_t)outer;
}

void
gomp_reduction_register (struct gomp_thread *self, uintptr_t *array)
{
  struct gomp_task *task = gomp_task_current (self);
  if (task->group == NULL)
    gomp_taskgroup_begin (self, false);
  set_up (array, gomp_task_nthreads (task->member->tasks),
          task->group->reductions);
  task->group->reductions = array;
}

void
gomp_reduction_unregister (uintptr_t *array)
{
  for (; array != NULL; array = next_array (array))
    {
      gomp_free ((void *)array[WORD_BASE]);
      if (likely (array[WORD_LAST] == LAST))
        return;
      if (array[WORD_LAST] == WATCHED)
        {
          gomp_reduction_merged ();
          return;
        }
    }
}

/* All registrations of a group are merged one after another: the last array
   ends it.  */
void
gomp_reduction_watch (uintptr_t *array)
{
  while (next_array (array) != NULL)
    array = next_array (array);
  array[WORD_LAST] = WATCHED;
}

/* The variable of ARRAY whose copy contains offset OFFSET.  */
static const uintptr_t *
variable_at (const uintptr_t *array, uintptr_t offset)
{
  const uintptr_t *found = variable (array, 0);
  for (size_t i = 1; i < array[WORD_COUNT]; i++)
    if (variable (array, i)[1] <= offset)
      found = variable (array, i);
  return found;
}

/* If PTR is a variable of ARRAY or lies in some thread's copy: the offset of
   the copy, and the variable's address.  */
static bool
locate (const uintptr_t *array, uintptr_t ptr, uintptr_t *offset,
        uintptr_t *original)
{
  if (ptr >= array[WORD_BASE] && ptr < array[WORD_END])
    {
      *offset = (ptr - array[WORD_BASE]) % array[WORD_BYTES];
      const uintptr_t *v = variable_at (array, *offset);
      *original = v[0] + (*offset - v[1]);
      return true;
    }
  for (size_t i = 0; i < array[WORD_COUNT]; i++)
    if (variable (array, i)[0] == ptr)
      {
        *offset = variable (array, i)[1];
        *original = ptr;
        return true;
      }
  return false;
}

struct remapping
{
  uintptr_t ptr;      /* what to look for */
  uintptr_t copy;     /* the calling thread's copy of it */
  uintptr_t original; /* the variable */
};

static bool
search (const uintptr_t *array, unsigned thread, struct remapping *r)
{
  uintptr_t offset;
  for (; array != NULL; array = next_array (array))
    if (locate (array, r->ptr, &offset, &r->original))
      {
        r->copy = array[WORD_BASE] + thread * array[WORD_BYTES] + offset;
        return true;
      }
  return false;
}

static bool
remap_one (struct gomp_task *task, unsigned thread, struct remapping *r)
{
  struct gomp_taskgroup *group = task->group;
  for (; group != NULL; group = group->outer)
    if (search (group->reductions, thread, r))
      return true;
  struct gomp_team *team = task->member->tasks->team;
  return team != NULL && search (team->reductions, thread, r);
}

bool
gomp_reduction_remap (struct gomp_thread *self, size_t count, size_t originals,
                      void **ptrs)
{
  struct gomp_task *task = gomp_task_current (self);
  for (size_t i = 0; i < count; i++)
    {
      struct remapping r = { .ptr = (uintptr_t)ptrs[i] };
      if (!remap_one (task, task->member->number, &r))
        {
          gomp_error_set (GOMP_ERR_INVALID,
                          "couldn't find matching task_reduction or reduction "
                          "with task modifier for %p",
                          ptrs[i]);
          return false;
        }
      ptrs[i] = (void *)r.copy;
      if (i < originals)
        ptrs[count + i] = (void *)r.original;
    }
  return true;
}

/* The same block for another thread's arrays of the same construct.  */
static void
share (uintptr_t *array, const uintptr_t *first)
{
  for (; array != NULL; array = next_array (array), first = next_array (first))
    {
      array[WORD_BASE] = first[WORD_BASE];
      array[WORD_END] = first[WORD_END];
      array[WORD_LAST] = first[WORD_LAST];
    }
}

void
gomp_tasking_workshare_begin (struct gomp_thread *self, uintptr_t *array,
                              bool first, uintptr_t *shared)
{
  struct gomp_task *task = gomp_task_current (self);
  gomp_taskgroup_begin (self, true);
  if (first)
    set_up (array, gomp_task_nthreads (task->member->tasks), NULL);
  else
    share (array, shared);
  task->group->reductions = array;
}

void
gomp_reduction_workshare_end (struct gomp_thread *self)
{
  struct gomp_task *task = gomp_task_current (self);
  uintptr_t *array = task->group == NULL ? NULL : task->group->reductions;
  gomp_taskgroup_end (self);
  if (self->thread_num == 0)
    gomp_reduction_unregister (array);
}

void
gomp_tasking_parallel_register (uintptr_t *array, unsigned nthreads)
{
  set_up (array, nthreads, NULL);
}

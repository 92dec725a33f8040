/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Taskgroups, and task reductions: each thread of the team has a copy of each
   variable, made when the reduction begins, which is combined with the variable
   when the taskgroup is complete.  The copies are described to libgomp.so.1 as
   GCC's code describes them.  A reduction with the task modifier is a taskgroup
   of each thread, whose result is that thread's part.  */

#include <stdlib.h>
#include <string.h>

#include "libomp.h"

#define AT struct ident *at, int32_t thread

/* A variable, as the compiler describes it.  */
struct item
{
  void *shared;   /* what the result is combined with */
  void *original; /* what the initializer reads, or NULL: the same */
  size_t size;
  void (*init) (void *copy, void *original); /* or NULL: all zero */
  void (*fini) (void *copy);                 /* or NULL */
  void (*combine) (void *into, void *from);
  uint32_t flags;
};

/* The same as compilers before clang 11 describe it.  */
struct older_item
{
  void *shared;
  size_t size;
  void (*init) (void *copy);
  void (*fini) (void *copy);
  void (*combine) (void *into, void *from);
  uint32_t flags;
};

EXPORT void __kmpc_taskgroup (AT);
EXPORT void __kmpc_end_taskgroup (AT);
EXPORT void *__kmpc_taskred_init (int32_t thread, int32_t count,
                                  const struct item *items);
EXPORT void *__kmpc_taskred_modifier_init (AT, int32_t is_loop, int32_t count,
                                           const struct item *items);
EXPORT void *__kmpc_task_reduction_init (int32_t thread, int32_t count,
                                         const struct older_item *items);
EXPORT void *
__kmpc_task_reduction_modifier_init (AT, int32_t is_loop, int32_t count,
                                     const struct older_item *items);
EXPORT void __kmpc_task_reduction_modifier_fini (AT, int32_t is_loop);
EXPORT void *__kmpc_task_reduction_get_th_data (int32_t thread, void *group,
                                                void *item);

/* GCC's array.  */
enum
{
  WORD_COUNT = 0,
  WORD_BYTES = 1,
  WORD_BASE = 2, /* before it is registered: alignment */
  WORD_NEXT = 4,
  WORD_FIRST = 7,
  WORDS_PER_ITEM = 3 /* address, offset of the copy */
};

#define LINE 64

struct reduction
{
  uint32_t count;     /* variables */
  uint32_t threads;   /* which have copies */
  struct item *items; /* behind the words */
  uintptr_t words[];
};

static inline void *
copy_of (const struct reduction *r, uint32_t thread, uint32_t i)
{
  return (void *)(r->words[WORD_BASE] + thread * r->words[WORD_BYTES]
                  + r->words[WORD_FIRST + WORDS_PER_ITEM * i + 1]);
}

/* Its first COUNT items are to be filled in, and then laid out.  */
static struct reduction *
make_reduction (uint32_t count)
{
  size_t words = WORD_FIRST + WORDS_PER_ITEM * (size_t)count;
  struct reduction *r = calloc (1, sizeof (*r) + words * sizeof (*r->words)
                                       + count * sizeof (*r->items));
  if (r == NULL)
    core.fatal ("out of memory for a task reduction");
  r->count = count;
  r->threads = core.position ().count;
  r->items = (struct item *)(r->words + words);
  return r;
}

static void
lay_out (struct reduction *r)
{
  size_t offset = 0;
  for (uint32_t i = 0; i < r->count; i++)
    {
      r->words[WORD_FIRST + WORDS_PER_ITEM * i] = (uintptr_t)r->items[i].shared;
      r->words[WORD_FIRST + WORDS_PER_ITEM * i + 1] = offset;
      offset += (r->items[i].size + LINE - 1) & -(size_t)LINE;
    }
  r->words[WORD_COUNT] = r->count;
  r->words[WORD_BYTES] = offset;
  r->words[WORD_BASE] = LINE;
}

/* Combine and destroy the copies.  */
static void
combine (struct reduction *r)
{
  for (uint32_t t = 0; t < r->threads; t++)
    for (uint32_t i = 0; i < r->count; i++)
      {
        const struct item *item = &r->items[i];
        item->combine (item->shared, copy_of (r, t, i));
        if (item->fini != NULL)
          item->fini (copy_of (r, t, i));
      }
}

void
__kmpc_taskgroup (AT)
{
  (void)at;
  (void)thread;
  core.taskgroup_begin ();
}

void
__kmpc_end_taskgroup (AT)
{
  uintptr_t *words = core.taskgroup_end ();
  (void)at;
  (void)thread;
  while (unlikely (words != NULL))
    {
      struct reduction *r = container_of (words, struct reduction, words);
      words = (uintptr_t *)words[WORD_NEXT];
      combine (r);
      core.reduction_unregister (r->words);
      free (r);
    }
}

/* Begin the reduction: make the copies.  */
static void *
begin (struct reduction *r)
{
  lay_out (r);
  core.reduction_register (r->words);
  libomp_invariant (r->words[WORD_BASE] > LINE,
                    "a registered task reduction has no copies");
  for (uint32_t t = 0; t < r->threads; t++)
    for (uint32_t i = 0; i < r->count; i++)
      {
        const struct item *item = &r->items[i];
        void *original = item->original;
        if (item->init != NULL)
          item->init (copy_of (r, t, i),
                      original != NULL ? original : item->shared);
      }
  return r;
}

void *
__kmpc_taskred_init (int32_t thread, int32_t count, const struct item *items)
{
  struct reduction *r = make_reduction ((uint32_t)count);
  (void)thread;
  memcpy (r->items, items, r->count * sizeof (*items));
  return begin (r);
}

/* An initializer of one argument does not look at the second.  */
void *
__kmpc_task_reduction_init (int32_t thread, int32_t count,
                            const struct older_item *items)
{
  struct reduction *r = make_reduction ((uint32_t)count);
  (void)thread;
  for (uint32_t i = 0; i < r->count; i++)
    r->items[i] = (struct item){
      .shared = items[i].shared,
      .size = items[i].size,
      .init = (void (*) (void *, void *)) (void (*) (void))items[i].init,
      .fini = items[i].fini,
      .combine = items[i].combine,
      .flags = items[i].flags
    };
  return begin (r);
}

void *
__kmpc_taskred_modifier_init (AT, int32_t is_loop, int32_t count,
                              const struct item *items)
{
  (void)is_loop;
  __kmpc_taskgroup (at, thread);
  return __kmpc_taskred_init (thread, count, items);
}

void *
__kmpc_task_reduction_modifier_init (AT, int32_t is_loop, int32_t count,
                                     const struct older_item *items)
{
  (void)is_loop;
  __kmpc_taskgroup (at, thread);
  return __kmpc_task_reduction_init (thread, count, items);
}

void
__kmpc_task_reduction_modifier_fini (AT, int32_t is_loop)
{
  (void)is_loop;
  __kmpc_end_taskgroup (at, thread);
}

/* The innermost taskgroup with ITEM is the one that is meant.  */
void *
__kmpc_task_reduction_get_th_data (int32_t thread, void *group, void *item)
{
  (void)thread;
  (void)group;
  return core.reduction_copy (item);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Blocks for tasks and their data, without malloc in the steady state.

   Each thread has a heap: free lists of a few block sizes, carved from slabs.
   A thread that frees a block of another thread's heap puts it on that heap's
   return list.  This is a stack with many pushers and one taker; the owner
   empties it when a free list runs out.

   A slab is not freed while any thread that runs tasks exists, and a block's
   head keeps its layout whatever the block is used for.  So a thief may look up
   the ancestors of a task that was completed meanwhile (see may_steal in
   schedule.c): the heads record them.  */

#ifndef GOMP_TASKING_HEAP_H
#define GOMP_TASKING_HEAP_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/invariant.h"

enum gomp_block_class
{
  GOMP_BLOCK_SMALL, /* edges, taskgroups */
  GOMP_BLOCK_TASK,  /* a task with a small argument block */
  GOMP_BLOCK_MEDIUM,
  GOMP_BLOCK_LARGE,
  GOMP_BLOCK_CLASSES /* a power of 2 */
};

/* The bytes of a block, including its head; multiples of a cache line.  */
#define GOMP_BLOCK_SMALL_SIZE 128
#define GOMP_BLOCK_TASK_SIZE 256
#define GOMP_BLOCK_MEDIUM_SIZE 640
#define GOMP_BLOCK_LARGE_SIZE 2048

struct gomp_block
{
  uintptr_t home;              /* heap that it was carved for, and in the lower
                                  bits enum gomp_block_class */
  _Atomic (uintptr_t) lineage; /* of a task, see gomp_task_lineage */
  _Alignas(16) struct gomp_block *next; /* in a free or return list; else the
                                           user's */
};

/* The user's part begins at `next'.  */
#define GOMP_BLOCK_HEAD offsetof (struct gomp_block, next)
#define GOMP_BLOCK_MAX (GOMP_BLOCK_LARGE_SIZE - GOMP_BLOCK_HEAD)
#define GOMP_BLOCK_CLASS_MASK ((uintptr_t)GOMP_BLOCK_CLASSES - 1)

struct gomp_slab;

struct gomp_heap
{
  struct gomp_block *free[GOMP_BLOCK_CLASSES]; /* the owner's */
  struct gomp_slab *slabs;                     /* all memory of this heap */
  struct gomp_heap *next;                      /* in the list of orphans */
  GOMP_CACHE_ALIGNED _Atomic (struct gomp_block *)
      returned; /* freed by other threads */
};

/* A heap for the calling thread: an orphan, or a new one.  */
HIDDEN struct gomp_heap *gomp_heap_acquire (void);
/* Its thread ends; blocks of it may still be in use.  */
HIDDEN void gomp_heap_release (struct gomp_heap *heap);
/* Collect returned blocks or carve new ones; a block of CLASS.  */
HIDDEN struct gomp_block *gomp_heap_refill (struct gomp_heap *heap,
                                            enum gomp_block_class size_class);

static inline enum gomp_block_class
gomp_block_class (size_t size)
{
  size += GOMP_BLOCK_HEAD;
  if (likely (size <= GOMP_BLOCK_TASK_SIZE))
    return size <= GOMP_BLOCK_SMALL_SIZE ? GOMP_BLOCK_SMALL : GOMP_BLOCK_TASK;
  return size <= GOMP_BLOCK_MEDIUM_SIZE ? GOMP_BLOCK_MEDIUM : GOMP_BLOCK_LARGE;
}

static inline struct gomp_block *
gomp_block_of (const void *ptr)
{
  return (struct gomp_block *)((uintptr_t)ptr - GOMP_BLOCK_HEAD);
}

static inline struct gomp_heap *
gomp_block_home (const struct gomp_block *block)
{
  return (struct gomp_heap *)(block->home & ~GOMP_BLOCK_CLASS_MASK);
}

/* Put BLOCK on the free list that it belongs to, of its own heap.  */
static inline void
gomp_block_keep (struct gomp_heap *heap, struct gomp_block *block)
{
  enum gomp_block_class size_class
      = (enum gomp_block_class) (block->home & GOMP_BLOCK_CLASS_MASK);
  gomp_invariant (gomp_block_home (block) == heap,
                  "a heap keeps a block of another");
  gomp_invariant (heap->free[size_class] != block, "a block is freed twice");
  block->next = heap->free[size_class];
  heap->free[size_class] = block;
}

/* SIZE <= GOMP_BLOCK_MAX bytes, 16-byte aligned, not cleared.  */
static inline void *
gomp_heap_alloc (struct gomp_heap *heap, size_t size)
{
  enum gomp_block_class size_class = gomp_block_class (size);
  struct gomp_block *block = heap->free[size_class];
  if (unlikely (block == NULL))
    block = gomp_heap_refill (heap, size_class);
  gomp_invariant ((block->home & GOMP_BLOCK_CLASS_MASK) == size_class,
                  "%zu bytes get a block of class %lu", size,
                  (unsigned long)(block->home & GOMP_BLOCK_CLASS_MASK));
  heap->free[size_class] = block->next;
  return &block->next;
}

/* HEAP is the calling thread's, NULL in a thread without one.  */
static inline void
gomp_heap_free (struct gomp_heap *heap, void *ptr)
{
  struct gomp_block *block = gomp_block_of (ptr);
  struct gomp_heap *home = gomp_block_home (block);
  if (likely (home == heap))
    {
      gomp_block_keep (heap, block);
      return;
    }
  struct gomp_block *head
      = atomic_load_explicit (&home->returned, memory_order_relaxed);
  do
    block->next = head;
  /* Release: pairs with the acquire of the exchange in gomp_heap_refill.  */
  while (!atomic_compare_exchange_weak_explicit (&home->returned, &head, block,
                                                 memory_order_release,
                                                 memory_order_relaxed));
}

#endif

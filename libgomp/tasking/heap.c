/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Slabs and the return lists of task heaps; see heap.h.

   Owns the list of orphans: heaps whose thread has ended while a block of
   theirs may still be in use.  The next new thread adopts one.  The lock
   guards that list and the number of live heaps.  */

#include "tasking/heap.h"

#include "base/mem.h"
#include "os/memory.h"
#include "sync/mutex.h"
#include "team/hooks.h"

#define SLAB_BYTES 16384
/* Heaps that are made together.  */
#define HEAPS 16

struct gomp_slab
{
  struct gomp_slab *next; /* of the same heap */
  size_t bytes;           /* with this head */
};

static struct
{
  struct gomp_mutex lock;    /* guards the rest */
  struct gomp_heap *orphans; /* heaps without a thread */
  unsigned live;             /* heaps with a thread */
} heap_state;

static const uint16_t class_sizes[GOMP_BLOCK_CLASSES]
    = { GOMP_BLOCK_SMALL_SIZE, GOMP_BLOCK_TASK_SIZE, GOMP_BLOCK_MEDIUM_SIZE,
        GOMP_BLOCK_LARGE_SIZE };

/* Returns the first of several heaps that fill some pages; the others become
   orphans.  No malloc: a signal handler that calls the library may have
   interrupted malloc.  */
static struct gomp_heap *
make_heap (void)
{
  struct gomp_heap *heaps;
  void *pages;
  if (os_sparse_map (HEAPS * sizeof (*heaps), &pages) != 0)
    {
      heaps = gomp_xalloc_aligned (__alignof__(struct gomp_heap),
                                   sizeof (*heaps));
      *heaps = (struct gomp_heap){ 0 };
      return heaps;
    }
  heaps = pages;
  gomp_mutex_lock (&heap_state.lock);
  for (unsigned i = 1; i < HEAPS; i++)
    {
      heaps[i].next = heap_state.orphans;
      heap_state.orphans = &heaps[i];
    }
  gomp_mutex_unlock (&heap_state.lock);
  return heaps;
}

struct gomp_heap *
gomp_heap_acquire (void)
{
  gomp_mutex_lock (&heap_state.lock);
  struct gomp_heap *heap = heap_state.orphans;
  if (heap != NULL)
    heap_state.orphans = heap->next;
  heap_state.live++;
  gomp_mutex_unlock (&heap_state.lock);
  return heap != NULL ? heap : make_heap ();
}

void
gomp_heap_release (struct gomp_heap *heap)
{
  gomp_mutex_lock (&heap_state.lock);
  heap->next = heap_state.orphans;
  heap_state.orphans = heap;
  heap_state.live--;
  gomp_mutex_unlock (&heap_state.lock);
}

/* In the child only the forking thread's heap is in use.  Blocks of the other
   heaps may still be in its lists, so they stay.  */
void
gomp_tasking_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&heap_state.lock, when);
}

/* The library is unloaded or the program ends: free the blocks if no thread can
   use one any more.  */
__attribute__ ((destructor)) static void
free_orphans (void)
{
  gomp_mutex_lock (&heap_state.lock);
  while (heap_state.live == 0 && heap_state.orphans != NULL)
    {
      struct gomp_heap *heap = heap_state.orphans;
      heap_state.orphans = heap->next;
      while (heap->slabs != NULL)
        {
          struct gomp_slab *slab = heap->slabs;
          heap->slabs = slab->next;
          gomp_free (slab);
        }
    }
  gomp_mutex_unlock (&heap_state.lock);
}

static void
collect_returned (struct gomp_heap *heap)
{
  /* Acquire: pairs with the release in gomp_heap_free; the last user's
     accesses come before ours.  */
  struct gomp_block *block
      = atomic_exchange_explicit (&heap->returned, NULL, memory_order_acquire);
  while (block != NULL)
    {
      struct gomp_block *next = block->next;
      gomp_block_keep (heap, block);
      block = next;
    }
}

static void
carve (struct gomp_heap *heap, enum gomp_block_class size_class)
{
  size_t size = class_sizes[size_class];
  struct gomp_slab *slab = gomp_xalloc_aligned (GOMP_CACHE_LINE, SLAB_BYTES);
  slab->bytes = SLAB_BYTES;
  slab->next = heap->slabs;
  heap->slabs = slab;
  for (size_t at = GOMP_CACHE_LINE; at + size <= SLAB_BYTES; at += size)
    {
      struct gomp_block *block = (struct gomp_block *)((char *)slab + at);
      block->home = (uintptr_t)heap | size_class;
      atomic_init (&block->lineage, 0);
      gomp_block_keep (heap, block);
    }
}

struct gomp_block *
gomp_heap_refill (struct gomp_heap *heap, enum gomp_block_class size_class)
{
  collect_returned (heap);
  if (heap->free[size_class] == NULL)
    carve (heap, size_class);
  return heap->free[size_class];
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* mutexinoutset: tasks that run in any order, but one at a time.

   The members of one generation of such accesses to an address (see
   depend_table.c) share a mutex.  The node of a task takes it once it has no
   predecessors, and holds it until the task is complete.  No thread ever waits
   for it: a node that finds the mutex taken is put on its list of waiters, and
   the release passes it to one of them.  A node takes its mutexes one after the
   other, in the order of their addresses in memory, so that nodes never wait
   for each other in a circle (E.  Dijkstra's dining philosophers with numbered
   forks).  A task then waits only for its mutexes, and the tasks that hold them
   are running or ready, or wait for a later one.

   A mutex is one word: free, taken, or the last of the waiters, linked by their
   `next'.  Any thread pushes, only the holder of the mutex takes one off, so a
   compared value cannot come back meanwhile.

   It belongs to the nodes that may take it: the last one frees it.  The thread
   that runs the parent enters nodes; any thread does the rest.

   Model: testsuite/models/mutex.pml.  */

#include "base/mem.h"
#include "tasking/depend_node.h"

struct mutex
{
  _Atomic (struct gomp_depend_node *) waiters; /* NULL: free; or the mark, or
                                                  the waiter that came last */
  atomic_uint refs;                            /* nodes that may take it */
  void *address;                               /* the program's */
};

struct gomp_depend_mutexes
{
  bool allocated; /* not from a heap */
  unsigned count; /* at AT, ascending */
  unsigned taken; /* the first of them; used by the thread that may start the
                     node's task, or runs it */
  struct mutex *at[];
};

/* The mark of a mutex that is taken, with no waiters.  */
static struct gomp_depend_node taken_mark;

struct gomp_depend_mutexes *
gomp_depend_mutexes_make (struct gomp_heap *heap, size_t count)
{
  if (likely (count == 0))
    return NULL;
  struct gomp_depend_mutexes *all;
  size_t size = sizeof (*all) + count * sizeof (all->at[0]);
  bool large = size > GOMP_BLOCK_MAX;
  all = large ? gomp_xalloc (size) : gomp_heap_alloc (heap, size);
  all->allocated = large;
  all->count = 0;
  all->taken = 0;
  return all;
}

void
gomp_depend_mutexes_free (struct gomp_heap *heap,
                          struct gomp_depend_mutexes *all)
{
  for (unsigned i = 0; i < all->count; i++)
    /* Acquire and release: the last one frees what all wrote.  */
    if (atomic_fetch_sub_explicit (&all->at[i]->refs, 1, memory_order_acq_rel)
        == 1)
      gomp_heap_free (heap, all->at[i]);
  if (unlikely (all->allocated))
    gomp_free (all);
  else
    gomp_heap_free (heap, all);
}

static struct mutex *
find_mutex (const struct gomp_depend_mutexes *all, const void *address)
{
  for (unsigned i = 0; i < all->count; i++)
    if (all->at[i]->address == address)
      return all->at[i];
  return NULL;
}

static struct mutex *
make_mutex (struct gomp_heap *heap, void *address)
{
  struct mutex *mutex = gomp_heap_alloc (heap, sizeof (*mutex));
  atomic_store_explicit (&mutex->waiters, NULL, memory_order_relaxed);
  atomic_store_explicit (&mutex->refs, 0, memory_order_relaxed);
  mutex->address = address;
  return mutex;
}

/* A node listed in the table's generation has joined it, and lives.  */
void
gomp_depend_mutex_join (struct gomp_heap *heap, struct gomp_depend_node *node,
                        void *address, struct gomp_depend_node *member)
{
  struct gomp_depend_mutexes *all = node->mutexes;
  if (find_mutex (all, address) != NULL)
    return;
  struct mutex *mutex = member != NULL ? find_mutex (member->mutexes, address)
                                       : make_mutex (heap, address);
  /* Relaxed: the thread that counts down to 0 has read this value, or a later
     one.  */
  atomic_fetch_add_explicit (&mutex->refs, 1, memory_order_relaxed);
  unsigned i = all->count++;
  for (; i > 0 && (uintptr_t)all->at[i - 1] > (uintptr_t)mutex; i--)
    all->at[i] = all->at[i - 1];
  all->at[i] = mutex;
}

/* False: NODE waits for it, and may already belong to another thread.  */
static bool
take_or_wait (struct mutex *mutex, struct gomp_depend_node *node)
{
  struct gomp_depend_node *last
      = atomic_load_explicit (&mutex->waiters, memory_order_relaxed);
  struct gomp_depend_node *next;
  do
    {
      node->next = last;
      next = last == NULL ? &taken_mark : node;
      /* Acquire: what earlier tasks did, see give.  Release: the waiter.  */
    }
  while (!atomic_compare_exchange_weak_explicit (&mutex->waiters, &last, next,
                                                 memory_order_acq_rel,
                                                 memory_order_relaxed));
  return last == NULL;
}

bool
gomp_depend_mutexes_take (struct gomp_depend_node *node)
{
  struct gomp_depend_mutexes *all = node->mutexes;
  while (all->taken < all->count)
    {
      if (!take_or_wait (all->at[all->taken], node))
        return false;
      all->taken++;
    }
  return true;
}

/* Give MUTEX to a waiter, which is returned, or free it.  */
static struct gomp_depend_node *
give (struct mutex *mutex)
{
  /* Acquire: the waiter.  */
  struct gomp_depend_node *last
      = atomic_load_explicit (&mutex->waiters, memory_order_acquire);
  struct gomp_depend_node *next;
  do
    next = last == &taken_mark ? NULL : last->next;
  /* Release: pairs with take_or_wait; acquire: the waiter.  */
  while (!atomic_compare_exchange_weak_explicit (&mutex->waiters, &last, next,
                                                 memory_order_acq_rel,
                                                 memory_order_acquire));
  return last == &taken_mark ? NULL : last;
}

void
gomp_depend_mutexes_give (struct gomp_task_member *member,
                          struct gomp_depend_node *node)
{
  struct gomp_depend_mutexes *all = node->mutexes;
  for (unsigned i = 0; i < all->taken; i++)
    {
      struct gomp_depend_node *waiter = give (all->at[i]);
      if (waiter == NULL)
        continue;
      waiter->mutexes->taken++;
      if (gomp_depend_mutexes_take (waiter))
        gomp_task_ready (member, waiter->task);
    }
}

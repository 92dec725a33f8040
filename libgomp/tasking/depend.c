/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The dependence graph of a task's children.

   A node stands for a child with dependences.  It holds the number of its
   incomplete predecessors and the list of its successors: a stack that its
   parent pushes to, one edge for each dependence found, and that the node's
   completion exchanges for a mark; an edge to a node with the mark is not made.
   The thread that brings `missing' to 0 makes the task ready.

   The parent's table (depend_table.c) says which nodes the next child depends
   on.  Only the thread that runs the parent makes nodes and touches the table,
   so there is no lock: the parent and the completing threads share only the
   atomic words of the nodes.  A node lives until its task is complete and the
   table no longer lists it.

   Between its last predecessor's end and its start a task takes the mutexes
   of its mutexinoutset dependences (depend_mutex.c).

   Model: testsuite/models/depend.pml.  */

#include "base/invariant.h"
#include "base/mem.h"
#include "offload/directive/targettask.h"
#include "tasking/depend_node.h"
#include "tasking/tsan.h"

/* The mark of a completed node.  */
static struct gomp_depend_edge completed_mark;

bool
gomp_depend_complete (struct gomp_depend_node *node)
{
  /* Acquire: pairs with the exchange in gomp_depend_release.  */
  return atomic_load_explicit (&node->successors, memory_order_acquire)
         == &completed_mark;
}

static size_t
node_size (size_t count)
{
  return sizeof (struct gomp_depend_node)
         + count
               * (sizeof (struct gomp_depend_edge)
                  + sizeof (struct gomp_depend_item));
}

/* COUNT: how often it may be listed in the table.  OBSERVED: it has a word.  */
static SPECIALIZED struct gomp_depend_node *
build_node (struct gomp_heap *heap, enum gomp_depend_role role, size_t count,
            const bool observed)
{
  size_t extra = observed ? sizeof (uint64_t) : 0;
  size_t size = node_size (count) + extra;
  bool large = unlikely (size > GOMP_BLOCK_MAX);
  struct gomp_depend_node *node
      = large ? gomp_xalloc (size) : gomp_heap_alloc (heap, size);
  node->role = role;
  node->flags = (unsigned char)(large | (observed ? GOMP_DEPEND_OBSERVED : 0));
  node->task = NULL;
  node->tasks = NULL;
  atomic_store_explicit (&node->successors, NULL, memory_order_relaxed);
  atomic_store_explicit (&node->missing, 1, memory_order_relaxed);
  atomic_store_explicit (&node->refs, 2, memory_order_relaxed);
  node->listed = 1;
  node->edges = (struct gomp_depend_edge *)((char *)(node + 1) + extra);
  node->edges_left = count;
  node->items = (struct gomp_depend_item *)(node->edges + count);
  node->more = NULL;
  node->mutexes = NULL;
  node->tsan = NULL;
  return node;
}

static NOINLINE struct gomp_depend_node *
make_node (struct gomp_heap *heap, enum gomp_depend_role role, size_t count)
{
  return build_node (heap, role, count, false);
}

static COLD struct gomp_depend_node *
make_observed (struct gomp_heap *heap, size_t count, uint64_t word)
{
  struct gomp_depend_node *node
      = build_node (heap, GOMP_DEPEND_TASK, count, true);
  *gomp_depend_word (node) = word;
  return node;
}

static void
free_node (struct gomp_heap *heap, struct gomp_depend_node *node)
{
  gomp_invariant (node->role == GOMP_DEPEND_WAITER
                      || atomic_load (&node->successors) == &completed_mark,
                  "a node is freed whose task is not complete");
  gomp_invariant (atomic_load (&node->missing) == 0,
                  "a node is freed that waits for %u others",
                  atomic_load (&node->missing));
  while (node->more != NULL)
    {
      struct gomp_depend_chunk *chunk = node->more;
      node->more = chunk->next;
      gomp_heap_free (heap, chunk);
    }
  if (unlikely (node->mutexes != NULL))
    gomp_depend_mutexes_free (heap, node->mutexes);
  if (unlikely (node->flags & GOMP_DEPEND_ALLOCATED))
    gomp_free (node);
  else
    gomp_heap_free (heap, node);
}

static inline void
drop_ref (struct gomp_heap *heap, struct gomp_depend_node *node)
{
  /* Acquire and release: the last one frees what both wrote.  */
  unsigned refs
      = atomic_fetch_sub_explicit (&node->refs, 1, memory_order_acq_rel);
  gomp_invariant (refs == 1 || refs == 2, "a node is dropped that %u refer to",
                  refs);
  if (refs == 1)
    free_node (heap, node);
}

/* A node for the dependences DEPEND.  */
static SPECIALIZED struct gomp_depend_node *
make_node_of (struct gomp_heap *heap, enum gomp_depend_role role, void **depend,
              const bool observed, uint64_t word)
{
  size_t count = gomp_depend_count (depend);
  struct gomp_depend_node *node = observed ? make_observed (heap, count, word)
                                           : make_node (heap, role, count);
  node->mutexes
      = gomp_depend_mutexes_make (heap, gomp_depend_count_mutexes (depend));
  return node;
}

void
gomp_depend_unlist (struct gomp_heap *heap, struct gomp_depend_node *node)
{
  gomp_invariant (node->listed != 0,
                  "a node leaves a table that does not list it");
  if (--node->listed == 0)
    drop_ref (heap, node);
}

/* An edge that lives as long as NODE, its end.  */
static struct gomp_depend_edge *
take_edge (struct gomp_heap *heap, struct gomp_depend_node *node)
{
  if (unlikely (node->edges_left == 0))
    {
      struct gomp_depend_chunk *chunk = gomp_heap_alloc (heap, sizeof (*chunk));
      chunk->next = node->more;
      node->more = chunk;
      node->edges = chunk->edges;
      node->edges_left = GOMP_ARRAY_SIZE (chunk->edges);
    }
  node->edges_left--;
  return node->edges++;
}

void
gomp_depend_link (struct gomp_heap *heap, struct gomp_depend_node *from,
                  struct gomp_depend_node *to)
{
  if (from == to)
    return;
  struct gomp_depend_edge *head
      = atomic_load_explicit (&from->successors, memory_order_acquire);
  if (head == &completed_mark)
    return;
  struct gomp_depend_edge *edge = take_edge (heap, to);
  edge->to = to;
  /* Relaxed: the caller holds its own count until all edges are made.  */
  atomic_fetch_add_explicit (&to->missing, 1, memory_order_relaxed);
  do
    {
      edge->next = head;
      /* Release: pairs with the exchange in gomp_depend_release; acquire: the
         mark, see gomp_depend_complete.  */
      if (atomic_compare_exchange_weak_explicit (&from->successors, &head, edge,
                                                 memory_order_release,
                                                 memory_order_acquire))
        return;
    }
  while (head != &completed_mark);
  atomic_fetch_sub_explicit (&to->missing, 1, memory_order_relaxed);
}

/* Count one predecessor as complete; true if that was the last.  */
static inline bool
count_down (struct gomp_depend_node *node)
{
  /* Acquire and release: the node's task sees what its predecessors did.  */
  unsigned missing
      = atomic_fetch_sub_explicit (&node->missing, 1, memory_order_acq_rel);
  gomp_invariant (missing != 0, "a task that waits for none stops to wait");
  return missing == 1;
}

/* A task's NODE has no predecessors left.  True if it also has its mutexes.  */
static inline bool
may_start (struct gomp_depend_node *node)
{
  return likely (node->mutexes == NULL) || gomp_depend_mutexes_take (node);
}

/* All predecessors of NODE are complete.  An empty task is put on *EMPTY, to
   complete next.  */
static void
fulfilled (struct gomp_task_member *member, struct gomp_depend_node *node,
           struct gomp_depend_node **empty)
{
  switch (node->role)
    {
    case GOMP_DEPEND_TASK:
      if (may_start (node))
        gomp_task_ready (member, node->task);
      break;
    case GOMP_DEPEND_EMPTY:
      node->next = *empty;
      *empty = node;
      break;
    case GOMP_DEPEND_WAITER:
      /* The caller does this: the waiter may already be gone.  */
      break;
    }
}

static void
release_successors (struct gomp_task_member *member,
                    struct gomp_depend_node *node,
                    struct gomp_depend_node **empty)
{
  /* Release: pairs with gomp_depend_complete; acquire: the edges.  */
  struct gomp_depend_edge *edge = atomic_exchange_explicit (
      &node->successors, &completed_mark, memory_order_acq_rel);
  while (edge != NULL)
    {
      struct gomp_depend_edge *next = edge->next;
      struct gomp_depend_node *to = edge->to;
      struct gomp_task_team *waiter = to->tasks;
      if (count_down (to))
        {
          if (waiter != NULL)
            gomp_task_notify_waiters (waiter);
          else
            fulfilled (member, to, empty);
        }
      edge = next;
    }
}

void
gomp_depend_release (struct gomp_heap *heap, struct gomp_task_member *member,
                     struct gomp_depend_node *node)
{
  struct gomp_depend_node *empty = NULL;
  do
    {
      if (gomp_tsan_active () && node->role == GOMP_DEPEND_EMPTY)
        {
          gomp_depend_tsan_start (node->tsan);
          gomp_depend_tsan_end (node->tsan);
        }
      if (unlikely (node->mutexes != NULL))
        gomp_depend_mutexes_give (member, node);
      release_successors (member, node, &empty);
      drop_ref (heap, node);
      node = empty;
      if (empty != NULL)
        empty = empty->next;
    }
  while (node != NULL);
}

/* Enter NODE in the current task's table.  It is not ready before the caller
   counts down.  */
static SPECIALIZED void
enter (struct gomp_thread *self, struct gomp_depend_node *node, void **depend)
{
  struct gomp_task *parent = gomp_task_current (self);
  struct gomp_heap *heap = self->tasking->heap;
  gomp_depend_table_enter (heap, parent, node, depend);
  gomp_depend_unlist (heap, node);
}

static SPECIALIZED struct gomp_depend_node *
make_task_node (struct gomp_thread *self, struct gomp_task *task, void **depend,
                const bool observed, uint64_t word)
{
  struct gomp_depend_node *node = make_node_of (
      self->tasking->heap, GOMP_DEPEND_TASK, depend, observed, word);
  node->task = task;
  task->depend = node;
  if (gomp_tsan_active ())
    node->tsan = gomp_depend_tsan_note (gomp_task_current (self), depend);
  return node;
}

static SPECIALIZED bool
add (struct gomp_thread *self, struct gomp_task *task, void **depend,
     const bool observed, uint64_t word)
{
  struct gomp_depend_node *node
      = make_task_node (self, task, depend, observed, word);
  enter (self, node, depend);
  return count_down (node) && may_start (node);
}

bool
gomp_depend_add (struct gomp_thread *self, struct gomp_task *task,
                 void **depend)
{
  return add (self, task, depend, false, 0);
}

bool
gomp_depend_add_observed (struct gomp_thread *self, struct gomp_task *task,
                          void **depend, uint64_t word)
{
  return add (self, task, depend, true, word);
}

/* Until NODE is counted down, no other thread starts TASK.  */
bool
gomp_depend_add_ahead (struct gomp_thread *self, struct gomp_task *task,
                       void **depend)
{
  void *after[GOMP_TARGET_TASK_AFTER_MAX];
  const size_t max = GOMP_ARRAY_SIZE (after);
  struct gomp_task *parent = gomp_task_current (self);
  size_t count = gomp_depend_table_collect (parent, depend, after, max);
  struct gomp_depend_node *node = make_task_node (self, task, depend, false, 0);
  enter (self, node, depend);
  /* Acquire: pairs with count_down.  */
  if (atomic_load_explicit (&node->missing, memory_order_acquire) == 1)
    count = 0;
  if (node->mutexes == NULL && count <= max)
    gomp_task_start_ahead (task, after, count);
  return count_down (node) && may_start (node);
}

void
gomp_depend_add_empty (struct gomp_thread *self, void **depend)
{
  struct gomp_heap *heap = self->tasking->heap;
  struct gomp_depend_node *node
      = make_node_of (heap, GOMP_DEPEND_EMPTY, depend, false, 0);
  if (gomp_tsan_active ())
    node->tsan = gomp_depend_tsan_note (gomp_task_current (self), depend);
  enter (self, node, depend);
  if (count_down (node))
    gomp_depend_release (heap, gomp_task_current (self)->member, node);
}

static bool
all_fulfilled (void *arg)
{
  struct gomp_depend_node *node = arg;
  /* Acquire: pairs with count_down.  */
  return atomic_load_explicit (&node->missing, memory_order_acquire) == 0;
}

void
gomp_depend_wait (struct gomp_thread *self, void **depend)
{
  struct gomp_task *parent = gomp_task_current (self);
  struct gomp_heap *heap = self->tasking->heap;
  if (parent->depend_table == NULL)
    return;
  struct gomp_depend_node *node = make_node (heap, GOMP_DEPEND_WAITER, 0);
  node->tasks = parent->member->tasks;
  gomp_depend_table_visit (heap, parent, node, depend);
  struct gomp_task_condition condition = { .done = all_fulfilled, .arg = node };
  if (!count_down (node))
    gomp_task_wait_until (self, &condition);
  free_node (heap, node);
  if (gomp_tsan_active ())
    gomp_depend_tsan_waited (parent, depend);
}

bool
gomp_depend_pending (struct gomp_thread *self, void **depend)
{
  struct gomp_task *parent = gomp_task_current (self);
  struct gomp_heap *heap = self->tasking->heap;
  if (parent->depend_table == NULL)
    return false;
  bool pending = gomp_depend_table_visit (heap, parent, NULL, depend);
  if (gomp_tsan_active () && !pending)
    gomp_depend_tsan_waited (parent, depend);
  return pending;
}

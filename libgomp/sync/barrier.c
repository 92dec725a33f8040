/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counting tree barrier with a central opening word; see barrier.h.  Owns no
   data.  The threads of the barrier call arrive; whoever saw the last arrival,
   or acts for that thread, opens; any thread may nudge.

   A combining tree with wakeup by one word, as in Mellor-Crummey and Scott,
   "Algorithms for scalable synchronization on shared-memory multiprocessors",
   ACM TOCS 9 (1991).  A node's counter is set back by its last arrival, before
   that thread goes on to the parent: nobody counts on the node again until the
   barrier has opened, which happens after.  */

#include "sync/barrier.h"

static unsigned
groups_of (unsigned n)
{
  return (n + GOMP_BARRIER_FAN - 1) / GOMP_BARRIER_FAN;
}

/* Members of group GROUP where N things are grouped.  */
static unsigned
members (unsigned n, unsigned group)
{
  unsigned rest = n - group * GOMP_BARRIER_FAN;
  return rest < GOMP_BARRIER_FAN ? rest : GOMP_BARRIER_FAN;
}

size_t
gomp_barrier_nodes_size (unsigned nthreads)
{
  size_t nodes = 0;
  for (unsigned n = nthreads; n > GOMP_BARRIER_FAN; n = groups_of (n))
    nodes += groups_of (n);
  return nodes * sizeof (struct gomp_barrier_node);
}

static void
node_init (struct gomp_barrier_node *node, unsigned fan_in)
{
  node->fan_in = fan_in;
  atomic_store_explicit (&node->missing, fan_in, memory_order_relaxed);
}

void
gomp_barrier_init (struct gomp_barrier *b, struct gomp_barrier_node *nodes)
{
  b->nodes = nodes;
  b->nthreads = 0;
  atomic_init (&b->word.value, 0);
  atomic_init (&b->word.sleepers, 0);
}

void
gomp_barrier_resize (struct gomp_barrier *b, unsigned nthreads)
{
  b->nthreads = nthreads;
  struct gomp_barrier_node *node = b->nodes;
  unsigned n = nthreads;
  for (; n > GOMP_BARRIER_FAN; n = groups_of (n))
    for (unsigned g = 0; g < groups_of (n); g++)
      node_init (node++, members (n, g));
  node_init (&b->root, n);
}

/* True if this was the last arrival at NODE, which is then ready for the next
   time.  */
static inline bool
count_down (struct gomp_barrier_node *node)
{
  /* Each arrival releases what its thread did and the last acquires all of
     it; sequentially consistent for the owner's conditions (a task count that
     is read after it).  */
  if (atomic_fetch_sub (&node->missing, 1) != 1)
    return false;
  atomic_store_explicit (&node->missing, node->fan_in, memory_order_relaxed);
  return true;
}

bool
gomp_barrier_arrive (struct gomp_barrier *b, unsigned thread)
{
  struct gomp_barrier_node *level = b->nodes;
  unsigned place = thread;
  for (unsigned n = b->nthreads; n > GOMP_BARRIER_FAN; n = groups_of (n))
    {
      place /= GOMP_BARRIER_FAN;
      if (!count_down (&level[place]))
        return false;
      level += groups_of (n);
    }
  return count_down (&b->root);
}

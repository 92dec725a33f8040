/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counting barriers with a central opening word; see barrier.h.  Owns no data.
   The threads of the barrier call arrive.  The thread that saw the last
   arrival, or one that acts for it, opens.  Any thread may nudge.

   A combining tree with wakeup by one word, as in Mellor-Crummey and Scott,
   "Algorithms for scalable synchronization on shared-memory multiprocessors",
   ACM TOCS 9 (1991).  The last arrival at a node resets the node's counter
   before it goes on to the parent: no thread counts on the node again until the
   barrier has opened, which happens later.

   Model: testsuite/models/barrier.pml.  */

#include "sync/barrier.h"

#include "base/invariant.h"

static unsigned
groups_of (unsigned n)
{
  return (n + GOMP_BARRIER_FAN - 1) / GOMP_BARRIER_FAN;
}

/* The number of members of group GROUP of N items.  */
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
  atomic_init (&b->root.owner_word, 0);
  atomic_init (&b->word.value, 0);
  atomic_init (&b->word.sleepers, 0);
}

/* Set up the NODES for NTHREADS; returns how many arrive above them.  */
static unsigned
nodes_init (struct gomp_barrier_node *nodes, unsigned nthreads)
{
  unsigned n = nthreads;
  for (; n > GOMP_BARRIER_FAN; n = groups_of (n))
    for (unsigned g = 0; g < groups_of (n); g++)
      node_init (nodes++, members (n, g));
  return n;
}

void
gomp_barrier_resize (struct gomp_barrier *b, unsigned nthreads)
{
  b->nthreads = nthreads;
  node_init (&b->root, nodes_init (b->nodes, nthreads));
}

/* True if this was the last arrival at NODE, which is then ready for the next
   time.  */
static inline bool
count_down (struct gomp_barrier_node *node)
{
  /* Each arrival releases what its thread did and the last acquires all of
     it; sequentially consistent for the owner's conditions (a task count that
     is read after it).  */
  unsigned missing = atomic_fetch_sub (&node->missing, 1);
  gomp_invariant (missing >= 1 && missing <= GOMP_BARRIER_FAN,
                  "a thread arrives at a barrier where %u are missing",
                  missing);
  if (missing != 1)
    return false;
  atomic_store_explicit (&node->missing, node->fan_in, memory_order_relaxed);
  return true;
}

/* The same in the NODES below the root: true if the last of THREAD's group has
   arrived in each.  */
static bool
climb (struct gomp_barrier_node *nodes, unsigned nthreads, unsigned thread)
{
  unsigned node = thread;
  for (unsigned n = nthreads; n > GOMP_BARRIER_FAN; n = groups_of (n))
    {
      node /= GOMP_BARRIER_FAN;
      if (!count_down (&nodes[node]))
        return false;
      nodes += groups_of (n);
    }
  return true;
}

bool
gomp_barrier_arrive (struct gomp_barrier *b, unsigned thread)
{
  gomp_invariant (thread < b->nthreads, "thread %u arrives at a barrier of %u",
                  thread, b->nthreads);
  return climb (b->nodes, b->nthreads, thread) && count_down (&b->root);
}

void
gomp_gathering_init (struct gomp_gathering *g, struct gomp_barrier_node *nodes)
{
  g->nodes = nodes;
  g->nthreads = 0;
  g->fan_in = 0;
  atomic_init (&g->word.value, 0);
  atomic_init (&g->word.sleepers, 0);
}

/* Thread 0 need not count itself if it waits for threads, not groups.  */
void
gomp_gathering_resize (struct gomp_gathering *g, unsigned nthreads)
{
  g->nthreads = nthreads;
  g->fan_in = nodes_init (g->nodes, nthreads);
  if (nthreads <= GOMP_BARRIER_FAN)
    g->fan_in--;
  gomp_gathering_reset (g);
}

void
gomp_gathering_arrive (struct gomp_gathering *g, unsigned thread)
{
  unsigned nthreads = g->nthreads;
  if (nthreads <= GOMP_BARRIER_FAN ? thread == 0
                                   : !climb (g->nodes, nthreads, thread))
    return;
  /* As in count_down.  Pairs with the acquire of thread 0, also for earlier
     arrivals: all changes of the word since are read-modify-writes.  */
  unsigned value
      = atomic_fetch_sub (&g->word.value, 1u << GOMP_WAIT_NUDGE_BITS);
  gomp_invariant (value >> GOMP_WAIT_NUDGE_BITS >= 1
                      && value >> GOMP_WAIT_NUDGE_BITS <= GOMP_BARRIER_FAN,
                  "a thread comes by where %u are missing",
                  value >> GOMP_WAIT_NUDGE_BITS);
  if (value >> GOMP_WAIT_NUDGE_BITS == 1)
    gomp_wait_wake (&g->word, 1, GOMP_WAIT_PRIVATE);
}

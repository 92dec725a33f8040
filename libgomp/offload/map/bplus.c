/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A B+-tree of disjoint host ranges with lock-free readers.

   One writer at a time (the map's mutex): bplus_write.c, which owns the nodes.
   Readers, here, need no lock and write nothing, so that lookups do not disturb
   each other.

   Readers use optimistic lock coupling (V. Leis, F. Scheibner, A. Kemper,
   T. Neumann: The ART of Practical Synchronization, DaMoN 2016) on a B+-tree.
   Each node has a version, odd while the writer changes the node.  The writer
   makes every node that an operation changes odd before the first change and
   even (and higher) after the last one, so that a split or an unlinking, which
   concerns several nodes, appears at once.  A reader notes the version of a
   node, reads what it needs, and checks that the version is still the same;
   going down (or sideways between leaves), it checks the node it comes from
   once more after noting the version of the node it goes to.  If a check
   fails it starts again, a bounded number of times.

   Nodes are recycled, never given back, so that a stale pointer leads to some
   node, whose version the reader then finds changed.

   Ordering.  All fields that readers look at are atomic.  The writer's odd
   version comes before its changes because each change is a release store;
   the changes come before the even version, a release store.  A reader's
   acquire load of the version comes before its reads; the reads are acquire
   loads, so they come before the second load of the version.  If a read saw a
   change, it synchronises with it, hence the second load sees at least the odd
   version: the check fails.  (H. Boehm: Can Seqlocks Get Along With
   Programming Language Memory Models?, MSPC 2012.)

   Nodes are removed when they are empty, not merged before: T. Johnson and
   D. Shasha (B-trees with inserts and deletes: why free-at-empty is better
   than merge-at-half, 1993).  The key of a child is a lower bound of where the
   ranges below it start, not always met; that of a first child is 0, the bound
   being in the node above.

   Model: testsuite/models/tree.pml.  */

#include "offload/map/bplus_internal.h"

#define MAX_TRIES 16

static inline bool
is_unchanged (struct gomp_tree_node *node, unsigned version)
{
  return PEEK (node->version) == version;
}

/* A leaf and the version under which it was reached.  */
struct visit
{
  struct gomp_tree_node *node;
  unsigned version;
};

/* Note the version of NODE, and that FROM, which led there, is as it was.  */
static inline bool
go_to (struct visit *at, struct gomp_tree_node *node)
{
  if (!is_unchanged (at->node, at->version))
    return false;
  unsigned version = READ (node->version);
  if ((version & 1) || !is_unchanged (at->node, at->version))
    return false;
  at->node = node;
  at->version = version;
  return true;
}

/* Reach the leaf where ADDRESS belongs.  */
static inline bool
descend (struct gomp_tree *tree, uintptr_t address, struct visit *at)
{
  at->node = READ (tree->root);
  at->version = READ (at->node->version);
  if ((at->version & 1) || READ (tree->root) != at->node)
    return false;
  while (READ (at->node->level) != 0)
    {
      unsigned i = rank (at->node, address);
      struct gomp_tree_node *child
          = i == 0 ? NULL : READ (at->node->slot[i - 1]);
      if (child == NULL || !go_to (at, child))
        return false;
      __builtin_prefetch (&child->key[6]);
      __builtin_prefetch (&child->slot[0]);
      __builtin_prefetch (&child->slot[8]);
    }
  return true;
}

/* Read slot I of a leaf; false if the leaf changed.  */
static inline bool
read_slot (const struct visit *at, unsigned i, struct gomp_tree_hit *hit)
{
  struct gomp_tree_range *range = READ (at->node->slot[i]);
  if (!is_unchanged (at->node, at->version))
    return false;
  hit->range = range;
  hit->start = READ (range->start);
  hit->end = READ (range->end);
  return is_unchanged (at->node, at->version);
}

/* One attempt of gomp_tree_find_below.  AT is left at the leaf of ADDRESS and
 *RANK_IN_LEAF at the index after it there.  */
static inline enum gomp_tree_answer
try_below (struct gomp_tree *tree, uintptr_t address, struct gomp_tree_hit *hit,
           struct visit *at, unsigned *rank_in_leaf)
{
  if (!descend (tree, address, at))
    return GOMP_TREE_BUSY;
  unsigned i = rank (at->node, address);
  *rank_in_leaf = i;
  if (likely (i > 0))
    return read_slot (at, i - 1, hit) ? GOMP_TREE_FOUND : GOMP_TREE_BUSY;
  struct gomp_tree_node *previous = READ (at->node->previous);
  if (previous == NULL)
    return is_unchanged (at->node, at->version) ? GOMP_TREE_ABSENT
                                                : GOMP_TREE_BUSY;
  struct visit left = *at;
  if (!go_to (&left, previous))
    return GOMP_TREE_BUSY;
  unsigned count = READ (previous->count);
  if (count == 0 || !read_slot (&left, count - 1, hit)
      || !is_unchanged (at->node, at->version))
    return GOMP_TREE_BUSY;
  return GOMP_TREE_FOUND;
}

/* The range at index I of the leaf AT, or the first of the next leaf.  */
static inline enum gomp_tree_answer
try_at (struct visit *at, unsigned i, struct gomp_tree_hit *hit)
{
  if (i < READ (at->node->count))
    return read_slot (at, i, hit) ? GOMP_TREE_FOUND : GOMP_TREE_BUSY;
  struct gomp_tree_node *next = READ (at->node->next);
  if (next == NULL)
    return is_unchanged (at->node, at->version) ? GOMP_TREE_ABSENT
                                                : GOMP_TREE_BUSY;
  struct visit from = *at;
  if (!go_to (at, next) || READ (next->count) == 0 || !read_slot (at, 0, hit)
      || !is_unchanged (from.node, from.version))
    return GOMP_TREE_BUSY;
  return GOMP_TREE_FOUND;
}

static inline enum gomp_tree_answer
try_find (struct gomp_tree *tree, uintptr_t start, uintptr_t end,
          struct gomp_tree_hit *hit)
{
  struct visit at;
  unsigned i;
  enum gomp_tree_answer answer = try_below (tree, start, hit, &at, &i);
  if (answer == GOMP_TREE_FOUND && hit->end > start)
    return GOMP_TREE_FOUND;
  if (answer == GOMP_TREE_BUSY || end == start + 1)
    return answer == GOMP_TREE_BUSY ? answer : GOMP_TREE_ABSENT;
  answer = try_at (&at, i, hit);
  if (answer == GOMP_TREE_FOUND && hit->start >= end)
    return GOMP_TREE_ABSENT;
  return answer;
}

enum gomp_tree_answer
gomp_tree_find (struct gomp_tree *tree, uintptr_t start, uintptr_t end,
                struct gomp_tree_hit *hit)
{
  enum gomp_tree_answer answer = GOMP_TREE_BUSY;
  for (int i = 0; i < MAX_TRIES && answer == GOMP_TREE_BUSY; i++)
    answer = try_find (tree, start, end, hit);
  return answer;
}

static SPECIALIZED enum gomp_tree_answer
find_beside (struct gomp_tree *tree, uintptr_t address,
             struct gomp_tree_hit *hit, const bool below)
{
  enum gomp_tree_answer answer = GOMP_TREE_BUSY;
  address = address_of_key (address);
  struct visit at;
  unsigned i;
  for (int n = 0; n < MAX_TRIES && answer == GOMP_TREE_BUSY; n++)
    if (below)
      answer = try_below (tree, address, hit, &at, &i);
    else if (descend (tree, address, &at))
      answer = try_at (&at, rank (at.node, address), hit);
  return answer;
}

enum gomp_tree_answer
gomp_tree_find_below (struct gomp_tree *tree, uintptr_t address,
                      struct gomp_tree_hit *hit)
{
  return find_beside (tree, address, hit, true);
}

enum gomp_tree_answer
gomp_tree_find_above (struct gomp_tree *tree, uintptr_t address,
                      struct gomp_tree_hit *hit)
{
  return find_beside (tree, address, hit, false);
}

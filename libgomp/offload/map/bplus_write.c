/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The writer's operations on the B+-tree, with the map's mutex; see bplus.c.
   Owns the nodes.  */

#include <string.h>

#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "offload/map/bplus_internal.h"

#define MAX_DEPTH 24

/* ---- Nodes.  */

#define CHUNK_NODES 64
struct gomp_tree_chunk
{
  struct gomp_tree_chunk *next; /* chunk allocated before */
  struct gomp_tree_node nodes[CHUNK_NODES] __attribute__ ((aligned (64)));
};

static bool
grow (struct gomp_tree *tree)
{
  struct gomp_tree_chunk *chunk = gomp_alloc_aligned (64, sizeof (*chunk));
  if (chunk == NULL)
    return false;
  memset (chunk, 0, sizeof (*chunk));
  chunk->next = tree->chunks;
  tree->chunks = chunk;
  for (int i = 0; i < CHUNK_NODES; i++)
    {
      chunk->nodes[i].free_next = tree->free_nodes;
      tree->free_nodes = &chunk->nodes[i];
    }
  return true;
}

/* The nodes that one operation changes.  */
struct change
{
  struct gomp_tree_node *nodes[2 * MAX_DEPTH + 4];
  int count;
};

static void
touch (struct change *change, struct gomp_tree_node *node)
{
  unsigned version = PEEK (node->version);
  if (version & 1)
    return;
  WRITE (node->version, version + 1);
  change->nodes[change->count++] = node;
}

static void
publish (struct change *change)
{
  for (int i = 0; i < change->count; i++)
    {
      struct gomp_tree_node *node = change->nodes[i];
      WRITE (node->version, PEEK (node->version) + 1);
    }
}

/* An empty node, odd, from the free list, which must hold one.  */
static struct gomp_tree_node *
node_acquire (struct gomp_tree *tree, struct change *change, unsigned level)
{
  struct gomp_tree_node *node = tree->free_nodes;
  tree->free_nodes = node->free_next;
  touch (change, node);
  WRITE (node->level, (unsigned short)level);
  WRITE (node->count, 0);
  WRITE (node->previous, NULL);
  WRITE (node->next, NULL);
  for (int i = 0; i < FANOUT; i++)
    {
      WRITE (node->key[i], UNUSED_KEY);
      WRITE (node->slot[i], NULL);
    }
  return node;
}

static void
node_release (struct gomp_tree *tree, struct change *change,
              struct gomp_tree_node *node)
{
  touch (change, node);
  WRITE (node->count, 0);
  node->free_next = tree->free_nodes;
  tree->free_nodes = node;
}

bool
gomp_tree_init (struct gomp_tree *tree)
{
  memset (tree, 0, sizeof (*tree));
  if (!grow (tree))
    return false;
  struct change change = { .count = 0 };
  struct gomp_tree_node *root = node_acquire (tree, &change, 0);
  publish (&change);
  WRITE (tree->root, root);
  return true;
}

void
gomp_tree_fini (struct gomp_tree *tree)
{
  while (tree->chunks != NULL)
    {
      struct gomp_tree_chunk *chunk = tree->chunks;
      tree->chunks = chunk->next;
      gomp_free (chunk);
    }
}

/* ---- The writer.  */

/* The nodes from the root to a leaf, by level, and the index taken in each. */
struct path
{
  struct gomp_tree_node *node[MAX_DEPTH];
  unsigned index[MAX_DEPTH]; /* child taken; in the leaf: rank */
  unsigned root_level;
};

/* Successive addresses are often near each other.  True: the rank of ADDRESS in
   the leaf of the finger is *INDEX.  It is certain to be the right leaf only
   inside the leaf, or at an end of the tree.  */
static inline bool
is_at_finger (const struct gomp_tree *tree, uintptr_t address, unsigned *index)
{
  struct gomp_tree_node *leaf = tree->finger;
  unsigned i = tree->finger_index;
  if (leaf == NULL)
    return false;
  unsigned count = PEEK (leaf->count);
  *index = i;
  return i <= count
         && (i == 0 ? PEEK (leaf->previous) == NULL
                    : PEEK (leaf->key[i - 1]) <= address)
         && (i == count ? PEEK (leaf->next) == NULL
                        : PEEK (leaf->key[i]) > address);
}

static inline void
set_finger (struct gomp_tree *tree, struct gomp_tree_node *leaf, unsigned index)
{
  tree->finger = leaf;
  tree->finger_index = index;
}

static void
find_path (struct gomp_tree *tree, uintptr_t address, struct path *path)
{
  struct gomp_tree_node *node = PEEK (tree->root);
  unsigned level = PEEK (node->level);
  path->root_level = level;
  for (;; level--)
    {
      unsigned i = rank (node, address);
      path->node[level] = node;
      if (level == 0)
        {
          path->index[0] = i;
          return;
        }
      path->index[level] = i - 1;
      node = PEEK (node->slot[i - 1]);
    }
}

static void
put_at (struct gomp_tree_node *node, unsigned i, uintptr_t key, void *slot)
{
  unsigned count = PEEK (node->count);
  for (unsigned k = count; k > i; k--)
    {
      WRITE (node->key[k], PEEK (node->key[k - 1]));
      WRITE (node->slot[k], PEEK (node->slot[k - 1]));
    }
  WRITE (node->key[i], key);
  WRITE (node->slot[i], slot);
  WRITE (node->count, (unsigned short)(count + 1));
}

static void
take_at (struct gomp_tree_node *node, unsigned i)
{
  unsigned count = PEEK (node->count) - 1u;
  for (unsigned k = i; k < count; k++)
    {
      WRITE (node->key[k], PEEK (node->key[k + 1]));
      WRITE (node->slot[k], PEEK (node->slot[k + 1]));
    }
  WRITE (node->key[count], UNUSED_KEY);
  WRITE (node->slot[count], NULL);
  WRITE (node->count, (unsigned short)count);
}

static void
move_tail (struct gomp_tree_node *from, unsigned first,
           struct gomp_tree_node *to)
{
  unsigned count = PEEK (from->count);
  for (unsigned k = first; k < count; k++)
    {
      WRITE (to->key[k - first], PEEK (from->key[k]));
      WRITE (to->slot[k - first], PEEK (from->slot[k]));
      WRITE (from->key[k], UNUSED_KEY);
      WRITE (from->slot[k], NULL);
    }
  WRITE (to->count, (unsigned short)(count - first));
  WRITE (from->count, (unsigned short)first);
}

static void
link_leaf_after (struct change *change, struct gomp_tree_node *leaf,
                 struct gomp_tree_node *fresh)
{
  struct gomp_tree_node *next = PEEK (leaf->next);
  WRITE (fresh->previous, leaf);
  WRITE (fresh->next, next);
  WRITE (leaf->next, fresh);
  if (next == NULL)
    return;
  touch (change, next);
  WRITE (next->previous, fresh);
}

static void
unlink_leaf (struct change *change, struct gomp_tree_node *leaf)
{
  struct gomp_tree_node *previous = PEEK (leaf->previous);
  struct gomp_tree_node *next = PEEK (leaf->next);
  if (previous != NULL)
    {
      touch (change, previous);
      WRITE (previous->next, next);
    }
  if (next != NULL)
    {
      touch (change, next);
      WRITE (next->previous, previous);
    }
}

/* Put (*KEY, *SLOT) at index I of the full NODE; the new right half and its
   lower bound are left in *KEY, *SLOT for the level above.  Appending at the
   right edge leaves NODE full: ascending inserts fill the tree.  */
static void
split (struct gomp_tree *tree, struct change *change,
       struct gomp_tree_node *node, unsigned i, uintptr_t *key, void **slot)
{
  unsigned level = PEEK (node->level);
  struct gomp_tree_node *right = node_acquire (tree, change, level);
  bool at_edge = level == 0 && i == FANOUT && PEEK (node->next) == NULL;
  unsigned middle = at_edge ? FANOUT : FANOUT / 2;
  move_tail (node, middle, right);
  if (i < middle)
    put_at (node, i, *key, *slot);
  else
    put_at (right, i - middle, *key, *slot);
  *key = PEEK (right->key[0]);
  *slot = right;
  if (level == 0)
    link_leaf_after (change, node, right);
  else
    WRITE (right->key[0], 0);
}

static void
raise_root (struct gomp_tree *tree, struct change *change, uintptr_t key,
            void *right)
{
  struct gomp_tree_node *old = PEEK (tree->root);
  struct gomp_tree_node *root
      = node_acquire (tree, change, PEEK (old->level) + 1u);
  put_at (root, 0, 0, old);
  put_at (root, 1, key, right);
  WRITE (tree->root, root);
}

/* An insert takes at most a node a level and a new root.  */
static bool
reserve_nodes (struct gomp_tree *tree, unsigned count)
{
  struct gomp_tree_node *node = tree->free_nodes;
  while (count > 0 && node != NULL)
    {
      node = node->free_next;
      count--;
    }
  return count == 0 || grow (tree);
}

static bool
insert_splitting (struct gomp_tree *tree, struct path *path, uintptr_t key,
                  void *slot)
{
  if (!reserve_nodes (tree, path->root_level + 2))
    return false;
  struct change change = { .count = 0 };
  for (unsigned level = 0; slot != NULL; level++)
    {
      if (level > path->root_level)
        {
          raise_root (tree, &change, key, slot);
          break;
        }
      struct gomp_tree_node *node = path->node[level];
      unsigned i = path->index[level] + (level > 0);
      touch (&change, node);
      if (PEEK (node->count) < FANOUT)
        {
          put_at (node, i, key, slot);
          break;
        }
      split (tree, &change, node, i, &key, &slot);
    }
  publish (&change);
  return true;
}

/* The leaf where ADDRESS belongs, and its rank there.  */
static inline struct gomp_tree_node *
find_leaf (struct gomp_tree *tree, uintptr_t address, unsigned *index)
{
  struct path path;
  if (likely (is_at_finger (tree, address, index)))
    return tree->finger;
  find_path (tree, address, &path);
  *index = path.index[0];
  set_finger (tree, path.node[0], path.index[0]);
  return path.node[0];
}

/* The last range before index I of LEAF; NULL: there is none.  */
static inline struct gomp_tree_range *
range_before (struct gomp_tree_node *leaf, unsigned i)
{
  if (i > 0)
    return PEEK (leaf->slot[i - 1]);
  leaf = PEEK (leaf->previous);
  return leaf == NULL ? NULL : PEEK (leaf->slot[PEEK (leaf->count) - 1]);
}

/* The first at or after it.  */
static inline struct gomp_tree_range *
range_at (struct gomp_tree_node *leaf, unsigned i)
{
  if (i < PEEK (leaf->count))
    return PEEK (leaf->slot[i]);
  leaf = PEEK (leaf->next);
  return leaf == NULL ? NULL : PEEK (leaf->slot[0]);
}

struct gomp_tree_range *
gomp_tree_find_locked (struct gomp_tree *tree, uintptr_t start, uintptr_t end)
{
  unsigned i;
  struct gomp_tree_node *leaf = find_leaf (tree, start, &i);
  struct gomp_tree_range *range = range_before (leaf, i);
  if (range != NULL && PEEK (range->end) > start)
    return range;
  range = range_at (leaf, i);
  return range != NULL && PEEK (range->start) < end ? range : NULL;
}

struct gomp_tree_range *
gomp_tree_find_below_locked (struct gomp_tree *tree, uintptr_t address)
{
  unsigned i;
  struct gomp_tree_node *leaf = find_leaf (tree, address_of_key (address), &i);
  return range_before (leaf, i);
}

struct gomp_tree_range *
gomp_tree_find_above_locked (struct gomp_tree *tree, uintptr_t address)
{
  unsigned i;
  struct gomp_tree_node *leaf = find_leaf (tree, address_of_key (address), &i);
  return range_at (leaf, i);
}

static bool
insert_in_full (struct gomp_tree *tree, uintptr_t start, void *slot)
{
  struct path path;
  find_path (tree, start, &path);
  set_finger (tree, NULL, 0);
  return insert_splitting (tree, &path, start, slot);
}

bool
gomp_tree_insert (struct gomp_tree *tree, struct gomp_tree_range *range)
{
  unsigned i;
  uintptr_t start = PEEK (range->start);
  struct gomp_tree_node *leaf = find_leaf (tree, start, &i);
  if (likely (PEEK (leaf->count) < FANOUT))
    {
      unsigned version = PEEK (leaf->version);
      WRITE (leaf->version, version + 1);
      put_at (leaf, i, start, range);
      WRITE (leaf->version, version + 2);
      set_finger (tree, leaf, i + 1);
    }
  else if (!insert_in_full (tree, start, range))
    return false;
  tree->count++;
  gomp_invariant (gomp_tree_is_sound (tree),
                  "a tree of %zu ranges after an insertion", tree->count);
  return true;
}

/* Take the empty node at LEVEL of PATH out of its parent, and what gets empty
   above it; a root with one child makes room for it.  */
static void
remove_emptied (struct gomp_tree *tree, struct change *change,
                struct path *path)
{
  unlink_leaf (change, path->node[0]);
  unsigned level = 0;
  do
    {
      node_release (tree, change, path->node[level]);
      level++;
      struct gomp_tree_node *parent = path->node[level];
      unsigned i = path->index[level];
      touch (change, parent);
      take_at (parent, i);
      if (i == 0 && PEEK (parent->count) > 0)
        WRITE (parent->key[0], 0);
    }
  while (PEEK (path->node[level]->count) == 0);
  for (;;)
    {
      struct gomp_tree_node *root = PEEK (tree->root);
      if (PEEK (root->level) == 0 || PEEK (root->count) > 1)
        break;
      WRITE (tree->root, PEEK (root->slot[0]));
      node_release (tree, change, root);
    }
}

/* The index of RANGE in LEAF, at or just before I; or the leaf's count.  */
static inline unsigned
index_near (struct gomp_tree_node *leaf, unsigned i,
            const struct gomp_tree_range *range)
{
  unsigned count = leaf == NULL ? 0 : PEEK (leaf->count);
  if (i < count && PEEK (leaf->slot[i]) == range)
    return i;
  return i > 0 && i <= count && PEEK (leaf->slot[i - 1]) == range ? i - 1
                                                                  : count;
}

static void
remove_by_path (struct gomp_tree *tree, struct gomp_tree_range *range)
{
  struct path path;
  find_path (tree, PEEK (range->start), &path);
  struct gomp_tree_node *leaf = path.node[0];
  unsigned i = path.index[0] - 1;
  gomp_invariant (PEEK (leaf->slot[i]) == range,
                  "a range is taken out that the tree does not have");
  struct change change = { .count = 0 };
  touch (&change, leaf);
  take_at (leaf, i);
  set_finger (tree, leaf, i);
  if (PEEK (leaf->count) == 0 && path.root_level > 0)
    {
      set_finger (tree, NULL, 0);
      remove_emptied (tree, &change, &path);
    }
  publish (&change);
}

void
gomp_tree_remove (struct gomp_tree *tree, struct gomp_tree_range *range)
{
  struct gomp_tree_node *leaf = tree->finger;
  unsigned i = index_near (leaf, tree->finger_index, range);
  tree->count--;
  if (unlikely (
          leaf == NULL || i == PEEK (leaf->count)
          || (i == 0 && PEEK (leaf->count) == 1 && PEEK (tree->root) != leaf)))
    {
      remove_by_path (tree, range);
      gomp_invariant (gomp_tree_is_sound (tree),
                      "a tree of %zu ranges after a removal", tree->count);
      return;
    }
  unsigned version = PEEK (leaf->version);
  WRITE (leaf->version, version + 1);
  take_at (leaf, i);
  WRITE (leaf->version, version + 2);
  set_finger (tree, leaf, i);
  gomp_invariant (gomp_tree_is_sound (tree),
                  "a tree of %zu ranges after a removal", tree->count);
}

/* ---- Checks.  */

static bool node_is_valid (struct gomp_tree_node *node, unsigned level,
                           uintptr_t low, uintptr_t high, size_t *count);

static bool
child_is_valid (struct gomp_tree_node *node, unsigned i, uintptr_t low,
                uintptr_t high, size_t *count)
{
  uintptr_t key = PEEK (node->key[i]);
  if (i + 1u < PEEK (node->count))
    high = PEEK (node->key[i + 1]);
  if (i == 0)
    return key == 0
           && node_is_valid (PEEK (node->slot[i]), PEEK (node->level) - 1u, low,
                             high, count);
  return key >= low && key < high
         && node_is_valid (PEEK (node->slot[i]), PEEK (node->level) - 1u, key,
                           high, count);
}

static bool
leaf_place_is_valid (struct gomp_tree_node *leaf, unsigned i, uintptr_t low,
                     uintptr_t high)
{
  struct gomp_tree_range *range = PEEK (leaf->slot[i]);
  uintptr_t key = PEEK (leaf->key[i]);
  uintptr_t end = PEEK (range->end);
  return key >= low && key < high && key == PEEK (range->start) && end > key
         && (i + 1u >= PEEK (leaf->count) || end <= PEEK (leaf->key[i + 1]));
}

static bool
node_is_valid (struct gomp_tree_node *node, unsigned level, uintptr_t low,
               uintptr_t high, size_t *count)
{
  unsigned n = PEEK (node->count);
  bool valid = PEEK (node->level) == level && n <= FANOUT
               && (PEEK (node->version) & 1) == 0 && (level == 0 || n > 0);
  for (unsigned i = 0; i < FANOUT && valid; i++)
    if (i >= n)
      valid = PEEK (node->key[i]) == UNUSED_KEY;
    else
      valid = level > 0 ? child_is_valid (node, i, low, high, count)
                        : leaf_place_is_valid (node, i, low, high);
  if (level == 0)
    *count += n;
  return valid;
}

bool
gomp_tree_is_valid (struct gomp_tree *tree)
{
  size_t count = 0;
  struct gomp_tree_node *root = PEEK (tree->root);
  return node_is_valid (root, PEEK (root->level), 0, UINTPTR_MAX, &count)
         && count == tree->count;
}

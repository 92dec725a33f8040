/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A splay tree of disjoint host ranges: D.  Sleator and R.  Tarjan,
   Self-Adjusting Binary Search Trees, JACM 32 (1985), with the top-down
   splaying of section 4.  A search moves its result to the root, so the next
   search for it, or for a range near it, is short; in a series, each search
   takes on average a time proportional to the logarithm of the number of
   ranges.

   The nodes are the ranges themselves: inserting needs no memory.  Every
   function changes the tree and is called with the map's mutex.  Start and end
   of a range are atomic, since others read them without it (map.c).  */

#include <string.h>

#include "base/invariant.h"
#include "offload/map/tree.h"

enum
{
  BELOW = 0, /* child[BELOW]: the ranges at lower addresses */
  ABOVE = 1
};

/* The position of ADDRESS: in RANGE (-1), BELOW or ABOVE it.  */
static inline int
side_of (struct gomp_tree_range *range, uintptr_t address)
{
  if (address < gomp_tree_start (range))
    return BELOW;
  return address >= gomp_tree_end (range) ? ABOVE : -1;
}

/* RANGE's child at SIDE replaces it, with RANGE at the other side.  */
static inline struct gomp_tree_range *
rotate (struct gomp_tree_range *range, int side)
{
  struct gomp_tree_range *child = range->child[side];
  range->child[side] = child->child[!side];
  child->child[!side] = range;
  return child;
}

/* Bring the range that has ADDRESS to the root of the tree at ROOT, or without
   one the last range before or the first after it; the new root.  ROOT: not
   NULL.

   What lies at higher addresses than the search's path is cut off and joined to
   a tree of its own, at its lowest end, and likewise at the other side; in the
   end both become the new root's.  */
static struct gomp_tree_range *
splay (struct gomp_tree_range *root, uintptr_t address)
{
  struct gomp_tree_range apart = { .child = { NULL, NULL } };
  /* [SIDE]: the end of the tree of the ranges that the path left when it went
     to SIDE.  */
  struct gomp_tree_range *end[2] = { &apart, &apart };
  int side;
  while ((side = side_of (root, address)) >= 0 && root->child[side] != NULL)
    {
      if (side_of (root->child[side], address) == side)
        {
          root = rotate (root, side);
          if (root->child[side] == NULL)
            break;
        }
      end[side]->child[side] = root;
      end[side] = root;
      root = root->child[side];
    }
  for (side = BELOW; side <= ABOVE; side++)
    {
      /* The ranges above the new root were left by going below, and so on.  */
      end[side]->child[side] = root->child[!side];
      root->child[!side] = apart.child[side];
    }
  return root;
}

bool
gomp_tree_init (struct gomp_tree *tree)
{
  memset (tree, 0, sizeof (*tree));
  return true;
}

void
gomp_tree_fini (struct gomp_tree *tree)
{
  tree->root = NULL;
}

/* The range of the tree below ROOT at SIDE of it that is next to it; NULL:
   there is none.  */
static struct gomp_tree_range *
neighbour (struct gomp_tree_range *root, int side)
{
  if (root->child[side] == NULL)
    return NULL;
  /* All of them are at SIDE of ROOT's start: the nearest one comes up.  */
  root->child[side] = splay (root->child[side], gomp_tree_start (root));
  return root->child[side];
}

/* The range next to ADDRESS: BELOW, where it may have ADDRESS or begin there,
   or ABOVE.  */
static struct gomp_tree_range *
find_beside (struct gomp_tree *tree, uintptr_t address, int side)
{
  if (tree->root == NULL)
    return NULL;
  tree->root = splay (tree->root, address);
  int side_of_root = gomp_tree_start (tree->root) > address ? ABOVE : BELOW;
  return side_of_root == side ? tree->root : neighbour (tree->root, side);
}

struct gomp_tree_range *
gomp_tree_find_below_locked (struct gomp_tree *tree, uintptr_t address)
{
  return find_beside (tree, address, BELOW);
}

struct gomp_tree_range *
gomp_tree_find_above_locked (struct gomp_tree *tree, uintptr_t address)
{
  return find_beside (tree, address, ABOVE);
}

struct gomp_tree_range *
gomp_tree_find_locked (struct gomp_tree *tree, uintptr_t start, uintptr_t end)
{
  if (tree->root == NULL)
    return NULL;
  tree->root = splay (tree->root, start);
  if (likely (side_of (tree->root, start) < 0))
    return tree->root;
  /* No range has START: the first above it may begin before END.  */
  struct gomp_tree_range *range = gomp_tree_start (tree->root) > start
                                      ? tree->root
                                      : neighbour (tree->root, ABOVE);
  return range != NULL && gomp_tree_start (range) < end ? range : NULL;
}

bool
gomp_tree_insert (struct gomp_tree *tree, struct gomp_tree_range *range)
{
  struct gomp_tree_range *root = tree->root;
  range->child[BELOW] = range->child[ABOVE] = NULL;
  if (root != NULL)
    {
      /* The root is next to RANGE then: it goes to one side with all that lies
         there, and gives up the other one.  */
      root = splay (root, gomp_tree_start (range));
      int side
          = gomp_tree_start (root) < gomp_tree_start (range) ? BELOW : ABOVE;
      range->child[side] = root;
      range->child[!side] = root->child[!side];
      root->child[!side] = NULL;
    }
  tree->root = range;
  tree->count++;
  gomp_invariant (gomp_tree_is_sound (tree),
                  "a tree of %zu ranges after an insertion", tree->count);
  return true;
}

void
gomp_tree_remove (struct gomp_tree *tree, struct gomp_tree_range *range)
{
  struct gomp_tree_range *root = splay (tree->root, gomp_tree_start (range));
  gomp_invariant (root == range,
                  "a range is taken out that the tree does not have");
  struct gomp_tree_range *below = neighbour (root, BELOW);
  if (below == NULL)
    below = root->child[ABOVE];
  else
    /* The last one below has nothing above it.  */
    below->child[ABOVE] = root->child[ABOVE];
  tree->root = below;
  tree->count--;
  gomp_invariant (gomp_tree_is_sound (tree),
                  "a tree of %zu ranges after a removal", tree->count);
}

/* In the order of addresses, without recursion: the tree may be a list.  */
bool
gomp_tree_is_valid (struct gomp_tree *tree)
{
  size_t count = 0;
  uintptr_t end = 0;
  struct gomp_tree_range *range = gomp_tree_find_above_locked (tree, 0);
  while (range != NULL && gomp_tree_start (range) >= end
         && gomp_tree_end (range) > gomp_tree_start (range))
    {
      count++;
      end = gomp_tree_end (range);
      range = gomp_tree_find_above_locked (tree, gomp_tree_start (range));
    }
  return range == NULL && count == tree->count;
}

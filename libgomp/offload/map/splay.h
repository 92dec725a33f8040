/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The splay tree behind tree.h, the only file that includes this; see
   splay.c.  */

#ifndef GOMP_OFFLOAD_MAP_SPLAY_H
#define GOMP_OFFLOAD_MAP_SPLAY_H

struct gomp_tree
{
  struct gomp_tree_range *root; /* writer: or NULL */
  size_t count;                 /* writer: ranges in the tree */
};

/* A search changes the tree, so there are no searches without the lock.  */
static inline enum gomp_tree_answer
gomp_tree_find (struct gomp_tree *tree, uintptr_t start, uintptr_t end,
                struct gomp_tree_hit *hit)
{
  (void)tree, (void)start, (void)end, (void)hit;
  return GOMP_TREE_BUSY;
}

static inline enum gomp_tree_answer
gomp_tree_find_below (struct gomp_tree *tree, uintptr_t address,
                      struct gomp_tree_hit *hit)
{
  return gomp_tree_find (tree, address, 0, hit);
}

static inline enum gomp_tree_answer
gomp_tree_find_above (struct gomp_tree *tree, uintptr_t address,
                      struct gomp_tree_hit *hit)
{
  return gomp_tree_find (tree, address, 0, hit);
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The B+-tree behind tree.h, the only file that includes this; see bplus.c.  */

#ifndef GOMP_OFFLOAD_MAP_BPLUS_H
#define GOMP_OFFLOAD_MAP_BPLUS_H

#define GOMP_TREE_FANOUT 14

struct gomp_tree_node;

struct gomp_tree
{
  _Atomic (struct gomp_tree_node *) root; /* never NULL after init */
  struct gomp_tree_node *free_nodes;      /* writer: linked through next */
  struct gomp_tree_chunk *chunks;         /* writer: the nodes' memory */
  size_t count;                           /* writer: ranges in the tree */
  struct gomp_tree_node *finger;          /* writer: the leaf that was searched
                                             last, or NULL */
  unsigned finger_index;                  /* writer: the index of the last
                                             search in that leaf */
};

HIDDEN enum gomp_tree_answer gomp_tree_find (struct gomp_tree *tree,
                                             uintptr_t start, uintptr_t end,
                                             struct gomp_tree_hit *hit) HOT;
HIDDEN enum gomp_tree_answer gomp_tree_find_below (struct gomp_tree *tree,
                                                   uintptr_t address,
                                                   struct gomp_tree_hit *hit);
HIDDEN enum gomp_tree_answer gomp_tree_find_above (struct gomp_tree *tree,
                                                   uintptr_t address,
                                                   struct gomp_tree_hit *hit);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of a device's mappings: a B+-tree keyed by host address that
   readers search without a lock.  See tree.c.  */

#ifndef GOMP_OFFLOAD_MAP_TREE_H
#define GOMP_OFFLOAD_MAP_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The part of a mapping that the tree reads.  The memory of a mapping stays
   one for ever (it is recycled, never given back), since a reader may still
   look at it after it left the tree.  */
struct gomp_tree_range
{
  atomic_uintptr_t start; /* first host byte; constant while in the tree */
  atomic_uintptr_t end;   /* one past the last */
};

/* Of a range that cannot leave its tree meanwhile.  */
static inline uintptr_t
gomp_tree_start (struct gomp_tree_range *range)
{
  return atomic_load_explicit (&range->start, memory_order_relaxed);
}

static inline uintptr_t
gomp_tree_end (struct gomp_tree_range *range)
{
  return atomic_load_explicit (&range->end, memory_order_relaxed);
}

#define GOMP_TREE_FANOUT 14

struct gomp_tree_node;

struct gomp_tree
{
  _Atomic (struct gomp_tree_node *) root; /* never NULL after init */
  struct gomp_tree_node *free_nodes;      /* writer: linked through next */
  struct gomp_tree_chunk *chunks;         /* writer: the nodes' memory */
  size_t count;                           /* writer: ranges in the tree */
  struct gomp_tree_node *finger;          /* writer: the leaf that it looked at
                                             last, or NULL */
  unsigned finger_place;                  /* writer: and the place there */
};

/* An answer: the range as it was found, since RANGE itself may have left the
   tree and be in other use by now.  */
struct gomp_tree_hit
{
  struct gomp_tree_range *range;
  uintptr_t start;
  uintptr_t end;
};

/* False without memory (recorded).  */
HIDDEN bool gomp_tree_init (struct gomp_tree *tree);
/* No reader or writer may be left.  */
HIDDEN void gomp_tree_fini (struct gomp_tree *tree);

/* Readers: any thread, no lock, beside a writer.  */

enum gomp_tree_answer
{
  GOMP_TREE_ABSENT,
  GOMP_TREE_FOUND,
  GOMP_TREE_BUSY /* writers kept interfering: ask with the writers' lock */
};

/* The range that overlaps [START, END), the one with the lowest start where
   several do; START < END.  */
HIDDEN enum gomp_tree_answer gomp_tree_find (struct gomp_tree *tree,
                                             uintptr_t start, uintptr_t end,
                                             struct gomp_tree_hit *hit) HOT;
/* The last range that starts at or below ADDRESS, and the first above.  */
HIDDEN enum gomp_tree_answer gomp_tree_find_below (struct gomp_tree *tree,
                                                   uintptr_t address,
                                                   struct gomp_tree_hit *hit);
HIDDEN enum gomp_tree_answer gomp_tree_find_above (struct gomp_tree *tree,
                                                   uintptr_t address,
                                                   struct gomp_tree_hit *hit);

/* Writers: one at a time, under a lock of the caller's.  */

/* As gomp_tree_find; NULL where there is none.  */
HIDDEN struct gomp_tree_range *gomp_tree_find_locked (struct gomp_tree *tree,
                                                      uintptr_t start,
                                                      uintptr_t end) HOT;
/* RANGE must be disjoint from all others and not empty.  False without memory
   (recorded); the tree is unchanged then.  */
HIDDEN bool gomp_tree_insert (struct gomp_tree *tree,
                              struct gomp_tree_range *range) HOT;
/* RANGE must be in the tree.  */
HIDDEN void gomp_tree_remove (struct gomp_tree *tree,
                              struct gomp_tree_range *range) HOT;
/* Checks the order and shape of the whole tree (tests).  */
HIDDEN bool gomp_tree_is_valid (struct gomp_tree *tree);

#endif

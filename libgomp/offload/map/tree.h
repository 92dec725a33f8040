/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of a device's mappings by host address, as map/ uses it.  Disjoint
   ranges are inserted, removed, and found by address.

   Two trees implement this interface; configure's --with-range-tree chooses
   one.  The B+-tree (bplus.c) has readers without a lock.  The splay tree
   (splay.c) changes with every search, so that each search needs the writers'
   lock: its readers answer GOMP_TREE_BUSY.

   Writers, and all functions that end in _locked: one thread at a time, under a
   lock of the caller's.  */

#ifndef GOMP_OFFLOAD_MAP_TREE_H
#define GOMP_OFFLOAD_MAP_TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The part of a mapping that the tree uses.  The memory of a mapping is used
   only for mappings (it is recycled, never freed), since a reader may still
   read it after it left the tree.  */
struct gomp_tree_range
{
  atomic_uintptr_t start; /* first host byte; constant while in the tree */
  atomic_uintptr_t end;   /* one past the last */
#ifdef GOMP_RANGE_TREE_SPLAY
  struct gomp_tree_range *child[2]; /* writer: below and above it, or NULL */
#endif
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

/* An answer: the range as it was found, since RANGE itself may meanwhile have
   left the tree and been reused.  */
struct gomp_tree_hit
{
  struct gomp_tree_range *range;
  uintptr_t start;
  uintptr_t end;
};

enum gomp_tree_answer
{
  GOMP_TREE_ABSENT,
  GOMP_TREE_FOUND,
  GOMP_TREE_BUSY /* writers kept interfering, or the tree has no readers
                    without a lock: ask with the lock */
};

/* struct gomp_tree, of which COUNT, the number of ranges, is the writer's to
   read; and the readers: any thread, no lock, beside a writer.

   gomp_tree_find: the range that overlaps [START, END), the one with the lowest
   start if several do; START < END.
   gomp_tree_find_below: the last range that starts at or below ADDRESS.
   gomp_tree_find_above: the first range that starts above ADDRESS.  */
#ifdef GOMP_RANGE_TREE_SPLAY
#  include "offload/map/splay.h"
#else
#  include "offload/map/bplus.h"
#endif

/* False without memory (recorded).  */
HIDDEN bool gomp_tree_init (struct gomp_tree *tree);
/* No reader or writer may be left.  */
HIDDEN void gomp_tree_fini (struct gomp_tree *tree);

/* As the readers find; NULL: there is none.  */
HIDDEN struct gomp_tree_range *gomp_tree_find_locked (struct gomp_tree *tree,
                                                      uintptr_t start,
                                                      uintptr_t end) HOT;
HIDDEN struct gomp_tree_range *
gomp_tree_find_below_locked (struct gomp_tree *tree, uintptr_t address);
HIDDEN struct gomp_tree_range *
gomp_tree_find_above_locked (struct gomp_tree *tree, uintptr_t address);
/* RANGE must be disjoint from all others and not empty.  False without memory
   (recorded); the tree is unchanged then.  */
HIDDEN bool gomp_tree_insert (struct gomp_tree *tree,
                              struct gomp_tree_range *range) HOT;
/* RANGE must be in the tree.  */
HIDDEN void gomp_tree_remove (struct gomp_tree *tree,
                              struct gomp_tree_range *range) HOT;
/* Checks the order and shape of the whole tree (tests).  */
HIDDEN bool gomp_tree_is_valid (struct gomp_tree *tree);

/* For invariants: the tree is valid.  Of large ones that is looked at now and
   then.  */
static inline bool
gomp_tree_is_sound (struct gomp_tree *tree)
{
  return (tree->count > 64 && tree->count % 64 != 0)
         || gomp_tree_is_valid (tree);
}

#endif

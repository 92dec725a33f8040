/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by bplus.c and bplus_write.c: the nodes; see bplus.c.  */

#ifndef GOMP_OFFLOAD_MAP_BPLUS_INTERNAL_H
#define GOMP_OFFLOAD_MAP_BPLUS_INTERNAL_H

#include "offload/map/tree.h"

#define FANOUT GOMP_TREE_FANOUT
#define UNUSED_KEY UINTPTR_MAX

struct gomp_tree_node
{
  atomic_uint version;                        /* odd: a writer is changing the
                                                 node */
  atomic_ushort count;                        /* used keys */
  atomic_ushort level;                        /* 0: leaf */
  _Atomic (struct gomp_tree_node *) previous; /* leaves: neighbours, */
  _Atomic (struct gomp_tree_node *) next;     /* or NULL */
  struct gomp_tree_node *free_next;           /* in the free list */
  atomic_uintptr_t key[FANOUT];  /* start, or lower bound of a child;
                                    ascending, the unused ones UNUSED_KEY */
  _Atomic (void *) slot[FANOUT]; /* range, or child */
};

/* Loads and stores of fields that readers and the writer share; see the
   ordering argument in bplus.c.  */
#define READ(field) atomic_load_explicit (&(field), memory_order_acquire)
#define WRITE(field, value)                                                    \
  atomic_store_explicit (&(field), (value), memory_order_release)
/* Loads by the writer, which sees its own stores.  */
#define PEEK(field) atomic_load_explicit (&(field), memory_order_relaxed)

/* The number of keys of NODE that are <= ADDRESS.  No branch depends on the
   keys: they are compared side by side.  */
static inline unsigned
rank (struct gomp_tree_node *node, uintptr_t address)
{
  unsigned even = 0, odd = 0;
#pragma GCC unroll 7
  for (int i = 0; i < FANOUT; i += 2)
    {
      even += READ (node->key[i]) <= address;
      odd += READ (node->key[i + 1]) <= address;
    }
  return even + odd;
}

/* An unused key is the last address, where no range starts.  */
static inline uintptr_t
address_of_key (uintptr_t address)
{
  return address == UNUSED_KEY ? address - 1 : address;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A plan: shared by plan.c, which makes plans and begins constructs by them,
   and plan_end.c, which ends these.  See plan.c.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_PLAN_INTERNAL_H
#define GOMP_OFFLOAD_CONSTRUCT_PLAN_INTERNAL_H

#include "offload/construct/plan.h"
#include "offload/map/alone.h"

/* Larger constructs gain nothing by a plan (row acc-new-8).  */
#define CLAUSES 16 /* at most, so that no construct hashes its owners */
#define BYTES 8192 /* of a block that the host does not see, at most */

struct gomp_plan
{
  size_t count;                /* clauses; 0: there is no plan */
  unsigned inserts;            /* as in struct gomp_construct */
  unsigned fresh;              /* number of mappings that it makes */
  unsigned present;            /* and that it finds */
  bool with_arguments;         /* the block begins with the slots */
  unsigned misses;             /* how often it did not apply, in a row */
  unsigned back;               /* number of items that are copied back */
  bool compares;               /* some of them only if the device changed
                                  them */
  struct gomp_block *block;    /* the plan has one of its references */
  size_t epoch;                /* the map's, when the mappings were inserted */
  bool is_constant;            /* the block has nothing but slots for mappings,
                                  and not even the region writes there */
  bool is_sent;                /* the device has these slots already */
  size_t to_start, to_end;     /* the part of the block to copy in */
  size_t back_start, back_end; /* and to copy back */
  void *hosts[CLAUSES];        /* the clauses */
  size_t sizes[CLAUSES];
  unsigned short kinds[CLAUSES];
  uint32_t flags[CLAUSES];         /* of the items, at the beginning */
  uintptr_t slots[CLAUSES];        /* device addresses */
  struct gomp_item items[CLAUSES]; /* of the construct that uses it */
  char bytes[BYTES]; /* what is copied in or back, if the host does not see
                        the block */
};

/* A device's.  The lock of its map protects them, and only a thread that alone
   uses the map changes them.  */
struct gomp_plans
{
  struct gomp_plan_keys keys;
  uint64_t seen[GOMP_PLANS]; /* of the construct that the passes began last */
  struct gomp_plan plan[GOMP_PLANS];
};

static inline struct gomp_clause_kind
kind_of (unsigned short kind)
{
  return gomp_clause_kinds[kind & 0xff];
}

/* Is the host address of such a clause only a value?  */
static inline bool
is_value (unsigned operation)
{
  return operation == GOMP_CLAUSE_VALUE;
}

/* Does the construct of PLAN make a mapping for clause I?  */
static inline bool
makes (const struct gomp_plan *plan, size_t i)
{
  return (plan->flags[i] & GOMP_ITEM_NEW) != 0;
}

/* Does it find one?  */
static inline bool
finds (const struct gomp_plan *plan, size_t i)
{
  return (plan->flags[i] & (GOMP_ITEM_NEW | GOMP_ITEM_COUNTED))
         == GOMP_ITEM_COUNTED;
}

/* Extend [*START, *END) so that it contains SIZE bytes at OFFSET.  */
static inline void
extend (size_t *start, size_t *end, size_t offset, size_t size)
{
  *start = *start < offset ? *start : offset;
  *end = *end > offset + size ? *end : offset + size;
}

/* The plan that is likely for C.  */
static inline struct gomp_plan *
gomp_plan_find (const struct gomp_construct *c,
                const struct gomp_clause_list *list)
{
  struct gomp_plans *plans = container_of (
      atomic_load_explicit (&c->device->plans, memory_order_relaxed),
      struct gomp_plans, keys);
  return &plans->plan[gomp_plan_slot (gomp_plan_key (c, list))];
}

#endif

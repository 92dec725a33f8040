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

/* A clause of a plan.  */
struct gomp_plan_clause
{
  void *host; /* the clause: its address */
  size_t size;
  uintptr_t slot;      /* device address; 0: the argument block gets the host
                          address, or the pointer that is there */
  char *view;          /* the host's view of its new storage, or NULL */
  uint32_t flags;      /* of its item, at the beginning */
  unsigned short kind; /* the clause's */
  bool is_value;       /* its host address is only a value */
  bool is_copied;      /* its data are copied into the block */
};

struct gomp_plan
{
  size_t count;                 /* clauses; 0: there is no plan */
  struct gomp_plan_clause *end; /* behind the last one, and its item */
  struct gomp_item *items_end;
  unsigned inserts;         /* as in struct gomp_construct */
  unsigned marks;           /* and those of new mappings */
  unsigned references;      /* of the block, while the construct uses it */
  unsigned fresh;           /* number of mappings that it makes */
  unsigned present;         /* and that it finds */
  unsigned misses;          /* how often it did not apply, in a row */
  struct gomp_block *block; /* the plan has one of its references */
  char *view;               /* the host's view of the block, or NULL */
  size_t epoch;             /* the map's, when the mappings were inserted */
  unsigned back;            /* number of items that are copied back */
  bool compares;            /* some of them only if the device changed them */
  bool with_arguments;      /* the block begins with the slots */
  bool is_constant;         /* the block has nothing but slots for mappings, and
                               not even the region writes there */
  bool is_sent;             /* the device has these slots already */
  size_t to_start, to_end;  /* the part of the block to copy in */
  size_t back_start, back_end;              /* and to copy back */
  struct gomp_plan_clause clauses[CLAUSES]; /* in the order of the list */
  struct gomp_item items[CLAUSES];          /* of the construct that uses it */
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

/* Does the construct make a mapping for clause P?  */
static inline bool
makes (const struct gomp_plan_clause *p)
{
  return (p->flags & GOMP_ITEM_NEW) != 0;
}

/* Does it find one?  */
static inline bool
finds (const struct gomp_plan_clause *p)
{
  return (p->flags & (GOMP_ITEM_NEW | GOMP_ITEM_COUNTED)) == GOMP_ITEM_COUNTED;
}

/* Extend [*START, *END) so that it contains SIZE bytes at OFFSET.  */
static inline void
extend (size_t *start, size_t *end, size_t offset, size_t size)
{
  *start = *start < offset ? *start : offset;
  *end = *end > offset + size ? *end : offset + size;
}

#endif

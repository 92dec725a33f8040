/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Plans: what the passes find out about a construct, kept for its next
   execution.  See plan.c.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_PLAN_H
#define GOMP_OFFLOAD_CONSTRUCT_PLAN_H

#include <stdbool.h>

#include "base/compiler.h"
#include "offload/construct/setup.h"

/* Slots of each device, as a power of two.  */
#define GOMP_PLANS_LOG 3
#define GOMP_PLANS (1 << GOMP_PLANS_LOG)
_Static_assert(GOMP_PLANS == GOMP_BLOCKS_KEPT, "each plan keeps a block");

/* Any thread reads the keys, as a hint; the plans belong to plan.c.  */
struct gomp_plan_keys
{
  atomic_uint_least64_t key[GOMP_PLANS]; /* of the plan in each slot, or 0 */
  struct gomp_plan *plan[GOMP_PLANS];    /* constant */
};

/* Constructs that have plans differ in this, as a rule.  LIST has clauses.  */
static inline uint64_t
gomp_plan_key (const struct gomp_construct *c,
               const struct gomp_clause_list *list)
{
  uint64_t sum = (uintptr_t)c->fn + (uintptr_t)list->hosts[0] + list->count;
  return sum * UINT64_C (0x9e3779b97f4a7c15);
}

static inline unsigned
gomp_plan_slot (uint64_t key)
{
  return (unsigned)(key >> (64 - GOMP_PLANS_LOG));
}

/* The plan that C with clauses FIRST to LAST - 1 of LIST perhaps has, or
   NULL.  */
static inline struct gomp_plan *
gomp_plan_guess (const struct gomp_construct *c,
                 const struct gomp_clause_list *list, size_t first, size_t last)
{
  /* Acquire: pairs with the release in plans_of.  */
  struct gomp_plan_keys *keys
      = atomic_load_explicit (&c->device->plans, memory_order_acquire);
  if (likely (keys == NULL) || list->count == 0)
    return NULL;
  uint64_t key = gomp_plan_key (c, list);
  unsigned slot = gomp_plan_slot (key);
  return unlikely (atomic_load_explicit (&keys->key[slot], memory_order_relaxed)
                   == key)
                 && first == 0 && last == list->count
             ? keys->plan[slot]
             : NULL;
}

/* Begin C, which has no plan yet, by PLAN, the guess for LIST.  If C has no
   plan then, PLAN does not apply now, and nothing was done.  */
HIDDEN enum gomp_status gomp_plan_begin (struct gomp_plan *plan,
                                         struct gomp_construct *c,
                                         const struct gomp_clause_list *list,
                                         bool with_arguments) HOT;
/* The passes have begun the construct of S without a plan, and made mappings or
   a block.  Make a plan if this is not the first time.  */
HIDDEN void gomp_plan_note (struct gomp_setup *s);
/* End C by its plan.  If C has no plan then, the end needs more care, and
   nothing was done.  */
HIDDEN enum gomp_status gomp_plan_end (struct gomp_construct *c) HOT;
/* Exit data, if PLAN, the guess for C, has mapped the data of LIST, by
   OpenACC's enter data, and nothing else uses them.  Otherwise false, and
   nothing was done.  */
HIDDEN bool gomp_plan_exit (struct gomp_plan *plan, struct gomp_construct *c,
                            const struct gomp_clause_list *list,
                            enum gomp_status *status) HOT;

#endif

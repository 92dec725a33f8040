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

/* Any thread reads the keys, as a hint; the rest belongs to plan.c.  */
struct gomp_plan_keys
{
  atomic_uint_least64_t key[GOMP_PLANS]; /* of the plan in each slot, or 0 */
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

/* Is there perhaps a plan for C with clauses FIRST to LAST - 1 of LIST?  */
static inline bool
gomp_plan_is_likely (const struct gomp_construct *c,
                     const struct gomp_clause_list *list, size_t first,
                     size_t last)
{
  /* Acquire: pairs with the release in note_locked.  */
  struct gomp_plan_keys *keys
      = atomic_load_explicit (&c->device->plans, memory_order_acquire);
  if (likely (keys == NULL) || list->count == 0)
    return false;
  uint64_t key = gomp_plan_key (c, list);
  return unlikely (atomic_load_explicit (&keys->key[gomp_plan_slot (key)],
                                         memory_order_relaxed)
                   == key)
         && first == 0 && last == list->count;
}

/* Begin C by the plan for LIST that is likely.  False: there is none, or it
   does not apply now, and nothing was done.  */
HIDDEN bool gomp_plan_begin (struct gomp_construct *c,
                             const struct gomp_clause_list *list,
                             bool with_arguments, enum gomp_status *status) HOT;
/* The passes have begun the construct of S without a plan, and made mappings or
   a block.  Make a plan if this is not the first time.  */
HIDDEN void gomp_plan_note (struct gomp_setup *s);
/* End C, which has a plan.  False: it needs more care, and nothing was
   done.  */
HIDDEN bool gomp_plan_end (struct gomp_construct *c,
                           enum gomp_status *status) HOT;
/* Exit data, if the plan that is likely has mapped the data of LIST, by
   OpenACC's enter data, and nothing else uses them.  Otherwise false, and
   nothing was done.  */
HIDDEN bool gomp_plan_exit (struct gomp_construct *c,
                            const struct gomp_clause_list *list,
                            enum gomp_status *status) HOT;

#endif

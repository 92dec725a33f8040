/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Inner plans: plans of regions that a thread executes again and again inside
   a data region of its own.  See plan_inner.c.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_PLAN_INNER_H
#define GOMP_OFFLOAD_CONSTRUCT_PLAN_INNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/construct/construct.h"

#define GOMP_PLANS_INNER_LOG 2 /* regions of a data region that take turns */
#define GOMP_PLANS_INNER (1 << GOMP_PLANS_INNER_LOG)
#define GOMP_PLAN_INNER_CLAUSES 16 /* at most */
#define GOMP_PLAN_INNER_BYTES 512  /* of the argument block, at most */

/* A clause of an inner plan.  */
struct gomp_plan_inner_clause
{
  const void *host;
  size_t size;
  struct gomp_mapping *mapping; /* a data region holds it; or NULL */
  unsigned short kind;
  unsigned short offset; /* of firstprivate data in the block; 0: there are
                            none */
};

struct gomp_plan_inner
{
  const void *fn;             /* the region that was executed last */
  struct gomp_device *device; /* its device */
  struct gomp_block *block;   /* the argument block; NULL: there is no plan */
  size_t count;               /* number of clauses */
  size_t size;                /* of the argument block */
  unsigned misses;            /* how often the plan did not apply */
  bool has_private;           /* there are firstprivate data */
  bool is_sent;               /* the device has the argument block as it is */
  struct gomp_plan_inner_clause clause[GOMP_PLAN_INNER_CLAUSES];
  union
  {
    uintptr_t slot[GOMP_PLAN_INNER_CLAUSES];
    char bytes[GOMP_PLAN_INNER_BYTES];
  }; /* the argument block */
};

/* Those of a data region; only its thread uses them.  */
struct gomp_plans_inner
{
  unsigned used; /* a bit for each that is in use */
  struct gomp_plan_inner plan[GOMP_PLANS_INNER];
};

/* A data region has begun.  */
static inline void
gomp_plans_inner_init (struct gomp_plans_inner *plans)
{
  plans->used = 0;
}

static inline unsigned
gomp_plan_inner_slot (const void *fn)
{
  uint64_t hash = (uintptr_t)fn * UINT64_C (0x9e3779b97f4a7c15);
  return (unsigned)(hash >> (64 - GOMP_PLANS_INNER_LOG));
}

/* The plan for the region FN on DEVICE, which perhaps applies, or NULL.  */
static inline struct gomp_plan_inner *
gomp_plan_inner_guess (struct gomp_plans_inner *plans,
                       const struct gomp_device *device, const void *fn)
{
  unsigned slot = gomp_plan_inner_slot (fn);
  struct gomp_plan_inner *plan = &plans->plan[slot];
  return (plans->used & 1u << slot) != 0 && plan->fn == fn
                 && plan->device == device && plan->block != NULL
             ? plan
             : NULL;
}

/* Does PLAN apply to a region with LIST?  If so, the argument block is filled
   for it.  *STATUS: whether that failed.  */
HIDDEN bool gomp_plan_inner_begin (struct gomp_plan_inner *plan,
                                   const struct gomp_clause_list *list,
                                   enum gomp_status *status) HOT;
/* The region has run.  */
HIDDEN enum gomp_status gomp_plan_inner_end (struct gomp_plan_inner *plan,
                                             const char *directive) HOT;
/* C, the construct of a region with LIST, has begun without an inner plan.
   HOLDS (ARG, M) says whether a data region of the thread holds the mapping M
   for longer than PLANS are there.  Make a plan if this is not the first
   time.  */
HIDDEN void gomp_plan_inner_note (struct gomp_plans_inner *plans,
                                  const struct gomp_construct *c,
                                  const struct gomp_clause_list *list,
                                  bool (*holds) (const void *arg,
                                                 const struct gomp_mapping *m),
                                  const void *arg) NOINLINE;
/* The data region is about to end.  */
HIDDEN void gomp_plans_inner_drop (struct gomp_plans_inner *plans) NOINLINE;
static inline void
gomp_plans_inner_fini (struct gomp_plans_inner *plans)
{
  if (plans->used != 0)
    gomp_plans_inner_drop (plans);
}

#endif

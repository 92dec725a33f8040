/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Plans of regions that a thread executes again and again inside a data region
   of its own, as programs do in their loops.

   If the data region holds all that the region maps, the passes find the same
   mappings each time.  These cannot be freed or recycled before the data region
   ends.  So the region needs neither references nor holds of its own, and the
   argument block stays the same, except for firstprivate data and values.  It
   is enough to look whether each mapping is still alive: another thread may
   have deleted it.

   Such plans serve threads that share a device: no thread writes memory that
   another one reads, and none takes a lock.  (The plans of plan.c need a thread
   that uses the map alone.)  They belong to the data region, and only its
   thread uses them.

   Clauses with pointers have no plans, nor have devices that take the argument
   block together with the launch (host2dev_parts).  The second execution makes
   the plan.  */

#include "offload/construct/plan_inner.h"

#include <string.h>

#include "base/invariant.h"
#include "offload/construct/redzone.h"
#include "offload/construct/setup.h"

#define MISSES 8 /* after which a region has no plan any more */

/* ---- Making a plan.  */

/* May a region with LIST have a plan on DEVICE?  */
static bool
is_plannable (const struct gomp_device *device,
              const struct gomp_clause_list *list)
{
  return list->count > 0 && list->count <= GOMP_PLAN_INNER_CLAUSES
         && list->extra == 0 && device->plugin->host2dev_parts == NULL;
}

/* Take the mapping that C has found for clause I.  False: it has made one, or
   it needs more care.  */
static bool
plan_mapped (struct gomp_plan_inner *plan, const struct gomp_construct *c,
             const struct gomp_clause *clause, size_t i)
{
  const struct gomp_item *item = &c->items[i];
  uint8_t plain = GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM | GOMP_CLAUSE_IMPLICIT;
  if ((clause->flags & ~plain) != 0 || item->mapping == NULL
      || item->attached != NULL || item->length == 0
      || (item->flags & (GOMP_ITEM_NEW | GOMP_ITEM_COUNTED))
             != GOMP_ITEM_COUNTED)
    return false;
  plan->clause[i].mapping = item->mapping;
  plan->slot[i] = gomp_mapping_device (item->mapping, item->host);
  return true;
}

/* Give the firstprivate data of clause I a place in the argument block.  False:
   there is none.  */
static bool
plan_private (struct gomp_plan_inner *plan, const struct gomp_clause *clause,
              size_t i)
{
  size_t align = (size_t)1 << clause->align_log;
  size_t offset = (plan->size + align - 1) & ~(align - 1);
  if (clause->host == 0 || align > GOMP_BLOCK_ALIGN
      || clause->size > GOMP_PLAN_INNER_BYTES
      || offset + clause->size > GOMP_PLAN_INNER_BYTES)
    return false;
  plan->clause[i].offset = (unsigned short)offset;
  plan->size = offset + clause->size;
  plan->has_private = true;
  return true;
}

static bool
plan_clause (struct gomp_plan_inner *plan, const struct gomp_construct *c,
             const struct gomp_clause_list *list, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (list, i);
  plan->clause[i] = (struct gomp_plan_inner_clause){ .host = list->hosts[i],
                                                     .size = list->sizes[i],
                                                     .kind = list->kinds[i] };
  switch (clause.operation)
    {
    case GOMP_CLAUSE_MAP:
    case GOMP_CLAUSE_PRESENT:
      return plan_mapped (plan, c, &clause, i);
    case GOMP_CLAUSE_FIRSTPRIVATE:
      return plan_private (plan, &clause, i);
    case GOMP_CLAUSE_VALUE:
      plan->slot[i] = clause.host;
      return true;
    default:
      return false;
    }
}

/* The firstprivate data follow the argument slots, of which some now get their
   addresses.  */
static void
place_private (struct gomp_plan_inner *plan)
{
  for (size_t i = 0; i < plan->count; i++)
    if (plan->clause[i].offset != 0)
      plan->slot[i] = plan->block->address + plan->clause[i].offset;
}

static void
make (struct gomp_plan_inner *plan, const struct gomp_construct *c,
      const struct gomp_clause_list *list,
      bool (*holds) (const void *arg, const struct gomp_mapping *m),
      const void *arg)
{
  bool plain = true;
  plan->count = list->count;
  plan->size = list->count * sizeof (plan->slot[0]);
  plan->has_private = false;
  for (size_t i = 0; i < list->count && plain; i++)
    plain = plan_clause (plan, c, list, i)
            && (plan->clause[i].mapping == NULL
                || holds (arg, plan->clause[i].mapping));
  if (!plain)
    {
      plan->misses++;
      return;
    }
  plan->block = gomp_block_acquire (plan->device, plan->size, GOMP_BLOCK_ALIGN);
  if (plan->block == NULL)
    {
      gomp_error_clear ();
      return;
    }
  place_private (plan);
  /* What the device has there is another construct's.  */
  plan->is_sent = false;
}

static void
forget (struct gomp_plan_inner *plan)
{
  gomp_block_drop (plan->block);
  plan->block = NULL;
}

void
gomp_plan_inner_note (struct gomp_plans_inner *plans,
                      const struct gomp_construct *c,
                      const struct gomp_clause_list *list,
                      bool (*holds) (const void *arg,
                                     const struct gomp_mapping *m),
                      const void *arg)
{
  unsigned slot = gomp_plan_inner_slot (c->fn);
  struct gomp_plan_inner *plan = &plans->plan[slot];
  bool is_used = (plans->used & 1u << slot) != 0;
  if (is_used && plan->block != NULL)
    forget (plan);
  if (is_used && plan->fn == c->fn && plan->device == c->device)
    {
      if (plan->misses < MISSES && is_plannable (c->device, list))
        make (plan, c, list, holds, arg);
      return;
    }
  plans->used |= 1u << slot;
  plan->fn = c->fn;
  plan->device = c->device;
  plan->block = NULL;
  plan->misses = 0;
}

/* ---- A region with a plan.  */

/* Is clause P the one of the caller, and is its mapping alive?  */
static inline bool
is_same (const struct gomp_plan_inner_clause *p,
         const struct gomp_clause_list *list, size_t i)
{
  return p->kind == list->kinds[i] && p->size == list->sizes[i]
         && (p->mapping == NULL ? p->offset == 0 || list->hosts[i] != NULL
                                : p->host == list->hosts[i]
                                      && !gomp_mapping_is_dead (p->mapping));
}

/* Copy values and firstprivate data into the argument block.  */
static inline void
renew (struct gomp_plan_inner *plan, const struct gomp_clause_list *list)
{
  for (size_t i = 0; i < plan->count; i++)
    {
      const struct gomp_plan_inner_clause *p = &plan->clause[i];
      if (p->mapping != NULL)
        continue;
      if (p->offset != 0)
        memcpy (plan->bytes + p->offset, list->hosts[i], p->size);
      else if (plan->slot[i] != (uintptr_t)list->hosts[i])
        {
          plan->slot[i] = (uintptr_t)list->hosts[i];
          plan->is_sent = false;
        }
    }
}

bool
gomp_plan_inner_begin (struct gomp_plan_inner *plan,
                       const struct gomp_clause_list *list,
                       enum gomp_status *status)
{
  *status = GOMP_OK;
  if (plan->count != list->count || list->extra != 0)
    return false;
  for (size_t i = 0; i < plan->count; i++)
    if (!is_same (&plan->clause[i], list, i))
      {
        plan->misses++;
        return false;
      }
  renew (plan, list);
  struct gomp_block *block = plan->block;
  /* The region may have changed its firstprivate data, and by mistake
     everything that the host sees.  */
  if (plan->is_sent && !plan->has_private && block->view == NULL)
    return true;
  plan->is_sent = true;
  *status = gomp_device_write (plan->device, block->address, block->view,
                               plan->bytes, plan->size);
  return true;
}

enum gomp_status
gomp_plan_inner_end (struct gomp_plan_inner *plan, const char *directive)
{
  if (!gomp_device_is_seen (plan->device))
    return GOMP_OK;
  enum gomp_status status = GOMP_OK;
  struct gomp_construct c; /* what the message needs */
  c.device = plan->device;
  c.fn = plan->fn;
  c.directive = directive;
  for (size_t i = 0; i < plan->count && status == GOMP_OK; i++)
    status = gomp_redzone_check_mapping (&c, plan->clause[i].mapping);
  return status;
}

void
gomp_plans_inner_drop (struct gomp_plans_inner *plans)
{
  for (unsigned slot = 0; slot < GOMP_PLANS_INNER; slot++)
    if (plans->used & 1u << slot)
      forget (&plans->plan[slot]);
  plans->used = 0;
}

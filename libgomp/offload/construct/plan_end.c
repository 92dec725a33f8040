/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The end of constructs that have plans, and exit data of what enter data has
   mapped by a plan.

   Runs in the thread that ends the construct, alone and with the map's lock
   except while it copies.  See plan.c.  */

#include <string.h>

#include "offload/construct/plan_internal.h"
#include "offload/construct/redzone.h"

/* ---- The end.  */

/* Do the mappings that the construct has made have no other use, and those that
   it has found some other reference?  */
static SPECIALIZED bool
is_usual_locked (const struct gomp_plan *plan, const bool finds_any)
{
  const unsigned marks = GOMP_READY_ALLOCATED | GOMP_READY_FILLED;
  const struct gomp_plan_clause *p = plan->clauses;
  const struct gomp_item *item = plan->items;
  do
    {
      if (makes (p)
              ? !gomp_alone_is_sole (item->mapping, 1)
                    || gomp_mapping_marks (item->mapping) != marks
              : finds_any && finds (p) && !gomp_alone_stays (item->mapping))
        return false;
      item++;
    }
  while (++p < plan->end);
  return true;
}

/* Release what was found.  Make the other mappings dead, so that no thread can
   take them.  */
static SPECIALIZED bool
end_locked (struct gomp_plan *plan, const bool finds_any)
{
  if (!is_usual_locked (plan, finds_any))
    return false;
  const struct gomp_plan_clause *p = plan->clauses;
  const struct gomp_item *item = plan->items;
  do
    {
      if (finds_any && finds (p))
        gomp_alone_release (item->mapping);
      else if (makes (p))
        gomp_alone_end (item->mapping, 1);
      item++;
    }
  while (++p < plan->end);
  /* Only the construct referred to the block.  */
  if (finds_any && plan->fresh == 0)
    gomp_block_refer (plan->block, 1);
  return true;
}

/* Is ITEM the same on the device, whose bytes are at BYTES?  GCC maps constants
   that a region uses as if the region might change them.  */
static inline bool
is_unchanged (const struct gomp_item *item, const char *bytes)
{
  return unlikely (item->flags & GOMP_ITEM_IMPLICIT) && bytes != NULL
         && memcmp (bytes, (const void *)item->host, item->length) == 0;
}

/* Copy back the items that have all flags in WANTED, one by one.  */
static inline enum gomp_status
copy_each_back (struct gomp_plan *plan, struct gomp_device *device,
                uint32_t wanted)
{
  enum gomp_status status = GOMP_OK;
  const struct gomp_item *item = plan->items;
  do
    if ((item->flags & wanted) == wanted
        && !is_unchanged (item, item->mapping->view))
      status
          = gomp_device_read (device, (void *)item->host, item->mapping->device,
                              item->mapping->view, item->length);
  while (++item < plan->items_end && status == GOMP_OK);
  return status;
}

/* The same by one copy to the plan.  If this fails, one by one: the message
   then names the failing copy.  */
static NOINLINE enum gomp_status
copy_back_gathered (struct gomp_plan *plan, struct gomp_device *device,
                    uint32_t wanted)
{
  if (gomp_device_read (device, plan->bytes + plan->back_start,
                        plan->block->address + plan->back_start, NULL,
                        plan->back_end - plan->back_start)
      != GOMP_OK)
    {
      gomp_error_clear ();
      return copy_each_back (plan, device, wanted);
    }
  const struct gomp_item *item = plan->items;
  do
    if ((item->flags & wanted) == wanted
        && !is_unchanged (item, plan->bytes + item->offset))
      memcpy ((void *)item->host, plan->bytes + item->offset, item->length);
  while (++item < plan->items_end);
  return GOMP_OK;
}

static SPECIALIZED enum gomp_status
copy_all_back (struct gomp_plan *plan, struct gomp_device *device,
               const bool finds_any)
{
  const uint32_t wanted = GOMP_ITEM_BACK | (finds_any ? GOMP_ITEM_NEW : 0);
  return plan->view == NULL && (plan->back > 1 || plan->compares)
             ? copy_back_gathered (plan, device, wanted)
             : copy_each_back (plan, device, wanted);
}

/* Remove the dead mappings, backwards: the tree then has nothing to move.  */
static SPECIALIZED void
retire (struct gomp_plan *plan, struct gomp_device *device)
{
  /* A copy back by the plugin has waited for them.  */
  if (plan->back == 0)
    gomp_device_await_visitors (device);
  gomp_map_lock (&device->map);
  struct gomp_item *item = plan->items_end;
  do
    if ((--item)->flags & GOMP_ITEM_NEW)
      gomp_map_retire_locked (&device->map, item->mapping);
  while (item > plan->items);
  /* Only the construct referred to the block.  */
  gomp_block_refer (plan->block, 1);
  gomp_map_unlock (&device->map);
  gomp_map_announce_left (&device->map);
}

/* With the map's lock, which is given back.  */
static SPECIALIZED enum gomp_status
finish_locked (struct gomp_plan *plan, struct gomp_construct *c,
               const bool finds_any)
{
  struct gomp_device *device = c->device;
  bool ends = end_locked (plan, finds_any);
  gomp_map_unlock (&device->map);
  if (unlikely (!ends))
    c->plan = NULL;
  if (unlikely (!ends) || (finds_any && plan->fresh == 0))
    return GOMP_OK;
  enum gomp_status status = copy_all_back (plan, device, finds_any);
  retire (plan, device);
  return status;
}

static NOINLINE enum gomp_status
finish_finding_locked (struct gomp_plan *plan, struct gomp_construct *c)
{
  return finish_locked (plan, c, true);
}

enum gomp_status
gomp_plan_end (struct gomp_construct *c)
{
  struct gomp_plan *plan = c->plan;
  enum gomp_status status = gomp_redzone_check (c);
  if (unlikely (status != GOMP_OK))
    return status;
  if (unlikely (!gomp_map_lock_alone (&c->device->map)))
    {
      c->plan = NULL;
      return GOMP_OK;
    }
  return plan->present == 0 ? finish_locked (plan, c, false)
                            : finish_finding_locked (plan, c);
}

/* ---- Exit data.  */

/* Does LIST release what enter data has mapped by PLAN?  Take note of what is
   copied back.  */
static inline bool
takes_back (struct gomp_plan *plan, const struct gomp_clause_list *list)
{
  plan->back = 0;
  plan->back_start = SIZE_MAX;
  plan->back_end = 0;
  for (size_t i = 0; i < plan->count; i++)
    {
      const struct gomp_plan_clause *p = &plan->clauses[i];
      struct gomp_item *item = &plan->items[i];
      struct gomp_clause_kind kind = kind_of (list->kinds[i]);
      bool back = kind.operation == GOMP_CLAUSE_MAP;
      if (p->host != list->hosts[i] || p->size != list->sizes[i]
          || (back ? (kind.flags & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM))
                         != GOMP_CLAUSE_FROM
                   : kind.operation != GOMP_CLAUSE_RELEASE
                         && kind.operation != GOMP_CLAUSE_DELETE))
        return false;
      item->flags = p->flags;
      if (!back)
        continue;
      item->flags |= GOMP_ITEM_BACK;
      plan->back++;
      extend (&plan->back_start, &plan->back_end, item->offset, item->length);
    }
  return true;
}

/* Does each mapping that enter data has made by PLAN still have this reference
   alone, which belongs to OpenACC's dynamic count?  */
static inline bool
is_entered_locked (const struct gomp_plan *plan)
{
  const unsigned marks = GOMP_READY_ALLOCATED | GOMP_READY_FILLED;
  for (size_t i = 0; i < plan->count; i++)
    {
      const struct gomp_plan_clause *p = &plan->clauses[i];
      struct gomp_mapping *mapping = plan->items[i].mapping;
      if (!makes (p)
          || !gomp_alone_is_present (mapping, (uintptr_t)p->host, p->size)
          || mapping->block != plan->block || !gomp_alone_is_sole (mapping, 0)
          || !gomp_map_is_entered_once (mapping)
          || gomp_mapping_marks (mapping) != marks)
        return false;
    }
  return true;
}

bool
gomp_plan_exit (struct gomp_plan *plan, struct gomp_construct *c,
                const struct gomp_clause_list *list, enum gomp_status *status)
{
  struct gomp_map *map = &c->device->map;
  if (!gomp_map_lock_alone (map))
    return false;
  bool ends = plan->count == list->count && list->extra == 0
              && !plan->with_arguments && is_entered_locked (plan)
              && takes_back (plan, list);
  for (size_t i = 0; i < plan->count && ends; i++)
    {
      gomp_alone_end (plan->items[i].mapping, 0);
      plan->items[i].flags |= GOMP_ITEM_DIED;
    }
  gomp_map_unlock (map);
  if (!ends)
    return false;
  c->items = plan->items;
  *status = gomp_redzone_check (c);
  if (likely (*status == GOMP_OK))
    *status = copy_all_back (plan, c->device, false);
  retire (plan, c->device);
  return true;
}

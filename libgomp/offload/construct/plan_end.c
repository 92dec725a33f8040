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
  for (size_t i = 0; i < plan->count; i++)
    {
      struct gomp_mapping *mapping = plan->items[i].mapping;
      if (makes (plan, i)
              ? !gomp_alone_is_sole (mapping, 1)
                    || gomp_mapping_marks (mapping) != marks
              : finds_any && finds (plan, i) && !gomp_alone_stays (mapping))
        return false;
    }
  return true;
}

/* Release what was found.  Make the other mappings dead, so that no thread can
   take them.  */
static SPECIALIZED bool
end_locked (struct gomp_plan *plan, const bool finds_any)
{
  if (!is_usual_locked (plan, finds_any))
    return false;
  for (size_t i = 0; i < plan->count; i++)
    if (finds_any && finds (plan, i))
      gomp_alone_release (plan->items[i].mapping);
    else if (makes (plan, i))
      {
        gomp_alone_end (plan->items[i].mapping, 1);
        plan->items[i].flags |= GOMP_ITEM_DIED;
      }
  /* Only the construct referred to the block.  */
  if (finds_any && plan->fresh == 0)
    gomp_block_refer (plan->block, 1);
  return true;
}

/* Copy ITEM back; FROM has its bytes, or is NULL.  */
static inline enum gomp_status
copy_back (struct gomp_device *device, const struct gomp_item *item,
           const char *from)
{
  void *host = (void *)item->host;
  if (from == NULL)
    return gomp_device_read (device, host, item->mapping->device,
                             item->mapping->view, item->length);
  memcpy (host, from, item->length);
  return GOMP_OK;
}

/* Is ITEM the same on the device?  GCC maps constants that a region uses as if
   the region might change them.  */
static inline bool
is_unchanged (const struct gomp_item *item, const char *bytes)
{
  return (item->flags & GOMP_ITEM_IMPLICIT) && bytes != NULL
         && memcmp (bytes, (const void *)item->host, item->length) == 0;
}

static SPECIALIZED enum gomp_status
copy_all_back (struct gomp_plan *plan, struct gomp_device *device,
               const bool finds_any)
{
  const uint32_t wanted = GOMP_ITEM_BACK | (finds_any ? GOMP_ITEM_NEW : 0);
  enum gomp_status status = GOMP_OK;
  bool gathers
      = plan->block->view == NULL && (plan->back > 1 || plan->compares);
  /* If this fails, one by one: the message then names the failing copy.  */
  if (gathers
      && gomp_device_read (device, plan->bytes + plan->back_start,
                           plan->block->address + plan->back_start, NULL,
                           plan->back_end - plan->back_start)
             != GOMP_OK)
    {
      gomp_error_clear ();
      gathers = false;
    }
  const struct gomp_item *item = plan->items, *last = item + plan->count;
  for (; item < last && status == GOMP_OK; item++)
    {
      if ((item->flags & wanted) != wanted)
        continue;
      const char *bytes = gathers ? plan->bytes + item->offset : NULL;
      if (!is_unchanged (item, gathers ? bytes : item->mapping->view))
        status = copy_back (device, item, bytes);
    }
  return status;
}

/* Remove the dead mappings, backwards: the tree then has nothing to move.  */
static SPECIALIZED void
retire (struct gomp_plan *plan, struct gomp_device *device)
{
  /* A copy back by the plugin has waited for them.  */
  if (plan->back == 0)
    gomp_device_await_visitors (device);
  gomp_map_lock (&device->map);
  for (size_t i = plan->count; i-- > 0;)
    if (makes (plan, i))
      gomp_map_retire_locked (&device->map, plan->items[i].mapping);
  /* Only the construct referred to the block.  */
  gomp_block_refer (plan->block, 1);
  gomp_map_unlock (&device->map);
  gomp_map_announce_left (&device->map);
}

/* With the map's lock, which is given back.  */
static SPECIALIZED bool
finish_locked (struct gomp_plan *plan, struct gomp_device *device,
               enum gomp_status *status, const bool finds_any)
{
  bool ends = end_locked (plan, finds_any);
  gomp_map_unlock (&device->map);
  if (unlikely (!ends))
    return false;
  if (finds_any && plan->fresh == 0)
    return true;
  *status = copy_all_back (plan, device, finds_any);
  retire (plan, device);
  return true;
}

static NOINLINE bool
finish_finding_locked (struct gomp_plan *plan, struct gomp_device *device,
                       enum gomp_status *status)
{
  return finish_locked (plan, device, status, true);
}

bool
gomp_plan_end (struct gomp_construct *c, enum gomp_status *status)
{
  struct gomp_plan *plan = c->plan;
  *status = gomp_redzone_check (c);
  if (unlikely (*status != GOMP_OK))
    return true;
  if (!gomp_map_lock_alone (&c->device->map))
    return false;
  return plan->present == 0 ? finish_locked (plan, c->device, status, false)
                            : finish_finding_locked (plan, c->device, status);
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
      struct gomp_item *item = &plan->items[i];
      struct gomp_clause_kind kind = kind_of (list->kinds[i]);
      bool back = kind.operation == GOMP_CLAUSE_MAP;
      if (plan->hosts[i] != list->hosts[i] || plan->sizes[i] != list->sizes[i]
          || (back ? (kind.flags & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM))
                         != GOMP_CLAUSE_FROM
                   : kind.operation != GOMP_CLAUSE_RELEASE
                         && kind.operation != GOMP_CLAUSE_DELETE))
        return false;
      item->flags = plan->flags[i];
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
      struct gomp_mapping *mapping = plan->items[i].mapping;
      if (!makes (plan, i)
          || !gomp_alone_is_present (mapping, (uintptr_t)plan->hosts[i],
                                     plan->sizes[i])
          || mapping->block != plan->block || !gomp_alone_is_sole (mapping, 0)
          || !gomp_map_is_entered_once (mapping)
          || gomp_mapping_marks (mapping) != marks)
        return false;
    }
  return true;
}

bool
gomp_plan_exit (struct gomp_construct *c, const struct gomp_clause_list *list,
                enum gomp_status *status)
{
  struct gomp_map *map = &c->device->map;
  struct gomp_plan *plan = gomp_plan_find (c, list);
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

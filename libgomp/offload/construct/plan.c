/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Plans of constructs that are executed again and again.

   A program often executes one construct many times, with the same variables.
   Each time the passes of begin.c come to the same result: each clause makes a
   mapping, at the same place of a block of the same layout, or, in a region,
   finds the same mapping.  A plan is that result: the clauses, the items, and a
   block that stays with the plan.  A construct with a plan only inserts the
   mappings that it makes, takes those that it finds, fills the block, and in
   the end copies back and removes its mappings.  Exit data also uses the plan
   of enter data that made the mappings.

   Only clauses without pointers have plans.  Mappings that a plan makes are
   small, since nothing is gained for large ones.  The second execution makes
   the plan; it replaces an idle plan in the same slot.

   A mapping that a plan finds may have been removed since, and its memory may
   be another mapping's.  The plan applies if that is alive, filled, and covers
   the same bytes: no other mapping can then have them.

   A plan is used only while one thread alone uses the map (sync/biased.h), with
   the map's lock.  It lives as long as the device is open; its block counts as
   one that constructs use (device/block.h).  It is busy while anything but
   itself refers to its block: a construct, or a mapping that has outlived its
   construct.  A busy plan is neither used nor replaced.  A construct ends by
   its plan if its mappings have no other references, and still one thread alone
   uses the map.  Otherwise the passes of end.c end it: the items are the
   plan's, and like any others.  */

#include "offload/construct/plan_internal.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "offload/map/link.h"

#define MISSES 8 /* in a row, after which constructs ignore a plan */

/* Does a plan know that nothing but its own constructs refers to its block?  */
static inline bool
is_idle (const struct gomp_plan *plan)
{
  /* Acquire: as in block.c.  */
  return atomic_load_explicit (&plan->block->references, memory_order_acquire)
         == 1;
}

/* ---- Making a plan.  */

/* Did ITEM of a region find a mapping of all bytes of its clause?  Other
   directives count what they find (enter data), or have no block.  */
static bool
is_found (const struct gomp_setup *s, const struct gomp_item *item)
{
  return s->with_arguments
         && (item->flags & (GOMP_ITEM_NEW | GOMP_ITEM_COUNTED))
                == GOMP_ITEM_COUNTED
         && (item->mapping->flags & GOMP_MAPPING_MEMBER) == 0
         && gomp_alone_is_present (item->mapping, item->host, item->length);
}

/* May clause I of S, already begun, be part of a plan?  */
static bool
is_plain (const struct gomp_setup *s, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  const struct gomp_item *item = &s->c->items[i];
  uint8_t flags = GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM | GOMP_CLAUSE_IMPLICIT;
  switch (clause.operation)
    {
    case GOMP_CLAUSE_MAP:
    case GOMP_CLAUSE_PRESENT:
      return item->length > 0 && (clause.flags & ~flags) == 0
             && (item->flags & GOMP_ITEM_NEW ? clause.size < GOMP_BULK_MIN
                                             : is_found (s, item));
    case GOMP_CLAUSE_FIRSTPRIVATE:
    case GOMP_CLAUSE_VALUE_AT:
      return s->with_arguments && clause.host != 0
             && clause.size < GOMP_BULK_MIN;
    default:
      return is_value (clause.operation);
    }
}

static bool
is_plannable (const struct gomp_setup *s)
{
  struct gomp_device *device = s->c->device;
  bool plain = s->first == 0 && s->last == s->list->count && s->list->extra == 0
               && s->last <= CLAUSES && device->plugin->host2dev_parts == NULL
               && s->block != NULL && s->block->size_class != GOMP_BLOCK_LARGE
               && (s->block->view != NULL || s->size <= BYTES)
               && !s->has_pointers && !s->has_renewals
               && !gomp_link_is_any (&device->map);
  for (size_t i = 0; i < s->last && plain; i++)
    plain = is_plain (s, i);
  return plain;
}

static void
plan_item (struct gomp_plan *plan, struct gomp_setup *s, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  struct gomp_item *item = &s->c->items[i];
  bool is_private = clause.operation == GOMP_CLAUSE_FIRSTPRIVATE;
  bool is_new = (item->flags & GOMP_ITEM_NEW) != 0;
  struct gomp_plan_clause *p = &plan->clauses[i];
  *p = (struct gomp_plan_clause){
    .host = s->list->hosts[i],
    .size = s->list->sizes[i],
    .flags = item->flags,
    .kind = s->list->kinds[i],
    .is_value = is_value (clause.operation),
    .is_copied = is_private || (is_new && (clause.flags & GOMP_CLAUSE_TO)),
  };
  plan->items[i] = *item;
  plan->present += finds (p);
  if (is_new || is_private)
    p->slot = s->block->address + item->offset;
  if (is_new && plan->view != NULL)
    p->view = plan->view + item->offset;
  if (p->is_copied)
    extend (&plan->to_start, &plan->to_end, item->offset, clause.size);
  if (is_new && (item->flags & GOMP_ITEM_BACK))
    {
      extend (&plan->back_start, &plan->back_end, item->offset, clause.size);
      plan->back++;
      plan->compares |= (item->flags & GOMP_ITEM_IMPLICIT) != 0;
    }
}

/* PLAN is for S from now on.  */
static void
make (struct gomp_plan *plan, struct gomp_setup *s)
{
  plan->count = s->last;
  plan->end = plan->clauses + s->last;
  plan->items_end = plan->items + s->last;
  plan->inserts = s->c->inserts;
  plan->marks
      = plan->inserts
        | (gomp_device_is_seen (s->c->device) ? GOMP_MAPPING_GUARDED : 0)
        | (s->with_arguments ? GOMP_MAPPING_UNSHARED : 0);
  plan->fresh = s->fresh;
  plan->references = plan->fresh + s->with_arguments + 1;
  plan->with_arguments = s->with_arguments;
  plan->misses = plan->back = plan->present = 0;
  plan->compares = plan->is_sent = false;
  plan->block = s->block;
  plan->view = s->block->view;
  plan->epoch = gomp_map_epoch (&s->c->device->map);
  plan->to_start = plan->back_start = SIZE_MAX;
  plan->to_end = plan->back_end = 0;
  if (s->with_arguments)
    extend (&plan->to_start, &plan->to_end, 0, s->last * sizeof (uintptr_t));
  for (size_t i = 0; i < s->last; i++)
    plan_item (plan, s, i);
  plan->is_constant = s->with_arguments
                      && plan->fresh + plan->present == plan->count
                      && plan->to_end == plan->count * sizeof (uintptr_t);
  if (plan->view == NULL)
    memset (plan->bytes, 0, s->size);
  atomic_fetch_add_explicit (&s->block->references, 1, memory_order_relaxed);
}

/* May the plan in SLOT, if there is one, be replaced by one for KEY?  A plan
   for KEY itself does not apply this time, but perhaps the next.  */
static bool
is_replaceable (struct gomp_plans *plans, unsigned slot, uint64_t key)
{
  const struct gomp_plan *plan = &plans->plan[slot];
  uint64_t old
      = atomic_load_explicit (&plans->keys.key[slot], memory_order_relaxed);
  return plans->seen[slot] == key
         && (plan->count == 0
             || (is_idle (plan) && (old != key || plan->misses > 1)));
}

/* With the map's lock.  *REST: as for gomp_block_drop_locked.  */
static void
note_locked (struct gomp_setup *s, struct gomp_plans *plans,
             struct gomp_block **rest)
{
  uint64_t key = gomp_plan_key (s->c, s->list);
  unsigned slot = gomp_plan_slot (key);
  struct gomp_plan *plan = &plans->plan[slot];
  if (is_replaceable (plans, slot, key))
    {
      if (plan->count > 0)
        gomp_block_drop_locked (plan->block, 1, rest);
      make (plan, s);
      s->c->device->pool.kept[slot] = plan->block;
      atomic_store_explicit (&plans->keys.key[slot], key, memory_order_relaxed);
    }
  plans->seen[slot] = key;
}

/* The plans of DEVICE, with the map's lock; NULL: there is no memory for
   them.  */
static struct gomp_plans *
plans_of (struct gomp_device *device)
{
  struct gomp_plan_keys *keys
      = atomic_load_explicit (&device->plans, memory_order_relaxed);
  if (likely (keys != NULL))
    return container_of (keys, struct gomp_plans, keys);
  struct gomp_plans *made = gomp_alloc_zeroed (sizeof (*made));
  if (made == NULL)
    {
      gomp_error_clear ();
      return NULL;
    }
  for (size_t i = 0; i < GOMP_PLANS; i++)
    made->keys.plan[i] = &made->plan[i];
  /* Release: pairs with the acquire in gomp_plan_guess.  */
  atomic_store_explicit (&device->plans, &made->keys, memory_order_release);
  return made;
}

/* The mappings that the construct has found are alive: it refers to them.  */
void
gomp_plan_note (struct gomp_setup *s)
{
  struct gomp_map *map = &s->c->device->map;
  struct gomp_block *rest = NULL;
  if (!gomp_map_lock_alone (map))
    return;
  struct gomp_plans *plans = is_plannable (s) ? plans_of (s->c->device) : NULL;
  if (plans != NULL)
    note_locked (s, plans, &rest);
  gomp_map_unlock (map);
  gomp_block_free_list (rest);
}

/* ---- The beginning of a construct.  */

/* Has LIST the clauses of the plan?  And is what it finds, if FINDS_ANY,
   still there?  */
static SPECIALIZED bool
is_same (const struct gomp_plan *plan, const struct gomp_clause_list *list,
         const bool finds_any)
{
  const struct gomp_plan_clause *p = plan->clauses;
  size_t i = 0;
  do
    {
      if (p->kind != list->kinds[i] || p->size != list->sizes[i]
          || (p->host != list->hosts[i] && !p->is_value))
        return false;
      if (finds_any && finds (p)
          && !gomp_alone_is_present (plan->items[i].mapping, (uintptr_t)p->host,
                                     p->size))
        return false;
      i++;
    }
  while (++p < plan->end);
  return true;
}

/* Is nothing mapped of what the plan maps?  */
static inline bool
is_absent (const struct gomp_plan *plan, struct gomp_map *map)
{
  if (likely (plan->epoch == gomp_map_epoch (map)) || plan->fresh == 0)
    return true;
  const struct gomp_plan_clause *p = plan->clauses;
  do
    {
      uintptr_t start = (uintptr_t)p->host;
      if (makes (p)
          && gomp_map_find_locked (map, start, start + p->size) != NULL)
        return false;
    }
  while (++p < plan->end);
  return true;
}

/* Does PLAN apply now, to C with LIST?  With the map's lock.  */
static SPECIALIZED bool
applies (const struct gomp_plan *plan, struct gomp_construct *c,
         const struct gomp_clause_list *list, bool with_arguments,
         const bool finds_any)
{
  struct gomp_map *map = &c->device->map;
  return plan->count == list->count && list->extra == 0
         && plan->with_arguments == with_arguments
         && plan->inserts == c->inserts && is_same (plan, list, finds_any)
         && is_idle (plan) && !gomp_link_is_any (map) && is_absent (plan, map);
}

/* C stops looking for a plan, until note_locked makes the plan anew.  Any
   thread.  */
static NOINLINE void
stop_looking (struct gomp_construct *c, const struct gomp_clause_list *list)
{
  struct gomp_plan_keys *keys
      = atomic_load_explicit (&c->device->plans, memory_order_relaxed);
  atomic_store_explicit (&keys->key[gomp_plan_slot (gomp_plan_key (c, list))],
                         0, memory_order_relaxed);
}

/* PLAN does not apply to C.  That may happen again and again.  */
static NOINLINE void
miss_locked (struct gomp_construct *c, const struct gomp_clause_list *list,
             struct gomp_plan *plan)
{
  if (++plan->misses >= MISSES)
    stop_looking (c, list);
}

/* Take the mapping that clause P, whose item is ITEM, finds.  */
static inline void
take_locked (struct gomp_plan *plan, struct gomp_plan_clause *p,
             const struct gomp_item *item)
{
  uintptr_t address = gomp_mapping_device (item->mapping, (uintptr_t)p->host);
  gomp_alone_take (item->mapping);
  plan->is_sent &= p->slot == address;
  p->slot = address;
}

/* Insert the mapping that clause P, whose item is ITEM, makes.  */
static inline bool
insert_locked (struct gomp_plan *plan, const struct gomp_plan_clause *p,
               struct gomp_item *item, struct gomp_map *map)
{
  struct gomp_mapping *mapping = gomp_map_insert_locked (
      map, item->host, item->host + item->length, plan->marks);
  if (unlikely (mapping == NULL))
    return false;
  item->mapping = mapping;
  mapping->device = p->slot;
  mapping->view = p->view;
  mapping->block = plan->block;
  gomp_mapping_set_ready (mapping, GOMP_READY_ALLOCATED);
  return true;
}

/* Insert the mappings that the plan makes; take those that it finds, if
   FINDS_ANY.  */
static SPECIALIZED enum gomp_status
map_locked (struct gomp_plan *plan, struct gomp_map *map, const bool finds_any)
{
  struct gomp_plan_clause *p = plan->clauses;
  struct gomp_item *item = plan->items;
  gomp_block_refer (plan->block, plan->references);
  do
    {
      item->flags = p->flags;
      if (finds_any && finds (p))
        take_locked (plan, p, item);
      if (makes (p) && !insert_locked (plan, p, item, map))
        return GOMP_ERR_NOMEM;
      item++;
    }
  while (++p < plan->end);
  plan->epoch = gomp_map_epoch (map);
  return GOMP_OK;
}

/* Fill the argument block at SLOTS, with the values of CLAUSES.  */
static inline void
fill_slots (const struct gomp_plan *plan, uintptr_t *slots, void *const *hosts)
{
  const struct gomp_plan_clause *p = plan->clauses;
  for (size_t i = 0; i < plan->count; i++, p++)
    if (likely (p->slot != 0))
      slots[i] = p->slot;
    else
      slots[i] = p->is_value ? (uintptr_t)hosts[i]
                             : gomp_load_pointer ((uintptr_t)hosts[i]);
}

static SPECIALIZED enum gomp_status
fill (struct gomp_plan *plan, struct gomp_device *device,
      const struct gomp_clause_list *list)
{
  bool is_seen = plan->view != NULL;
  size_t size = plan->to_end - plan->to_start;
  char *bytes = is_seen ? plan->view : plan->bytes;
  if (plan->to_end == 0 || (plan->is_sent && !is_seen))
    return GOMP_OK;
  if (!is_seen && plan->count == 1 && !plan->with_arguments)
    return gomp_device_write (device, plan->clauses[0].slot, NULL,
                              plan->clauses[0].host, size);
  if (plan->with_arguments)
    fill_slots (plan, (uintptr_t *)(void *)bytes, list->hosts);
  if (!plan->is_constant)
    for (size_t i = 0; i < plan->count; i++)
      {
        const struct gomp_plan_clause *p = &plan->clauses[i];
        if (p->is_copied)
          memcpy (bytes + plan->items[i].offset, p->host, p->size);
      }
  if (is_seen)
    return GOMP_OK;
  /* If this fails, the plan is not used again.  */
  plan->is_sent = plan->is_constant;
  return gomp_device_write (device, plan->block->address + plan->to_start, NULL,
                            bytes + plan->to_start, size);
}

/* What gomp_construct_publish does, for mappings that have just got storage. */
static SPECIALIZED void
publish (struct gomp_plan *plan, struct gomp_map *map)
{
  const struct gomp_item *item = plan->items;
  do
    if (item->flags & GOMP_ITEM_NEW)
      gomp_mapping_set_ready (item->mapping,
                              GOMP_READY_ALLOCATED | GOMP_READY_FILLED);
  while (++item < plan->items_end);
  gomp_map_announce (map);
}

static SPECIALIZED enum gomp_status
fill_and_publish (struct gomp_plan *plan, struct gomp_device *device,
                  const struct gomp_clause_list *list, const bool finds_any)
{
  enum gomp_status status = fill (plan, device, list);
  if (likely (status == GOMP_OK) && (!finds_any || plan->fresh > 0))
    publish (plan, &device->map);
  return status;
}

/* With the map's lock, which is given back.  */
static SPECIALIZED enum gomp_status
begin_locked (struct gomp_plan *plan, struct gomp_construct *c,
              const struct gomp_clause_list *list, bool with_arguments,
              const bool finds_any)
{
  struct gomp_device *device = c->device;
  if (!applies (plan, c, list, with_arguments, finds_any))
    {
      miss_locked (c, list, plan);
      gomp_map_unlock (&device->map);
      return GOMP_OK;
    }
  plan->misses = 0;
  c->plan = plan;
  c->items = plan->items;
  if (with_arguments)
    {
      c->block = plan->block;
      c->unshared = plan->fresh;
    }
  enum gomp_status status = map_locked (plan, &device->map, finds_any);
  gomp_map_unlock (&device->map);
  return likely (status == GOMP_OK)
             ? fill_and_publish (plan, device, list, finds_any)
             : status;
}

static NOINLINE enum gomp_status
begin_finding_locked (struct gomp_plan *plan, struct gomp_construct *c,
                      const struct gomp_clause_list *list, bool with_arguments)
{
  return begin_locked (plan, c, list, with_arguments, true);
}

enum gomp_status
gomp_plan_begin (struct gomp_plan *plan, struct gomp_construct *c,
                 const struct gomp_clause_list *list, bool with_arguments)
{
  if (unlikely (!gomp_map_lock_alone (&c->device->map)))
    {
      /* Another thread uses the map, and it stays that way.  */
      stop_looking (c, list);
      return GOMP_OK;
    }
  return plan->present == 0
             ? begin_locked (plan, c, list, with_arguments, false)
             : begin_finding_locked (plan, c, list, with_arguments);
}

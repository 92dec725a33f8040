/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Plans of constructs that are executed again and again.

   A program often executes one construct many times, with the same variables,
   none of which is mapped before.  Each time the passes of begin.c come to the
   same result: each clause makes a mapping, at the same place of a block of the
   same layout.  A plan is that result: the clauses, the items, and a block that
   stays with the plan.  A construct with a plan only inserts the mappings,
   fills the block, and in the end copies back and removes the mappings.

   Only clauses without pointers have plans, and only small data, since nothing
   is gained for large ones.  The second execution makes the plan; it replaces
   an idle plan in the same slot.

   A plan is used only while one thread alone uses the map (sync/biased.h), with
   the map's lock.  It lives as long as the device is open; its block counts as
   one that constructs use (device/block.h).  It is busy while anything but
   itself refers to its block: a construct, or a mapping that has outlived its
   construct.  A busy plan is neither used nor replaced.  A construct ends by
   its plan if its mappings have no other references, and still one thread alone
   uses the map.  Otherwise the passes of end.c end it: the items are the
   plan's, and like any others.  */

#include "offload/construct/plan.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "offload/construct/redzone.h"
#include "offload/map/link.h"

/* Larger constructs gain nothing by a plan (row acc-new-8).  */
#define CLAUSES 16 /* at most, so that no construct hashes its owners */
#define BYTES 8192 /* of a block that the host does not see, at most */
#define MISSES 8   /* in a row, after which constructs ignore a plan */

struct gomp_plan
{
  size_t count;                /* clauses; 0: there is no plan */
  unsigned inserts;            /* as in struct gomp_construct */
  unsigned fresh;              /* number of mappings */
  bool with_arguments;         /* the block begins with the slots */
  unsigned misses;             /* how often it did not apply, in a row */
  unsigned back;               /* number of items that are copied back */
  bool compares;               /* some of them only if the device changed
                                  them */
  struct gomp_block *block;    /* the plan has one of its references */
  size_t epoch;                /* the map's, when the mappings were inserted */
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

/* Does a plan know that nothing but its own constructs refers to its block?  */
static inline bool
is_idle (const struct gomp_plan *plan)
{
  /* Acquire: as in block.c.  */
  return atomic_load_explicit (&plan->block->references, memory_order_acquire)
         == 1;
}

/* ---- Making a plan.  */

/* May clause I of S, already begun, be part of a plan?  */
static bool
is_plain (const struct gomp_setup *s, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  const struct gomp_item *item = &s->c->items[i];
  bool moves = (clause.operation == GOMP_CLAUSE_FIRSTPRIVATE
                || clause.operation == GOMP_CLAUSE_VALUE_AT)
               && s->with_arguments && clause.host != 0;
  uint8_t flags = GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM | GOMP_CLAUSE_IMPLICIT;
  if (clause.operation == GOMP_CLAUSE_MAP)
    moves = (item->flags & GOMP_ITEM_NEW) && item->length > 0
            && (clause.flags & ~flags) == 0;
  return (moves && clause.size < GOMP_BULK_MIN) || is_value (clause.operation);
}

static bool
is_plannable (const struct gomp_setup *s)
{
  struct gomp_device *device = s->c->device;
  bool plain = s->first == 0 && s->last == s->list->count && s->list->extra == 0
               && s->last <= CLAUSES && device->plugin->host2dev_parts == NULL
               && s->block != NULL && s->block->size_class != GOMP_BLOCK_LARGE
               && (s->block->view != NULL || s->size <= BYTES)
               && !s->has_pointers && !s->has_renewals && !s->has_others
               && !gomp_link_is_any (&device->map);
  for (size_t i = 0; i < s->last && plain; i++)
    plain = is_plain (s, i);
  return plain;
}

/* Extend [*START, *END) so that it contains SIZE bytes at OFFSET.  */
static void
extend (size_t *start, size_t *end, size_t offset, size_t size)
{
  *start = *start < offset ? *start : offset;
  *end = *end > offset + size ? *end : offset + size;
}

static void
plan_item (struct gomp_plan *plan, struct gomp_setup *s, size_t i)
{
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  struct gomp_item *item = &s->c->items[i];
  plan->hosts[i] = s->list->hosts[i];
  plan->sizes[i] = s->list->sizes[i];
  plan->kinds[i] = s->list->kinds[i];
  plan->flags[i] = item->flags;
  plan->items[i] = *item;
  plan->slots[i]
      = item->mapping != NULL || clause.operation == GOMP_CLAUSE_FIRSTPRIVATE
            ? s->block->address + item->offset
            : 0;
  if (clause.operation == GOMP_CLAUSE_FIRSTPRIVATE
      || (item->mapping != NULL && (clause.flags & GOMP_CLAUSE_TO)))
    extend (&plan->to_start, &plan->to_end, item->offset, clause.size);
  if (item->flags & GOMP_ITEM_BACK)
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
  plan->inserts = s->c->inserts;
  plan->fresh = s->fresh;
  plan->with_arguments = s->with_arguments;
  plan->misses = plan->back = 0;
  plan->compares = false;
  plan->block = s->block;
  plan->epoch = gomp_map_epoch (&s->c->device->map);
  plan->to_start = plan->back_start = SIZE_MAX;
  plan->to_end = plan->back_end = 0;
  if (s->with_arguments)
    extend (&plan->to_start, &plan->to_end, 0, s->last * sizeof (uintptr_t));
  for (size_t i = 0; i < s->last; i++)
    plan_item (plan, s, i);
  if (s->block->view == NULL)
    memset (plan->bytes, 0, sizeof (plan->bytes));
  atomic_fetch_add_explicit (&s->block->references, 1, memory_order_relaxed);
}

/* With the map's lock.  *REST: as for gomp_block_drop_locked.  */
static void
note_locked (struct gomp_setup *s, struct gomp_block **rest)
{
  struct gomp_device *device = s->c->device;
  struct gomp_plan_keys *keys
      = atomic_load_explicit (&device->plans, memory_order_relaxed);
  if (keys == NULL)
    {
      struct gomp_plans *made = gomp_alloc_zeroed (sizeof (*made));
      keys = made == NULL ? NULL : &made->keys;
      /* Release: pairs with the acquire in gomp_plan_is_likely.  */
      atomic_store_explicit (&device->plans, keys, memory_order_release);
    }
  if (keys == NULL)
    {
      gomp_error_clear ();
      return;
    }
  struct gomp_plans *plans = container_of (keys, struct gomp_plans, keys);
  uint64_t key = gomp_plan_key (s->c, s->list);
  unsigned slot = gomp_plan_slot (key);
  struct gomp_plan *plan = &plans->plan[slot];
  if (plans->seen[slot] == key && (plan->count == 0 || is_idle (plan)))
    {
      if (plan->count > 0)
        gomp_block_drop_locked (plan->block, 1, rest);
      make (plan, s);
      device->pool.kept[slot] = plan->block;
      atomic_store_explicit (&plans->keys.key[slot], key, memory_order_relaxed);
    }
  plans->seen[slot] = key;
}

void
gomp_plan_note (struct gomp_setup *s)
{
  struct gomp_map *map = &s->c->device->map;
  struct gomp_block *rest = NULL;
  if (!is_plannable (s) || !gomp_map_lock_alone (map))
    return;
  note_locked (s, &rest);
  gomp_map_unlock (map);
  gomp_block_free_list (rest);
}

/* ---- The beginning of a construct.  */

static inline bool
is_same (const struct gomp_plan *plan, const struct gomp_clause_list *list)
{
  for (size_t i = 0; i < plan->count; i++)
    if (plan->kinds[i] != list->kinds[i] || plan->sizes[i] != list->sizes[i]
        || (plan->hosts[i] != list->hosts[i]
            && !is_value (kind_of (list->kinds[i]).operation)))
      return false;
  return true;
}

/* Is nothing mapped of what the plan maps?  */
static inline bool
is_absent (const struct gomp_plan *plan, struct gomp_map *map)
{
  if (likely (plan->epoch == gomp_map_epoch (map)))
    return true;
  for (size_t i = 0; i < plan->count; i++)
    {
      uintptr_t start = (uintptr_t)plan->hosts[i];
      if ((plan->flags[i] & GOMP_ITEM_NEW)
          && gomp_map_find_locked (map, start, start + plan->sizes[i]) != NULL)
        return false;
    }
  return true;
}

/* Does PLAN apply now, to C with LIST?  With the map's lock.  */
static inline bool
applies (const struct gomp_plan *plan, struct gomp_construct *c,
         const struct gomp_clause_list *list, bool with_arguments)
{
  struct gomp_map *map = &c->device->map;
  return plan->count == list->count && list->extra == 0
         && plan->with_arguments == with_arguments
         && plan->inserts == c->inserts && is_same (plan, list)
         && is_idle (plan) && !gomp_link_is_any (map) && is_absent (plan, map);
}

/* The plan in SLOT does not apply.  If that happens again and again, as the
   data are always present now, the construct stops looking.  The next time that
   it makes mappings, note_locked makes the plan anew.  */
static NOINLINE void
miss_locked (struct gomp_plans *plans, unsigned slot)
{
  struct gomp_plan *plan = &plans->plan[slot];
  if (++plan->misses >= MISSES)
    atomic_store_explicit (&plans->keys.key[slot], 0, memory_order_relaxed);
}

static inline enum gomp_status
insert_locked (struct gomp_plan *plan, struct gomp_construct *c)
{
  struct gomp_map *map = &c->device->map;
  struct gomp_block *block = plan->block;
  unsigned flags
      = plan->inserts
        | (gomp_device_is_seen (c->device) ? GOMP_MAPPING_GUARDED : 0)
        | (plan->with_arguments ? GOMP_MAPPING_UNSHARED : 0);
  gomp_block_refer (block, plan->fresh + plan->with_arguments + 1);
  for (size_t i = 0; i < plan->count; i++)
    {
      struct gomp_item *item = &plan->items[i];
      item->flags = plan->flags[i];
      if ((item->flags & GOMP_ITEM_NEW) == 0)
        continue;
      struct gomp_mapping *mapping = gomp_map_insert_locked (
          map, item->host, item->host + item->length, flags);
      if (unlikely (mapping == NULL))
        return GOMP_ERR_NOMEM;
      item->mapping = mapping;
      mapping->device = plan->slots[i];
      mapping->view = block->view == NULL ? NULL : block->view + item->offset;
      mapping->block = block;
      gomp_mapping_set_ready (mapping, GOMP_READY_ALLOCATED);
    }
  plan->epoch = gomp_map_epoch (map);
  return GOMP_OK;
}

/* The bytes at OFFSET of the block, or what is copied there.  */
static inline char *
bytes_at (struct gomp_plan *plan, size_t offset)
{
  return (plan->block->view != NULL ? plan->block->view : plan->bytes) + offset;
}

static inline void
fill_slots (struct gomp_plan *plan, const struct gomp_clause_list *list)
{
  uintptr_t *slot = (uintptr_t *)(void *)bytes_at (plan, 0);
  for (size_t i = 0; i < plan->count; i++)
    {
      unsigned operation;
      slot[i] = plan->slots[i];
      if (slot[i] != 0)
        continue;
      operation = kind_of (list->kinds[i]).operation;
      slot[i] = is_value (operation)
                    ? (uintptr_t)list->hosts[i]
                    : gomp_load_pointer ((uintptr_t)list->hosts[i]);
    }
}

static inline enum gomp_status
fill (struct gomp_plan *plan, struct gomp_device *device,
      const struct gomp_clause_list *list)
{
  bool is_seen = plan->block->view != NULL;
  size_t size = plan->to_end - plan->to_start;
  if (plan->to_end == 0)
    return GOMP_OK;
  if (!is_seen && plan->count == 1 && !plan->with_arguments)
    return gomp_device_write (device, plan->slots[0], NULL, plan->hosts[0],
                              size);
  if (plan->with_arguments)
    fill_slots (plan, list);
  for (size_t i = 0; i < plan->count; i++)
    {
      struct gomp_clause_kind kind = kind_of (plan->kinds[i]);
      if (kind.operation == GOMP_CLAUSE_FIRSTPRIVATE
          || (kind.operation == GOMP_CLAUSE_MAP
              && (kind.flags & GOMP_CLAUSE_TO)))
        memcpy (bytes_at (plan, plan->items[i].offset), plan->hosts[i],
                plan->sizes[i]);
    }
  return is_seen
             ? GOMP_OK
             : gomp_device_write (device, plan->block->address + plan->to_start,
                                  NULL, plan->bytes + plan->to_start, size);
}

static inline enum gomp_status
fill_and_publish (struct gomp_plan *plan, struct gomp_construct *c,
                  const struct gomp_clause_list *list)
{
  enum gomp_status status = fill (plan, c->device, list);
  if (status == GOMP_OK)
    gomp_construct_publish (c, 0, plan->count);
  return status;
}

bool
gomp_plan_begin (struct gomp_construct *c, const struct gomp_clause_list *list,
                 bool with_arguments, enum gomp_status *status)
{
  struct gomp_map *map = &c->device->map;
  struct gomp_plans *plans = container_of (
      atomic_load_explicit (&c->device->plans, memory_order_relaxed),
      struct gomp_plans, keys);
  unsigned slot = gomp_plan_slot (gomp_plan_key (c, list));
  struct gomp_plan *plan = &plans->plan[slot];
  if (!gomp_map_lock_alone (map))
    return false;
  if (!applies (plan, c, list, with_arguments))
    {
      miss_locked (plans, slot);
      gomp_map_unlock (map);
      return false;
    }
  plan->misses = 0;
  *status = insert_locked (plan, c);
  gomp_map_unlock (map);
  c->plan = plan;
  c->items = plan->items;
  c->block = with_arguments ? plan->block : NULL;
  c->unshared = with_arguments ? plan->fresh : 0;
  if (likely (*status == GOMP_OK))
    *status = fill_and_publish (plan, c, list);
  return true;
}

/* ---- The end.  */

/* Does only the construct use its mappings, with the map's lock?  */
static inline bool
is_sole_locked (const struct gomp_plan *plan)
{
  for (size_t i = 0; i < plan->count; i++)
    {
      struct gomp_mapping *mapping = plan->items[i].mapping;
      if ((plan->flags[i] & GOMP_ITEM_NEW)
          && (!gomp_map_is_sole (mapping)
              || gomp_mapping_marks (mapping)
                     != (GOMP_READY_ALLOCATED | GOMP_READY_FILLED)))
        return false;
    }
  return true;
}

/* Make the mappings dead, so that no thread can take them.  */
static inline bool
end_locked (struct gomp_plan *plan)
{
  if (!is_sole_locked (plan))
    return false;
  for (size_t i = 0; i < plan->count; i++)
    if (plan->flags[i] & GOMP_ITEM_NEW)
      {
        gomp_map_end_sole_locked (plan->items[i].mapping);
        plan->items[i].flags |= GOMP_ITEM_DIED;
      }
  return true;
}

/* Copy item I back; FROM has its bytes, or is NULL.  */
static enum gomp_status
copy_back (struct gomp_plan *plan, struct gomp_device *device, size_t i,
           const char *from)
{
  const struct gomp_item *item = &plan->items[i];
  void *host = (void *)item->host;
  if (from == NULL)
    return gomp_device_read (device, host, plan->slots[i], item->mapping->view,
                             item->length);
  memcpy (host, from, item->length);
  return GOMP_OK;
}

/* Is item I the same on the device?  GCC maps constants that a region uses as
   if the region might change them.  */
static inline bool
is_unchanged (const struct gomp_plan *plan, size_t i, const char *bytes)
{
  const struct gomp_item *item = &plan->items[i];
  return (item->flags & GOMP_ITEM_IMPLICIT) && bytes != NULL
         && memcmp (bytes, (const void *)item->host, item->length) == 0;
}

static enum gomp_status
copy_all_back (struct gomp_plan *plan, struct gomp_device *device)
{
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
  for (size_t i = 0; i < plan->count && status == GOMP_OK; i++)
    {
      const char *bytes = gathers ? plan->bytes + plan->items[i].offset : NULL;
      if ((plan->flags[i] & GOMP_ITEM_BACK)
          && !is_unchanged (plan, i,
                            gathers ? bytes : plan->items[i].mapping->view))
        status = copy_back (plan, device, i, bytes);
    }
  return status;
}

/* Remove the dead mappings, backwards: the tree then has nothing to move.  */
static inline void
retire (struct gomp_plan *plan, struct gomp_device *device)
{
  /* A copy back by the plugin has waited for them.  */
  if (plan->back == 0)
    gomp_device_await_visitors (device);
  gomp_map_lock (&device->map);
  for (size_t i = plan->count; i-- > 0;)
    if (plan->flags[i] & GOMP_ITEM_NEW)
      gomp_map_retire_locked (&device->map, plan->items[i].mapping);
  /* Only the construct referred to the block.  */
  gomp_block_refer (plan->block, 1);
  gomp_map_unlock (&device->map);
  gomp_map_announce_left (&device->map);
}

bool
gomp_plan_end (struct gomp_construct *c, enum gomp_status *status)
{
  struct gomp_plan *plan = c->plan;
  struct gomp_map *map = &c->device->map;
  *status = gomp_redzone_check (c);
  if (unlikely (*status != GOMP_OK))
    return true;
  if (!gomp_map_lock_alone (map))
    return false;
  bool ends = end_locked (plan);
  gomp_map_unlock (map);
  if (unlikely (!ends))
    return false;
  *status = copy_all_back (plan, c->device);
  retire (plan, c->device);
  return true;
}

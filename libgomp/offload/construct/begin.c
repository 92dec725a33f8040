/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Setting up the device data environment of a construct (OpenMP 5.1 sections
   2.14.2 to 2.14.5, 2.21.7).

   Runs in the encountering thread; no lock is held on return.  The passes:

   1. resolve.c: find existing mappings, insert the missing ones, and reserve
      storage for these in one block;
   2. allocate the block: the new mappings have storage;
   3. wait until mappings that other constructs make have storage;
   4. fill the block with data, red zones, arguments and pointers: the new
      mappings are filled, and constructs that wait for them go on;
   5. wait until the mappings of other constructs are filled, then copy
      `always' data and set the pointers in them.

   Passes 1, 2 and 4 never wait for other constructs, pass 3 waits only for
   pass 2, and pass 5 only for pass 4: so constructs cannot wait in a circle.

   A device may save a wait if only the next region needs the data of pass 4
   (host2dev_parts in plugin.h).  Then the new mappings count as filled when
   the region has ended, and a thread that maps the same data waits for that.
   Regions wait for no construct, and a construct that has to wait in pass 5
   does not defer data that others wait for, so there is no circle here either.
   Threads that map the same data would run one after the other.  So the first
   thread that has to wait turns this off for the device, for good.  */

#include "offload/construct/construct.h"

#include <stdio.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "offload/construct/mapping_copy.h"
#include "offload/construct/plan.h"
#include "offload/construct/redzone.h"
#include "offload/construct/setup.h"
#include "offload/map/link.h"
#include "offload/observe.h"
#include "tool/tool.h"

/* ---- Construct objects.  */

/* Two thirds full at most.  */
static unsigned
seen_bits_for (size_t count)
{
  unsigned bits = 6;
  while ((size_t)1 << bits < 2 * count)
    bits++;
  return bits;
}

static enum gomp_status
init_many (struct gomp_construct *c, size_t count)
{
  c->seen_bits = seen_bits_for (count);
  size_t items = count * sizeof (c->items[0]);
  char *memory
      = gomp_alloc_zeroed (items + (sizeof (c->seen[0]) << c->seen_bits));
  if (memory == NULL)
    return GOMP_ERR_NOMEM;
  c->items = (struct gomp_item *)memory;
  c->seen = (uint32_t *)(memory + items);
  return GOMP_OK;
}

enum gomp_status
gomp_construct_init (struct gomp_construct *c, struct gomp_device *device,
                     const char *directive, const void *fn, size_t count)
{
  c->device = device;
  c->fn = fn;
  c->directive = directive;
  c->block = NULL;
  c->inserts = 0;
  c->runs_next = c->is_deferred = c->is_taken_back = false;
  c->plan = NULL;
  c->unshared = 0;
  c->owners = 0;
  c->count = count;
  if (unlikely (count > GOMP_CONSTRUCT_INLINE))
    return init_many (c, count);
  c->items = c->inline_items;
  c->seen = NULL;
  /* One clause is no call of the C library.  */
  if (count == 1)
    c->items[0] = (struct gomp_item){ .flags = 0 };
  else
    memset (c->items, 0, count * sizeof (c->items[0]));
  return GOMP_OK;
}

void
gomp_construct_fini (struct gomp_construct *c)
{
  if (unlikely (c->seen != NULL))
    gomp_free (c->items);
}

static inline bool
counts_for (struct gomp_construct *c, size_t i, struct gomp_mapping *owner)
{
  struct gomp_item *item = &c->items[i];
  return (item->flags & GOMP_ITEM_COUNTED)
         && gomp_mapping_owner (item->mapping) == owner;
}

static size_t
counter_hashed (struct gomp_construct *c, size_t end,
                struct gomp_mapping *owner)
{
  size_t mask = ((size_t)1 << c->seen_bits) - 1;
  uint64_t hash = (uintptr_t)owner * UINT64_C (0x9e3779b97f4a7c15);
  for (size_t k = hash >> (64 - c->seen_bits);; k++)
    {
      uint32_t *slot = &c->seen[k & mask];
      if (*slot == 0)
        {
          *slot = (uint32_t)end + 1;
          return end;
        }
      if (gomp_mapping_owner (c->items[*slot - 1].mapping) == owner)
        return *slot - 1;
    }
}

size_t
gomp_construct_find_counter (struct gomp_construct *c, size_t end,
                             struct gomp_mapping *owner)
{
  if (unlikely (c->seen != NULL))
    return counter_hashed (c, end, owner);
  for (size_t i = 0; i < end; i++)
    if (counts_for (c, i, owner))
      return i;
  return end;
}

/* ---- Messages.  */

const char *
gomp_construct_directive (const struct gomp_construct *c)
{
  return c->directive == gomp_compute_words[GOMP_COMPUTE_ANY].directive
             ? gomp_compute_words[gomp_tool_compute (c->fn)].directive
             : c->directive;
}

const char *
gomp_construct_region (const struct gomp_construct *c)
{
  bool is_acc = gomp_words_of (c->directive) == &gomp_words[GOMP_OPENACC];
  return gomp_tool_region_title (is_acc ? GOMP_OPENACC : GOMP_OPENMP, c->fn);
}

/* How many of the first END clauses the program has.  */
static unsigned long
count_written (const struct gomp_clause_list *list, size_t end)
{
  unsigned long count = 0;
  for (size_t i = 0; i < end; i++)
    count += (list->kinds[i] & GOMP_CLAUSE_INTERNAL) == 0;
  return count;
}

enum gomp_status
gomp_construct_blame (const struct gomp_construct *c,
                      const struct gomp_clause_list *list,
                      enum gomp_status status, size_t i, uintptr_t start,
                      uintptr_t end)
{
  char region[GOMP_REGION_NAME_MAX], device[GOMP_DEVICE_NAME_MAX];
  char entry[64] = "";
  bool named = c->fn != NULL;
  if (named)
    gomp_region_name (c->device, c->fn, region);
  if ((list->kinds[i] & GOMP_CLAUSE_INTERNAL) == 0)
    snprintf (entry, sizeof (entry), ", entry %lu of %lu",
              count_written (list, i) + 1, count_written (list, list->count));
  gomp_error_context ("mapping [%p..%p), %lu bytes%s of %s%s%s on %s",
                      (void *)start, (void *)end, (unsigned long)(end - start),
                      entry, gomp_construct_directive (c),
                      named ? " region " : "", named ? region : "",
                      gomp_device_describe (c->device, device));
  return status;
}

enum gomp_status
gomp_construct_refuse (const struct gomp_construct *c,
                       const struct gomp_clause_list *list, size_t i,
                       const struct gomp_clause *clause)
{
  gomp_construct_blame (c, list, GOMP_ERR_MAP, i, clause->host,
                        clause->host + gomp_clause_storage (clause));
  gomp_error_hint (GOMP_CLAUSE_HINT);
  return GOMP_ERR_MAP;
}

/* ---- Passes 2 and 3: storage.  */

static void
announce_storage (struct gomp_setup *s)
{
  struct gomp_block *block = s->block;
  for (size_t i = s->first; i < s->last; i++)
    {
      struct gomp_item *item = &s->c->items[i];
      if ((item->flags & GOMP_ITEM_NEW) == 0)
        continue;
      struct gomp_mapping *mapping = item->mapping;
      gomp_invariant (gomp_mapping_marks (mapping) == 0,
                      "a new mapping gets storage that is ready: %#x",
                      gomp_mapping_marks (mapping));
      gomp_invariant (item->offset + item->length <= s->size,
                      "%zu bytes lie at %zu of a block of %zu", item->length,
                      item->offset, s->size);
      mapping->device = block->address + item->offset;
      mapping->view = block->view == NULL ? NULL : block->view + item->offset;
      mapping->block = block;
      gomp_mapping_set_ready (mapping, GOMP_READY_ALLOCATED);
    }
}

/* The largest of what is to have storage.  */
static size_t
find_largest (const struct gomp_setup *s)
{
  size_t largest = s->first;
  for (size_t i = s->first; i < s->last; i++)
    if ((s->c->items[i].flags & GOMP_ITEM_NEW)
        && s->c->items[i].length > s->c->items[largest].length)
      largest = i;
  return largest;
}

static enum gomp_status
blame_storage (const struct gomp_setup *s)
{
  size_t i = find_largest (s);
  const struct gomp_item *item = &s->c->items[i];
  gomp_error_hint ("the data of one construct must fit in device memory");
  return gomp_construct_blame (s->c, s->list, GOMP_ERR_NOMEM, i, item->host,
                               item->host + item->length);
}

static enum gomp_status
allocate (struct gomp_setup *s)
{
  if (s->size == 0 && s->fresh == 0)
    return GOMP_OK;
  if (s->block == NULL)
    s->block = gomp_block_acquire (s->c->device, s->size == 0 ? 1 : s->size,
                                   s->align);
  if (unlikely (s->block == NULL))
    return blame_storage (s);
  gomp_block_refer (s->block, s->owners + s->with_arguments);
  if (s->fresh > 0)
    announce_storage (s);
  return GOMP_OK;
}

static inline void
announce_once (struct gomp_setup *s)
{
  if (s->fresh > 0 && !s->announced)
    gomp_map_announce (&s->c->device->map);
  s->announced = true;
}

/* Does ITEM belong to another construct, and is it not READY yet?  */
static inline bool
is_awaited (const struct gomp_setup *s, const struct gomp_item *item,
            unsigned ready)
{
  return item->mapping != NULL && (item->flags & GOMP_ITEM_NEW) == 0
         && unlikely ((gomp_mapping_marks (item->mapping) & ready) == 0)
         && (s->c->items[item->counter].flags & GOMP_ITEM_NEW) == 0;
}

/* Wait until the mappings of others have the bit READY.  */
static SPECIALIZED void
await_others (struct gomp_setup *s, unsigned ready, const bool observed)
{
  struct gomp_map *map = &s->c->device->map;
  for (size_t i = s->awaits ? s->first : s->last; i < s->last; i++)
    {
      struct gomp_mapping *mapping = s->c->items[i].mapping;
      if (!is_awaited (s, &s->c->items[i], ready))
        continue;
      announce_once (s);
      struct gomp_identity wait;
      if (observed)
        gomp_observe_wait (&wait, GOMP_EVENT_WAIT_DATA_BEGIN, s->c->device);
      gomp_map_await (map, mapping, ready);
      if (observed)
        gomp_observe_waited (&wait, GOMP_EVENT_WAIT_DATA_END, s->c->device);
    }
}

/* ---- Pass 4: contents.  */

static inline void
guard (struct gomp_setup *s, const struct gomp_item *item)
{
  char *view = s->block->view + item->offset;
  gomp_redzone_write (view + item->length, gomp_redzone_size (item->length));
  bool member = item->mapping != NULL
                && (item->mapping->flags & GOMP_MAPPING_MEMBER) != 0;
  if (item->offset >= GOMP_REDZONE_BEFORE && !member)
    gomp_redzone_write (view - GOMP_REDZONE_BEFORE, GOMP_REDZONE_BEFORE);
}

/* A pointer is set later, together with the data that is copied with it.  */
static enum gomp_status
fill_own (struct gomp_setup *s, const struct gomp_item *item,
          const struct gomp_clause *clause)
{
  bool is_pointer = clause->operation == GOMP_CLAUSE_POINTER;
  return is_pointer || (clause->flags & GOMP_CLAUSE_TO)
             ? gomp_setup_put (s, item->offset, (const void *)clause->host,
                               is_pointer ? sizeof (void *) : clause->size)
             : GOMP_OK;
}

static SPECIALIZED enum gomp_status
fill_item (struct gomp_setup *s, size_t i, const bool observed)
{
  struct gomp_item *item = &s->c->items[i];
  if ((item->flags & GOMP_ITEM_NEW) == 0 && item->mapping != NULL)
    return GOMP_OK;
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  bool private = clause.operation == GOMP_CLAUSE_FIRSTPRIVATE
                 && s->with_arguments && clause.host != 0;
  enum gomp_status status = GOMP_OK;
  if (unlikely (item->flags & GOMP_ITEM_OWN))
    return fill_own (s, item, &clause);
  if (item->mapping == NULL && !private)
    return GOMP_OK;
  if (private || (clause.flags & GOMP_CLAUSE_TO))
    status
        = (observed ? gomp_observe_put (s, i, item->offset,
                                        (const void *)clause.host, clause.size)
                    : gomp_setup_put (s, item->offset,
                                      (const void *)clause.host, clause.size));
  if (s->block->view != NULL
      && (private || (item->mapping->flags & GOMP_MAPPING_GUARDED)))
    guard (s, item);
  return status;
}

/* The argument block comes first: it is written in place.  */
static inline enum gomp_status
fill_arguments (struct gomp_setup *s)
{
  size_t slots = s->list->count - s->list->extra;
  uintptr_t *slot = gomp_setup_reserve (s, slots * sizeof (*slot));
  enum gomp_status status = GOMP_OK;
  for (size_t i = 0; i < slots && slot != NULL; i++)
    {
      const struct gomp_item *item = &s->c->items[i];
      slot[i] = likely (item->mapping != NULL)
                    ? gomp_mapping_device (item->mapping, item->host)
                    : gomp_setup_slot (s, i);
    }
  for (size_t i = 0; i < slots && slot == NULL && status == GOMP_OK; i++)
    {
      uintptr_t value = gomp_setup_slot (s, i);
      status = gomp_setup_put (s, i * sizeof (value), &value, sizeof (value));
    }
  return status;
}

static SPECIALIZED enum gomp_status
fill_block (struct gomp_setup *s, const bool observed)
{
  enum gomp_status status = GOMP_OK;
  if (s->with_arguments)
    status = fill_arguments (s);
  if (s->fresh > 0 || s->size > s->arguments)
    for (size_t i = s->first; i < s->last && status == GOMP_OK; i++)
      status = fill_item (s, i, observed);
  if (s->has_pointers && status == GOMP_OK)
    {
      announce_once (s);
      status = gomp_setup_pointers (s, false);
    }
  if (gomp_upload_waits (&s->upload) && status == GOMP_OK)
    status = gomp_upload_flush (s);
  return status;
}

static SPECIALIZED enum gomp_status
fill_through (struct gomp_setup *s, struct gomp_upload_room *room,
              const bool observed)
{
  s->upload.room = room;
  enum gomp_status status = fill_block (s, observed);
  s->upload.room = NULL;
  return status;
}

static NOINLINE enum gomp_status
fill_staged (struct gomp_setup *s)
{
  struct gomp_upload_room room;
  return fill_through (s, &room, false);
}

static COLD enum gomp_status
fill_staged_observed (struct gomp_setup *s)
{
  struct gomp_upload_room room;
  return fill_through (s, &room, true);
}

static SPECIALIZED enum gomp_status
fill (struct gomp_setup *s, const bool observed)
{
  bool gathers = s->with_arguments || s->last - s->first > 1;
  if (gathers && s->block != NULL && s->block->view == NULL)
    return observed ? fill_staged_observed (s) : fill_staged (s);
  return fill_block (s, observed);
}

void
gomp_construct_publish (struct gomp_construct *c, size_t first, size_t last)
{
  for (size_t i = first; i < last; i++)
    {
      struct gomp_item *item = &c->items[i];
      gomp_invariant ((item->flags & GOMP_ITEM_NEW) == 0
                          || ((gomp_mapping_marks (item->mapping)
                               & (GOMP_READY_ALLOCATED | GOMP_READY_FILLED))
                              == GOMP_READY_ALLOCATED),
                      "item %zu is filled before it is allocated, or twice", i);
      if (item->flags & GOMP_ITEM_NEW)
        gomp_mapping_set_ready (item->mapping,
                                gomp_mapping_marks (item->mapping)
                                    | GOMP_READY_FILLED);
    }
  gomp_map_announce (&c->device->map);
}

/* May the new mappings count as filled only when the region has ended?  */
static inline bool
can_defer (const struct gomp_setup *s)
{
  struct gomp_device *device = s->c->device;
  return s->c->runs_next && s->fresh > 0
         && device->plugin->host2dev_parts != NULL && s->block->view == NULL
         && !atomic_load_explicit (&device->map.is_contended,
                                   memory_order_relaxed);
}

/* Does pass 5 wait for others?  */
static bool
waits_for_others (const struct gomp_setup *s)
{
  bool waits = s->has_later;
  for (size_t i = s->awaits ? s->first : s->last; i < s->last; i++)
    waits |= is_awaited (s, &s->c->items[i], GOMP_READY_FILLED);
  return waits;
}

/* The copies are made.  A remote device gets all messages in their order, so
   others may use the data at once.  */
static NOINLINE enum gomp_status
end_deferral (struct gomp_setup *s)
{
  struct gomp_device *device = s->c->device;
  bool waits = waits_for_others (s);
  s->defers = !waits && (device->plugin->capabilities & GOMP_CAP_REMOTE) == 0;
  return waits ? gomp_device_settle (device) : GOMP_OK;
}

static inline enum gomp_status
publish (struct gomp_setup *s)
{
  enum gomp_status status = GOMP_OK;
  if (s->defers)
    status = end_deferral (s);
  s->c->is_deferred = s->defers;
  if (s->fresh > 0 && !s->defers)
    gomp_construct_publish (s->c, s->first, s->last);
  return status;
}

/* ---- Pass 5: what was there already.  */

static SPECIALIZED enum gomp_status
renew (struct gomp_setup *s, const bool observed)
{
  enum gomp_status status = GOMP_OK;
  for (size_t i = s->has_renewals ? s->first : s->last;
       i < s->last && status == GOMP_OK; i++)
    {
      struct gomp_item *item = &s->c->items[i];
      struct gomp_clause clause = gomp_clause_get (s->list, i);
      if (item->mapping != NULL && (item->flags & GOMP_ITEM_NEW) == 0
          && (clause.flags & (GOMP_CLAUSE_ALWAYS | GOMP_CLAUSE_TO))
                 == (GOMP_CLAUSE_ALWAYS | GOMP_CLAUSE_TO))
        status = (observed ? gomp_mapping_write_observed : gomp_mapping_write) (
            s->c->device, item->mapping, item->host, (const void *)item->host,
            item->length);
      if (status == GOMP_OK)
        status = gomp_setup_use_device (s, i);
    }
  if (s->has_later && status == GOMP_OK)
    status = gomp_setup_pointers (s, true);
  return status;
}

static enum gomp_status
settle_links (struct gomp_setup *s)
{
  enum gomp_status status = GOMP_OK;
  for (size_t i = s->first; i < s->last && status == GOMP_OK; i++)
    {
      struct gomp_item *item = &s->c->items[i];
      if ((item->flags & GOMP_ITEM_NEW)
          && (item->mapping->flags & GOMP_MAPPING_LINKED))
        status = gomp_device_settle_links (s->c->device,
                                           gomp_mapping_start (item->mapping),
                                           gomp_mapping_end (item->mapping));
    }
  return status;
}

/* ---- All passes.  */

static SPECIALIZED void
start (struct gomp_setup *s, struct gomp_construct *c,
       const struct gomp_clause_list *list, size_t first, size_t last,
       const bool observed)
{
  s->c = c;
  s->list = list;
  s->first = first;
  s->last = last;
  s->block = NULL;
  s->size = 0;
  s->align = observed ? gomp_observe_align : 1;
  s->gap = observed ? gomp_observe_gap : 0;
  s->fresh = s->owners = 0;
  s->locked = s->announced = s->has_pointers = false;
  s->has_renewals = s->has_later = false;
  s->has_others = s->has_links = s->has_own = s->defers = false;
  s->has_attach = s->has_absent = s->awaits = s->has_missed = false;
  s->taken_end = 0;
  s->whole_end = GOMP_SETUP_UNKNOWN;
  s->guarded = gomp_device_has_zones (c->device);
  s->with_arguments = false;
  s->upload.size = s->upload.used = s->upload.written = s->upload.count = 0;
  s->upload.room = NULL;
  /* As if all had been written: then nothing between two items is.  */
  if (observed && s->gap != 0)
    s->upload.written = SIZE_MAX;
}

static void
raise_mapped (const struct gomp_setup *s)
{
  if (s->size == 0 && s->fresh == 0)
    gomp_observe_used (s);
  else
    gomp_observe_mapped (s);
}

/* Passes 1 to 3.  */
static SPECIALIZED enum gomp_status
resolve_and_allocate (struct gomp_setup *s, struct gomp_construct *c,
                      const struct gomp_clause_list *list, size_t first,
                      size_t last, bool with_arguments, const bool observed)
{
  start (s, c, list, first, last, observed);
  if (with_arguments)
    {
      s->with_arguments = true;
      s->size = (list->count - list->extra) * sizeof (uintptr_t)
                + (s->guarded || (observed && s->gap != 0) ? GOMP_REDZONE_BEFORE
                                                           : 0);
      if (s->align < sizeof (uint64_t))
        s->align = sizeof (uint64_t);
    }
  s->arguments = s->size;
  enum gomp_status status = gomp_setup_resolve (s);
  if (s->locked)
    {
      if (status == GOMP_OK && s->size > 0)
        s->block = gomp_block_acquire_locked (c->device, s->size, s->align);
      gomp_map_unlock (&c->device->map);
    }
  if (status == GOMP_OK)
    status = allocate (s);
  if (status != GOMP_OK)
    return status;
  if (observed)
    raise_mapped (s);
  await_others (s, GOMP_READY_ALLOCATED, observed);
  s->defers = can_defer (s);
  return GOMP_OK;
}

/* Pass 4.  */
static SPECIALIZED enum gomp_status
fill_and_publish (struct gomp_setup *s, const bool observed)
{
  enum gomp_status status = fill (s, observed);
  if (status == GOMP_OK && s->has_links)
    status = settle_links (s);
  return status == GOMP_OK ? publish (s) : status;
}

/* Pass 5.  */
static SPECIALIZED enum gomp_status
await_and_renew (struct gomp_setup *s, const bool observed)
{
  await_others (s, GOMP_READY_FILLED, observed);
  if (s->with_arguments)
    s->c->block = s->block;
  return renew (s, observed);
}

static SPECIALIZED enum gomp_status
begin (struct gomp_construct *c, const struct gomp_clause_list *list,
       size_t first, size_t last, bool with_arguments, const bool observed)
{
  struct gomp_setup s;
  enum gomp_status status = resolve_and_allocate (&s, c, list, first, last,
                                                  with_arguments, observed);
  if (status == GOMP_OK)
    status = fill_and_publish (&s, observed);
  if (status == GOMP_OK)
    status = await_and_renew (&s, observed);
  /* What is present is found with the lock if there is one thread.  */
  if (!observed && (s.fresh > 0 || (s.locked && s.block != NULL))
      && status == GOMP_OK)
    gomp_plan_note (&s);
  return status;
}

static NOINLINE enum gomp_status
begin_by_passes (struct gomp_construct *c, const struct gomp_clause_list *list,
                 size_t first, size_t last, bool with_arguments)
{
  return begin (c, list, first, last, with_arguments, false);
}

static NOINLINE enum gomp_status
begin_by_plan (struct gomp_plan *plan, struct gomp_construct *c,
               const struct gomp_clause_list *list, bool with_arguments)
{
  enum gomp_status status = gomp_plan_begin (plan, c, list, with_arguments);
  return likely (c->plan != NULL)
             ? status
             : begin_by_passes (c, list, 0, list->count, with_arguments);
}

/* Only calls at the end: it saves no register.  */
enum gomp_status
gomp_construct_begin (struct gomp_construct *c,
                      const struct gomp_clause_list *list, size_t first,
                      size_t last, bool with_arguments)
{
  struct gomp_plan *plan = gomp_plan_guess (c, list, first, last);
  return unlikely (plan != NULL)
             ? begin_by_plan (plan, c, list, with_arguments)
             : begin_by_passes (c, list, first, last, with_arguments);
}

enum gomp_status
gomp_construct_begin_observed (struct gomp_construct *c,
                               const struct gomp_clause_list *list,
                               size_t first, size_t last, bool with_arguments)
{
  return begin (c, list, first, last, with_arguments, true);
}

/* ---- In steps.  */

enum gomp_status
gomp_construct_allocate (struct gomp_setup *s, struct gomp_construct *c,
                         const struct gomp_clause_list *list, size_t first,
                         size_t last, bool with_arguments, bool observed)
{
  enum gomp_status status = resolve_and_allocate (s, c, list, first, last,
                                                  with_arguments, observed);
  if (with_arguments)
    c->block = s->block;
  return status;
}

bool
gomp_construct_copies_in (const struct gomp_setup *s)
{
  bool copies = false;
  for (size_t i = s->first; i < s->last && !copies; i++)
    copies = (s->c->items[i].flags & GOMP_ITEM_NEW)
             && (gomp_clause_get (s->list, i).flags & GOMP_CLAUSE_TO);
  return copies;
}

enum gomp_status
gomp_construct_fill (struct gomp_setup *s, bool observed)
{
  return fill_and_publish (s, observed);
}

enum gomp_status
gomp_construct_renew (struct gomp_setup *s, bool observed)
{
  return await_and_renew (s, observed);
}

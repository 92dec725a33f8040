/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The end of a construct's device data environment (OpenMP 5.1 section
   2.21.7).

   Runs in the thread that ends the construct.  References are released without
   a lock, or all of them with the map's lock while only one thread uses the
   map.  Dead mappings are removed from the map, under its lock, after they were
   copied back.  Red zones are checked before anything is copied.  */

#include <string.h>

#include "base/invariant.h"
#include "offload/construct/construct.h"
#include "offload/construct/mapping_copy.h"
#include "offload/construct/plan.h"
#include "offload/construct/redzone.h"
#include "offload/map/link.h"
#include "offload/observe.h"

static NOINLINE enum gomp_status
detach_all (struct gomp_construct *c)
{
  enum gomp_status status = GOMP_OK;
  for (size_t i = 0; i < c->count && status == GOMP_OK; i++)
    if (c->items[i].attached != NULL)
      gomp_detach (c->device, &c->items[i], false, &status);
  return status;
}

static NOINLINE enum gomp_status
settle_all (struct gomp_construct *c)
{
  enum gomp_status status = GOMP_OK;
  for (size_t i = 0; i < c->count && status == GOMP_OK; i++)
    if (c->items[i].attached != NULL)
      status = gomp_detach_settle (c->device, &c->items[i]);
  return status;
}

/* So many exchanges cost more than the lock (row runtime-present-8).  */
#define MANY_UNSHARED 3

static void
release_unshared (struct gomp_construct *c)
{
  gomp_map_lock (&c->device->map);
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_item *item = &c->items[i];
      if ((item->flags & GOMP_ITEM_NEW) && (item->flags & GOMP_ITEM_COUNTED)
          && gomp_map_end_unshared_locked (item->mapping))
        item->flags |= GOMP_ITEM_DIED;
    }
  gomp_map_unlock (&c->device->map);
}

static SPECIALIZED enum gomp_map_release
release_item (struct gomp_construct *c, struct gomp_item *item,
              const bool alone)
{
  gomp_invariant (item->mapping != NULL, "an item has flags %#x and no mapping",
                  item->flags);
  enum gomp_map_release released
      = alone ? gomp_map_release_alone (item->mapping)
              : gomp_map_release (&c->device->map, item->mapping);
  if (released == GOMP_MAP_DIED)
    item->flags |= GOMP_ITEM_DIED;
  return released;
}

static inline bool
is_to_release (const struct gomp_item *item)
{
  return (item->flags & (GOMP_ITEM_COUNTED | GOMP_ITEM_DIED))
         == GOMP_ITEM_COUNTED;
}

/* An exit data directive has removed MAPPING before.  */
static COLD void
drop_removed (struct gomp_construct *c, struct gomp_mapping *mapping,
              struct gomp_block **rest)
{
  struct gomp_block *block = gomp_map_drop_locked (&c->device->map, mapping);
  if (block != NULL)
    gomp_block_drop_locked (block, 1, rest);
}

/* With the map's lock, and alone.  Returns whether a mapping died; otherwise
   the construct's block is released, too.  */
static bool
release_alone (struct gomp_construct *c, struct gomp_block **rest)
{
  bool died = false;
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_item *item = &c->items[i];
      if (!is_to_release (item))
        continue;
      enum gomp_map_release released = release_item (c, item, true);
      if (unlikely (released == GOMP_MAP_STILL_HELD))
        drop_removed (c, item->mapping, rest);
      died |= released == GOMP_MAP_DIED;
    }
  if (died || c->block == NULL)
    return died;
  gomp_block_drop_locked (c->block, 1, rest);
  c->block = NULL;
  return false;
}

/* A mapping that does not die is not held either afterwards.  */
static bool
release_shared (struct gomp_construct *c)
{
  bool died = false;
  if (c->unshared >= MANY_UNSHARED)
    release_unshared (c);
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_item *item = &c->items[i];
      if (is_to_release (item)
          && release_item (c, item, false) == GOMP_MAP_STILL_HELD)
        gomp_device_drop (c->device, item->mapping);
      died |= (item->flags & GOMP_ITEM_DIED) != 0;
    }
  return died;
}

/* Returns whether mappings died.  FLAGS: all that items have.  */
static bool
release_all (struct gomp_construct *c, uint32_t flags)
{
  struct gomp_block *rest = NULL;
  if ((flags & GOMP_ITEM_COUNTED) == 0)
    return false;
  if (!gomp_map_lock_alone (&c->device->map))
    return release_shared (c);
  bool died = release_alone (c, &rest);
  gomp_map_unlock (&c->device->map);
  gomp_block_free_list (rest);
  return died;
}

/* The part of [HOST, HOST + LENGTH) that MAPPING contains.  */
static inline size_t
clip (struct gomp_mapping *mapping, uintptr_t *host, size_t length)
{
  uintptr_t start = gomp_mapping_start (mapping);
  uintptr_t end = gomp_mapping_end (mapping), stop = *host + length;
  if (unlikely (*host < start))
    *host = start;
  if (unlikely (stop > end))
    stop = end;
  return stop > *host ? stop - *host : 0;
}

/* GCC maps constants that a region uses as tofrom: the host cannot write
   those, and the device has not changed them.  */
static inline bool
is_unchanged (struct gomp_item *item, uintptr_t host, size_t size)
{
  const char *view = gomp_mapping_view (item->mapping, host);
  return view != NULL && memcmp (view, (const void *)host, size) == 0;
}

/* The same for one in which references were set.  */
static NOINLINE bool
is_unchanged_around (struct gomp_device *device, struct gomp_item *item,
                     uintptr_t host, size_t size)
{
  uintptr_t end = host + size, next;
  bool same = true;
  gomp_hook_wait_lock (&device->attaching);
  for (; host < end && same; host = next)
    {
      uintptr_t stop = gomp_mapping_piece_end (item->mapping, host, end, &next);
      same = is_unchanged (item, host, stop - host);
    }
  gomp_hook_unlock (&device->attaching);
  return same;
}

static SPECIALIZED enum gomp_status
copy_item_back (struct gomp_download *f, struct gomp_item *item,
                const bool observed)
{
  uintptr_t host = item->host;
  size_t size = clip (item->mapping, &host, item->length);
  bool implicit = (item->flags & GOMP_ITEM_IMPLICIT) != 0;
  if (size == 0
      || (implicit
          && (gomp_mapping_may_have_attached (item->mapping)
                  ? is_unchanged_around (f->device, item, host, size)
                  : is_unchanged (item, host, size))))
    return GOMP_OK;
  if (observed)
    return (implicit ? gomp_mapping_read_changed_observed
                     : gomp_mapping_read_observed) (f->device, item->mapping,
                                                    host, size);
  f->careful |= implicit;
  return gomp_mapping_read (f, item->mapping, host, size);
}

/* The `always' copies, while all mappings are held.  */
static SPECIALIZED enum gomp_status
copy_always (struct gomp_construct *c, const bool observed)
{
  enum gomp_status status = GOMP_OK;
  struct gomp_download fetch;
  gomp_download_init (&fetch, c->device);
  for (size_t i = 0; i < c->count && status == GOMP_OK; i++)
    if ((c->items[i].flags & GOMP_ITEM_ALWAYS_BACK)
        && c->items[i].mapping != NULL)
      status = copy_item_back (&fetch, &c->items[i], observed);
  return status == GOMP_OK ? gomp_download_flush (&fetch) : status;
}

static SPECIALIZED enum gomp_status
copy_dead (struct gomp_construct *c, const bool observed)
{
  enum gomp_status status = GOMP_OK;
  struct gomp_download fetch;
  gomp_download_init (&fetch, c->device);
  for (size_t i = 0; i < c->count && status == GOMP_OK; i++)
    {
      struct gomp_item *item = &c->items[i];
      struct gomp_mapping *m = item->mapping;
      if (m == NULL || (c->items[item->counter].flags & GOMP_ITEM_DIED) == 0)
        continue;
      if (item->flags & GOMP_ITEM_BACK)
        status = copy_item_back (&fetch, item, observed);
      else if (item->flags & GOMP_ITEM_NEW)
        gomp_download_pass (&fetch, m->block, m->device,
                            gomp_mapping_end (m) - gomp_mapping_start (m));
    }
  return status == GOMP_OK ? gomp_download_flush (&fetch) : status;
}

/* For settle_links.  */
static void
record_link (struct gomp_item *item)
{
  item->flags |= GOMP_ITEM_LINKED;
  item->host = gomp_mapping_start (item->mapping);
  item->length = gomp_mapping_end (item->mapping) - item->host;
}

/* The last item before *I whose mapping died, about to be retired, or NULL.
   Backwards, since the tree then has nothing to move.  */
static SPECIALIZED struct gomp_item *
next_dead (struct gomp_construct *c, size_t *i)
{
  while (*i > 0)
    {
      struct gomp_item *item = &c->items[--*i];
      if ((item->flags & GOMP_ITEM_DIED) == 0)
        continue;
      if (unlikely (item->mapping->flags & GOMP_MAPPING_LINKED))
        record_link (item);
      return item;
    }
  return NULL;
}

/* Remove the dead mappings, and release the construct's own block with them. */
static void
retire_dead (struct gomp_construct *c)
{
  struct gomp_map *map = &c->device->map;
  struct gomp_block *rest = NULL;
  unsigned own = 0;
  gomp_device_await_visitors (c->device);
  gomp_map_lock (map);
  struct gomp_item *item;
  for (size_t i = c->count; (item = next_dead (c, &i)) != NULL;)
    {
      struct gomp_block *block = gomp_map_retire_locked (map, item->mapping);
      if (block != NULL && block == c->block)
        own++;
      else if (block != NULL)
        gomp_block_drop_locked (block, 1, &rest);
    }
  if (c->block != NULL)
    gomp_block_drop_locked (c->block, own + 1, &rest);
  gomp_map_unlock (map);
  gomp_map_announce_left (map);
  gomp_block_free_list (rest);
}

/* The kinds of items that occur, so that rare ones do not need a separate
   pass.  */
static inline uint32_t
all_flags (const struct gomp_construct *c)
{
  uint32_t flags = 0;
  for (size_t i = 0; i < c->count; i++)
    flags |= c->items[i].flags;
  return flags;
}

/* After what died was retired.  */
static enum gomp_status
settle_links (struct gomp_construct *c)
{
  enum gomp_status status = GOMP_OK;
  if (!gomp_link_is_any (&c->device->map))
    return GOMP_OK;
  for (size_t i = 0; i < c->count && status == GOMP_OK; i++)
    if (c->items[i].flags & GOMP_ITEM_LINKED)
      status = gomp_device_settle_links (c->device, c->items[i].host,
                                         c->items[i].host + c->items[i].length);
  return status;
}

/* Copy back what DIED, if anything did, and retire it.  */
static SPECIALIZED enum gomp_status
bury (struct gomp_construct *c, bool died, const bool observed)
{
  if (!died)
    {
      gomp_block_drop (c->block);
      return GOMP_OK;
    }
  enum gomp_status status = copy_dead (c, observed);
  if (observed)
    gomp_observe_unmapped_by (c);
  retire_dead (c);
  return status == GOMP_OK ? settle_links (c) : status;
}

static SPECIALIZED enum gomp_status
finish (struct gomp_construct *c, const bool observed)
{
  enum gomp_status status = gomp_redzone_check (c);
  if (status == GOMP_OK && (all_flags (c) & GOMP_ITEM_ALWAYS_BACK))
    status = copy_always (c, observed);
  if (status == GOMP_OK)
    status = bury (c, (all_flags (c) & GOMP_ITEM_DIED) != 0, observed);
  for (size_t i = 0; i < c->count; i++)
    if ((c->items[i].flags & (GOMP_ITEM_COUNTED | GOMP_ITEM_DIED))
        == GOMP_ITEM_COUNTED)
      gomp_device_drop (c->device, c->items[i].mapping);
  return status;
}

static SPECIALIZED enum gomp_status
finish_and_settle (struct gomp_construct *c, const bool observed)
{
  uint32_t flags = all_flags (c);
  enum gomp_status status = finish (c, observed);
  return unlikely (flags & GOMP_ITEM_ATTACHED) && status == GOMP_OK
             ? settle_all (c)
             : status;
}

enum gomp_status
gomp_construct_finish (struct gomp_construct *c)
{
  return finish_and_settle (c, false);
}

enum gomp_status
gomp_construct_finish_observed (struct gomp_construct *c)
{
  return finish_and_settle (c, true);
}

static inline bool
is_own_back (const struct gomp_construct *c, const struct gomp_item *item)
{
  return (item->flags & GOMP_ITEM_BACK) && item->mapping != NULL
         && item->mapping->block == c->block;
}

bool
gomp_construct_list_pieces (struct gomp_construct_pieces *p,
                            struct gomp_mapping *m, uintptr_t host, size_t size)
{
  uintptr_t end = host + size, next;
  for (; host < end; host = next)
    {
      uintptr_t stop = gomp_mapping_piece_end (m, host, end, &next);
      if (stop == host)
        continue;
      if (p->count == GOMP_DOWNLOAD_PIECES)
        return false;
      p->piece[p->count++]
          = (struct gomp_device_piece){ gomp_mapping_device (m, host),
                                        (void *)host, stop - host };
    }
  return true;
}

/* Collect in P the data that C copies back of its block.  */
static bool
list_back (struct gomp_construct *c, struct gomp_construct_pieces *p)
{
  uintptr_t end = 0;
  p->count = 0;
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_item *item = &c->items[i];
      struct gomp_mapping *m = item->mapping;
      if (!is_own_back (c, item))
        continue;
      uintptr_t host = item->host;
      size_t size = clip (m, &host, item->length);
      uintptr_t device = gomp_mapping_device (m, host);
      if (device < end || !gomp_construct_list_pieces (p, m, host, size))
        return false;
      end = device + size;
    }
  return p->count > 0;
}

bool
gomp_construct_take_back (struct gomp_construct *c,
                          struct gomp_construct_pieces *p)
{
  if ((all_flags (c) & GOMP_ITEM_ALWAYS_BACK) || !list_back (c, p))
    return false;
  for (size_t i = 0; i < c->count && c->is_deferred; i++)
    if (is_own_back (c, &c->items[i]))
      c->items[i].flags &= ~(uint32_t)GOMP_ITEM_BACK;
  c->is_taken_back = true;
  return true;
}

static SPECIALIZED enum gomp_status
end_mapped (struct gomp_construct *c, uint32_t flags, const bool observed)
{
  if (c->is_deferred)
    gomp_construct_publish (c, 0, c->count);
  enum gomp_status status = gomp_redzone_check (c);
  if (status == GOMP_OK && (flags & GOMP_ITEM_ALWAYS_BACK))
    status = copy_always (c, observed);
  if (status != GOMP_OK)
    return status;
  return bury (c, release_all (c, flags), observed);
}

/* C has published its mappings before the region.  What no other construct has
   taken since is not copied again.  */
static enum gomp_status
end_fetched (struct gomp_construct *c)
{
  release_unshared (c);
  for (size_t i = 0; i < c->count; i++)
    if (is_own_back (c, &c->items[i])
        && (c->items[c->items[i].counter].flags & GOMP_ITEM_DIED))
      c->items[i].flags &= ~(uint32_t)GOMP_ITEM_BACK;
  bool others_died = release_all (c, all_flags (c));
  return bury (c, others_died || (all_flags (c) & GOMP_ITEM_DIED), false);
}

/* Other constructs use the mappings that C has published, and may change them.
   So C first releases them, and the last one to do so copies them back.  */
static NOINLINE enum gomp_status
end_taken_back (struct gomp_construct *c)
{
  if (!c->is_deferred)
    return end_fetched (c);
  for (size_t i = 0; i < c->count; i++)
    if ((c->items[i].flags & GOMP_ITEM_COUNTED)
        && gomp_map_unreference (c->items[i].mapping, false))
      c->items[i].flags |= GOMP_ITEM_DIED;
  gomp_construct_publish (c, 0, c->count);
  return finish (c, false);
}

/* Attached pointers are released first, while there are references to the
   mappings that contain them.  */
static SPECIALIZED enum gomp_status
end (struct gomp_construct *c, const bool observed)
{
  enum gomp_status status = GOMP_OK;
  uint32_t flags = all_flags (c);
  if (unlikely (flags & GOMP_ITEM_ATTACHED))
    status = detach_all (c);
  if (status == GOMP_OK)
    status = c->is_taken_back ? end_taken_back (c)
                              : end_mapped (c, flags, observed);
  if (unlikely (flags & GOMP_ITEM_ATTACHED) && status == GOMP_OK)
    status = settle_all (c);
  return status;
}

enum gomp_status
gomp_construct_end (struct gomp_construct *c)
{
  enum gomp_status status = c->plan != NULL ? gomp_plan_end (c) : GOMP_OK;
  return c->plan != NULL ? status : end (c, false);
}

enum gomp_status
gomp_construct_end_observed (struct gomp_construct *c)
{
  return end (c, true);
}

void
gomp_construct_leave (struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    {
      if (c->items[i].flags & GOMP_ITEM_COUNTED)
        gomp_device_drop (c->device, c->items[i].mapping);
      if (unlikely (c->items[i].flags & GOMP_ITEM_ATTACHED))
        gomp_device_drop (c->device, c->items[i].attached);
    }
}

/* ---- The end in two steps.  */

void
gomp_construct_retire (struct gomp_construct *c)
{
  struct gomp_map *map = &c->device->map;
  if ((all_flags (c) & GOMP_ITEM_DIED) == 0)
    return;
  gomp_device_await_visitors (c->device);
  gomp_map_lock (map);
  struct gomp_item *item;
  for (size_t i = c->count; (item = next_dead (c, &i)) != NULL;)
    {
      gomp_map_hold_dead (item->mapping);
      gomp_map_retire_locked (map, item->mapping);
    }
  gomp_map_unlock (map);
  gomp_map_announce_left (map);
}

enum gomp_status
gomp_construct_finish_retired (struct gomp_construct *c, bool observed)
{
  enum gomp_status status = gomp_redzone_check (c);
  uint32_t flags = all_flags (c);
  if (status == GOMP_OK && (flags & GOMP_ITEM_ALWAYS_BACK))
    status = copy_always (c, observed);
  if (status == GOMP_OK)
    status = copy_dead (c, observed);
  if (observed && (flags & GOMP_ITEM_DIED))
    gomp_observe_unmapped_by (c);
  for (size_t i = 0; i < c->count; i++)
    if (c->items[i].flags & (GOMP_ITEM_COUNTED | GOMP_ITEM_DIED))
      gomp_device_drop (c->device, c->items[i].mapping);
  gomp_block_drop (c->block);
  if (status == GOMP_OK && (flags & GOMP_ITEM_LINKED))
    status = settle_links (c);
  return unlikely (flags & GOMP_ITEM_ATTACHED) && status == GOMP_OK
             ? settle_all (c)
             : status;
}

/* Mappings that stay in the map are still held: the region may use them,
   although other threads may unmap them.  */
void
gomp_construct_release (struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    if ((c->items[i].flags & GOMP_ITEM_COUNTED)
        && gomp_map_unreference (c->items[i].mapping, false))
      c->items[i].flags |= GOMP_ITEM_DIED;
  gomp_construct_retire (c);
}

enum gomp_status
gomp_construct_end_released (struct gomp_construct *c, bool observed)
{
  enum gomp_status status = GOMP_OK;
  if (all_flags (c) & GOMP_ITEM_ATTACHED)
    status = detach_all (c);
  return status == GOMP_OK ? gomp_construct_finish_retired (c, observed)
                           : status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The report about a red zone that a region has overwritten.

   Runs in the thread that ends the region's construct, which holds the
   mapping.  No lock is held.  */

#include "offload/construct/redzone.h"
#include "offload/observe.h"

/* The first and the last changed byte of a red zone of SIZE bytes.  */
static void
find_changes (const char *view, size_t size, size_t *first, size_t *last)
{
  const char intact = (char)GOMP_REDZONE_BYTE;
  *first = 0;
  *last = size - 1;
  while (*first < *last && view[*first] == intact)
    ++*first;
  while (*last > *first && view[*last] == intact)
    --*last;
}

/* The bytes FIRST to LAST of the zone BEFORE or after MAPPING, of SIZE bytes,
   have changed.  */
static enum gomp_status
record (struct gomp_construct *c, struct gomp_mapping *mapping, bool before,
        size_t size, size_t first, size_t last)
{
  char region[GOMP_REGION_NAME_MAX], device[GOMP_DEVICE_NAME_MAX];
  uintptr_t start = gomp_mapping_start (mapping);
  uintptr_t end = gomp_mapping_end (mapping);
  gomp_error_set (GOMP_ERR_MAP,
                  "device memory outside of what is mapped was overwritten: "
                  "bytes %lu to %lu %s of [%p..%p), %lu bytes",
                  (unsigned long)(before ? size - last : first),
                  (unsigned long)(before ? size - first : last),
                  before ? "before the start" : "after the end", (void *)start,
                  (void *)end, (unsigned long)(end - start));
  gomp_error_note ("host address %p",
                   (void *)(before ? start - size + first : end + first));
  if (c->fn != NULL)
    gomp_error_note ("seen at the end of %s %s on %s",
                     gomp_construct_region (c),
                     gomp_region_name (c->device, c->fn, region),
                     gomp_device_describe (c->device, device));
  else
    gomp_error_note ("seen at the end of %s on %s",
                     gomp_construct_directive (c),
                     gomp_device_describe (c->device, device));
  gomp_error_hint (
      "check the bounds of the mapped section against the region's "
      "stores");
  return GOMP_ERR_MAP;
}

enum gomp_status
gomp_redzone_report (struct gomp_construct *c, struct gomp_mapping *mapping,
                     const char *view, size_t size)
{
  size_t first, last;
  if (gomp_observe_offload () && gomp_observe_overrun (c->device, mapping))
    return GOMP_OK;
  find_changes (view, size, &first, &last);
  return record (c, mapping, view < mapping->view, size, first, last);
}

/* ---- On remote devices.  */

/* The zone BEFORE or after M; no bytes: there is none.  */
static struct gomp_device_piece
zone_of (struct gomp_mapping *m, bool before)
{
  struct gomp_device_piece zone = { .size = 0 };
  if (m == NULL || (m->flags & GOMP_MAPPING_GUARDED) == 0)
    return zone;
  size_t size = gomp_mapping_end (m) - gomp_mapping_start (m);
  if (!before)
    {
      zone.device = m->device + size;
      zone.size = gomp_redzone_size (size);
    }
  else if (gomp_redzone_is_before (m))
    {
      zone.device = m->device - GOMP_REDZONE_BEFORE;
      zone.size = GOMP_REDZONE_BEFORE;
    }
  return zone;
}

void
gomp_redzone_guard (const struct gomp_construct *c,
                    struct gomp_device_piece zone[GOMP_REDZONES_MAX])
{
  const struct gomp_plugin *plugin = c->device->plugin;
  size_t count = 0;
  if (plugin->guard == NULL)
    return;
  for (size_t i = 0; i < 2 * c->count && count < GOMP_REDZONES_MAX; i++)
    {
      zone[count] = zone_of (c->items[i / 2].mapping, i % 2 == 0);
      count += zone[count].size > 0;
    }
  plugin->guard (c->device->ordinal, zone, count);
}

static NOINLINE COLD enum gomp_status
find_overwritten (struct gomp_construct *c)
{
  const struct gomp_plugin *plugin = c->device->plugin;
  for (size_t i = 0; i < 2 * c->count; i++)
    {
      struct gomp_mapping *m = c->items[i / 2].mapping;
      bool before = i % 2 == 0;
      struct gomp_device_piece zone = zone_of (m, before), bytes;
      if (zone.size > 0
          && plugin->overwritten (c->device->ordinal, zone.device, zone.size,
                                  &bytes)
          && !(gomp_observe_offload () && gomp_observe_overrun (c->device, m)))
        return record (c, m, before, zone.size, bytes.device - zone.device,
                       bytes.device + bytes.size - 1 - zone.device);
    }
  return GOMP_OK;
}

enum gomp_status
gomp_redzone_check_remote (struct gomp_construct *c)
{
  const struct gomp_plugin *plugin = c->device->plugin;
  return plugin->guard != NULL
                 && plugin->overwritten (c->device->ordinal, 0, UINTPTR_MAX,
                                         NULL)
             ? find_overwritten (c)
             : GOMP_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What offload/ tells of itself; see tell.h.

   Any thread; owns nothing, takes no lock.  */

#include "offload/tell.h"

#include <stdio.h>
#include <string.h>

#include "offload/check/check.h"
#include "offload/device/image.h"
#include "offload/device/select.h"
#include "os/os.h"

/* ---- Devices and regions by name.  */

void
gomp_tell_device (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_device_describe (device, name);
  device->told = gomp_tool_add_place (device->number, name);
  gomp_tool_say (GOMP_INFO_DEVICES, "%s: found", name);
}

void
gomp_tell_ready (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_tool_say (GOMP_INFO_DEVICES, "%s: initialized",
                 gomp_device_describe (device, name));
}

/* NULL: the host.  */
static struct gomp_tool_place *
place_of (const struct gomp_device *device)
{
  return device == NULL || device->told == NULL ? &gomp_tool_host
                                                : device->told;
}

static struct gomp_tool_region *
region_of (struct gomp_device *device, const void *fn)
{
  char name[GOMP_REGION_NAME_MAX];
  if (fn == NULL)
    return NULL;
  struct gomp_tool_region *region = gomp_tool_find_region (fn);
  if (region != NULL)
    return region;
  gomp_region_name (device, fn, name);
  const char *source = gomp_tool_source (gomp_tool_get_here ());
  size_t length = strlen (name);
  if (strstr (name, " (") == NULL && *source != '\0')
    snprintf (name + length, sizeof (name) - length, " (%s)", source);
  return gomp_tool_add_region (fn, name);
}

void
gomp_tell_begin (enum gomp_tool_kind kind, struct gomp_device *device,
                 const void *fn)
{
  gomp_tool_begin (kind, place_of (device), region_of (device, fn));
}

/* ---- Regions on the host.  */

/* Why no device of COUNT is the default.  */
static const char *
without_code (int count)
{
  if (!gomp_image_is_there ())
    return "the program has no device code";
  return count == 0 ? "there is no device"
                    : "the program has no code for a device that there is";
}

/* Why a construct for device GIVEN is not for a device; the default device
   may have changed since only if the region did that.  */
static const char *
reason_for (int given)
{
  int number = given, count = gomp_device_known ();
  bool by_default = given == GOMP_DEVICE_ICV || given == GOMP_DEVICE_DEFAULT;
  if (given == GOMP_DEVICE_HOST)
    return "its if clause says so";
  if (by_default)
    number = gomp_default_device ();
  if (number == count && gomp_icv_global.target_offload != GOMP_OFFLOAD_DISABLED
      && (count == 0 || (by_default && gomp_default_device_goes_by_images ())))
    return without_code (count);
  if (given == GOMP_DEVICE_HOST_USER || number == -1
      || (number == count && count > 0))
    return "its device is the host";
  if (gomp_icv_global.target_offload == GOMP_OFFLOAD_DISABLED)
    return "OMP_TARGET_OFFLOAD is set to DISABLED";
  if (count == 0)
    return without_code (count);
  return number < 0 || number > count ? "there is no device of its number"
                                      : "its device is finalized";
}

void
gomp_tell_fallback (const struct gomp_region *region)
{
  struct gomp_tool_region *told = region_of (NULL, (const void *)region->fn);
  if (gomp_device_own_number () >= 0)
    gomp_tool_fallback (told, "in place", "it is in another target region");
  else
    gomp_tool_fallback (told, "on the host", reason_for (region->device));
  gomp_tool_begin (GOMP_TOOL_FALLBACK, &gomp_tool_host, told);
}

void
gomp_tell_refused (struct gomp_device *device, const void *fn,
                   const char *reason)
{
  gomp_tool_fallback (region_of (device, fn), "on the host", reason);
}

/* ---- Launches.  */

void
gomp_tell_launch (struct gomp_tool_launch *told, struct gomp_device *device,
                  const void *fn)
{
  if (gomp_check_wanted ())
    gomp_check_launch (device);
  gomp_tool_launch_begin (told, place_of (device), region_of (device, fn));
}

void
gomp_tell_run (const struct gomp_launch *launch,
               const struct gomp_region *region, void *variables)
{
  struct gomp_device *device = launch->device;
  struct gomp_tool_launch told;
  gomp_tool_begin (GOMP_TOOL_WAIT, place_of (device), NULL);
  gomp_tell_launch (&told, device, (const void *)region->fn);
  device->plugin->run (device->ordinal, launch->function, variables,
                       region->args);
  gomp_tool_launch_end (&told);
  gomp_tool_end ();
  if (gomp_check_wanted ())
    {
      gomp_check_drain (device);
      gomp_check_race_ran (NULL);
    }
}

/* ---- Copies.  */

static bool
counts_vain (void)
{
  return (gomp_tool_wants () & GOMP_INFO_SUMMARY) != 0;
}

/* The variable that is mapped where HOST is.  */
static struct gomp_tool_variable
variable_at (struct gomp_device *device, uintptr_t host)
{
  struct gomp_map_answer answer;
  if (host == 0 || !gomp_map_peek (&device->map, host, host + 1, &answer))
    return (struct gomp_tool_variable){ .at = NULL };
  return gomp_tool_variable_of (answer.mapping);
}

/* That of clause I.  */
static struct gomp_tool_variable
variable_of (const struct gomp_clause_list *list, size_t i)
{
  /* Elements of iterators are no clauses of their own.  */
  const void *at = list->extra == 0 ? gomp_tool_get_here () : NULL;
  return (struct gomp_tool_variable){ .at = at,
                                      .clause = (unsigned)i,
                                      .start = (uintptr_t)list->hosts[i] };
}

static void
tell_copied (enum gomp_tool_kind kind, struct gomp_device *device,
             struct gomp_tool_variable variable, uintptr_t host,
             uintptr_t devptr, size_t size, uint64_t start, bool vain)
{
  struct gomp_tool_event event = { .kind = kind,
                                   .place = place_of (device),
                                   .start = start,
                                   .end = os_time_ns (),
                                   .host = host,
                                   .device = devptr,
                                   .bytes = size,
                                   .again = vain,
                                   .variable = variable };
  gomp_tool_tell (&event);
}

/* Is DEVPTR what the program mapped HOST to?  Copies to other places are not
   compared.  */
static bool
is_copy (struct gomp_device *device, uintptr_t devptr, uintptr_t host)
{
  struct gomp_map_answer answer;
  return gomp_map_peek (&device->map, host, host + 1, &answer)
         && gomp_mapping_device (answer.mapping, host) == devptr;
}

enum gomp_status
gomp_tell_write (struct gomp_device *device, uintptr_t devptr, char *view,
                 const void *host, const void *from, size_t size)
{
  bool vain = false;
  if (counts_vain () && is_copy (device, devptr, (uintptr_t)host))
    vain = gomp_tool_sent_before (place_of (device), host, size)
           && (view == NULL || memcmp (view, host, size) == 0);
  if (gomp_check_wanted ())
    gomp_check_copy_begins (device, devptr, (uintptr_t)host, size, true);
  uint64_t start = os_time_ns ();
  enum gomp_status status
      = gomp_device_write (device, devptr, view, from, size);
  tell_copied (GOMP_TOOL_TO, device, variable_at (device, (uintptr_t)host),
               (uintptr_t)host, devptr, size, start, vain);
  if (gomp_check_wanted ())
    gomp_check_copied_to (device, devptr, (uintptr_t)host, size);
  return status;
}

enum gomp_status
gomp_tell_read (struct gomp_device *device, void *host, uintptr_t devptr,
                const char *view, size_t size)
{
  bool counts = counts_vain ();
  uint64_t before = counts ? gomp_tool_checksum (host, size) : 0;
  if (gomp_check_wanted ())
    gomp_check_copy_begins (device, devptr, (uintptr_t)host, size, false);
  uint64_t start = os_time_ns ();
  enum gomp_status status = gomp_device_read (device, host, devptr, view, size);
  tell_copied (GOMP_TOOL_FROM, device, variable_at (device, (uintptr_t)host),
               (uintptr_t)host, devptr, size, start,
               counts && before == gomp_tool_checksum (host, size));
  if (gomp_check_wanted ())
    gomp_check_copied_from (device, devptr, (uintptr_t)host, size);
  return status;
}

enum gomp_status
gomp_tell_copy (struct gomp_device *device, uintptr_t to, uintptr_t from,
                size_t size)
{
  uint64_t start = os_time_ns ();
  enum gomp_status status = gomp_device_copy (device, to, from, size);
  tell_copied (GOMP_TOOL_WITHIN, device, variable_at (device, 0), 0, to, size,
               start, false);
  return status;
}

/* Where writes are gathered, their copy's time is that of the construct.  */
enum gomp_status
gomp_tell_put (struct gomp_setup *s, size_t i, size_t offset,
               const void *source, size_t size)
{
  struct gomp_device *device = s->c->device;
  bool vain = counts_vain ()
              && gomp_tool_sent_before (place_of (device), source, size);
  uint64_t start = os_time_ns ();
  enum gomp_status status = gomp_setup_put (s, offset, source, size);
  tell_copied (GOMP_TOOL_TO, device, variable_of (s->list, i),
               (uintptr_t)source, s->block->address + offset, size, start,
               vain);
  if (gomp_check_wanted ())
    gomp_check_copied_to (device, s->block->address + offset, (uintptr_t)source,
                          size);
  return status;
}

/* ---- Mappings.  */

static const char *
type_of (const struct gomp_clause *clause)
{
  static const char *const types[] = { "alloc", "to", "from", "tofrom" };
  return types[clause->flags & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM)];
}

static struct gomp_tool_event
make_event (enum gomp_tool_kind kind, struct gomp_device *device,
            struct gomp_mapping *mapping)
{
  uintptr_t start = gomp_mapping_start (mapping);
  uint64_t now = os_time_ns ();
  return (struct gomp_tool_event){ .kind = kind,
                                   .place = place_of (device),
                                   .start = now,
                                   .end = now,
                                   .host = start,
                                   .device = mapping->device,
                                   .bytes
                                   = gomp_mapping_end (mapping) - start };
}

/* A region may use what is mapped where HOST is; false: nothing is.  */
static bool
use (struct gomp_device *device, uintptr_t host)
{
  struct gomp_map_answer answer;
  if (host == 0 || !gomp_map_peek (&device->map, host, host + 1, &answer))
    return false;
  gomp_tool_use (answer.mapping);
  return true;
}

/* CLAUSE attaches a pointer: where that is mapped, regions reach what it points
   to, less a bias, without a clause.  */
static void
use_attached (struct gomp_device *device, const struct gomp_clause *clause)
{
  struct gomp_map_answer answer;
  if (clause->host == 0
      || !gomp_map_peek (&device->map, clause->host,
                         clause->host + sizeof (void *), &answer))
    return;
  uintptr_t target = gomp_load_pointer (clause->host);
  if (!use (device, target + clause->size))
    use (device, target);
}

/* Clause I may have made a mapping.  */
static void
tell_item (const struct gomp_setup *s, size_t i)
{
  const struct gomp_item *item = &s->c->items[i];
  struct gomp_mapping *mapping = item->mapping;
  struct gomp_clause clause = gomp_clause_get (s->list, i);
  if ((item->flags & GOMP_ITEM_NEW) == 0)
    return;
  struct gomp_tool_event event
      = make_event (GOMP_TOOL_MAP, s->c->device, mapping);
  event.note = type_of (&clause);
  event.variable = variable_of (s->list, i);
  gomp_tool_tell (&event);
  /* What goes with other data is not asked for by the program; a link variable
     is used without a clause.  */
  bool implied = clause.operation != GOMP_CLAUSE_MAP
                 || (mapping->flags & GOMP_MAPPING_LINKED) != 0;
  gomp_tool_hold (mapping, &event, s->c->fn != NULL || implied);
}

void
gomp_tell_used (const struct gomp_setup *s)
{
  struct gomp_device *device = s->c->device;
  for (size_t i = s->first; i < s->last; i++)
    {
      struct gomp_clause clause = gomp_clause_get (s->list, i);
      if (clause.operation != GOMP_CLAUSE_VALUE
          && (s->c->fn != NULL || clause.operation == GOMP_CLAUSE_USE_DEVICE))
        use (device, clause.host);
      if (clause.operation == GOMP_CLAUSE_ATTACH
          || clause.operation == GOMP_CLAUSE_ALWAYS_POINTER)
        use_attached (device, &clause);
    }
}

void
gomp_tell_mapped (const struct gomp_setup *s)
{
  if (gomp_check_wanted ())
    gomp_check_placed (s);
  for (size_t i = s->first; i < s->last; i++)
    tell_item (s, i);
  gomp_tell_used (s);
}

/* MAPPING leaves by DIRECTIVE, and those that were mapped with it as one
   structure.  */
static void
forget (struct gomp_device *device, struct gomp_mapping *mapping,
        const char *directive)
{
  for (; mapping != NULL; mapping = gomp_mapping_sibling (mapping))
    {
      gomp_tool_release (mapping);
      if (gomp_check_wanted ())
        gomp_check_unmapped (device, mapping, directive);
    }
}

static void
tell_unmapped (struct gomp_device *device, struct gomp_mapping *mapping)
{
  struct gomp_tool_event event = make_event (GOMP_TOOL_UNMAP, device, mapping);
  event.variable = gomp_tool_variable_of (mapping);
  gomp_tool_tell (&event);
}

void
gomp_tell_unmapped (const struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    {
      struct gomp_mapping *mapping = c->items[i].mapping;
      if ((c->items[i].flags & GOMP_ITEM_DIED) == 0)
        continue;
      tell_unmapped (c->device, mapping);
      forget (c->device, gomp_mapping_owner (mapping), c->directive);
    }
}

/* Of variables that the device has, nobody was told that they came.  */
void
gomp_tell_unloaded (struct gomp_device *device, struct gomp_mapping *mapping)
{
  uintptr_t start = gomp_mapping_start (mapping);
  uintptr_t size = gomp_mapping_end (mapping) - start;
  if (mapping->flags & GOMP_MAPPING_ASSOCIATED)
    gomp_tell_memory (GOMP_TOOL_DISASSOCIATE, device, start, mapping->device,
                      size);
  else if ((mapping->flags & GOMP_MAPPING_VARIABLE) == 0)
    tell_unmapped (device, mapping);
  forget (device, mapping, "unloading its image");
}

void
gomp_tell_asked (struct gomp_device *device, uintptr_t host)
{
  use (device, host);
}

/* ---- Routines on device memory.  */

void
gomp_tell_memory (enum gomp_tool_kind kind, struct gomp_device *device,
                  uintptr_t host, uintptr_t devptr, size_t size)
{
  uint64_t now = os_time_ns ();
  struct gomp_tool_event event = { .kind = kind,
                                   .place = place_of (device),
                                   .start = now,
                                   .end = now,
                                   .host = host,
                                   .device = devptr,
                                   .bytes = size,
                                   .at = gomp_tool_get_here () };
  gomp_tool_tell (&event);
}

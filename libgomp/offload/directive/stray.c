/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Stray regions: the host runs a region because there is no device code for
   it, but data of the region is on a device.  Then the host uses its own copy
   of the data, and neither side sees the other's writes.  This happens if some
   objects of a program have device code and others have none, or if data is on
   a device that the program has no image for.

   Any thread.  Owns the flag that the program was warned.  Reads address maps
   without their locks, for such regions only, and only until it has warned.  */

#include "offload/directive/stray.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "icv/icv.h"
#include "offload/device/image.h"
#include "offload/device/select.h"
#include "offload/directive/target.h"
#include "os/symbol.h"
#include "tool/tool.h"

static struct stray_state
{
  atomic_bool warned; /* the warning was given */
} stray_state;

/* The data of a region on a device.  */
struct stray
{
  size_t clause; /* its number */
  uintptr_t host;
  size_t size; /* 0: HOST is an address on the device */
};

/* Would the host use a copy other than DEVICE's?  */
static bool
is_mapped (struct gomp_device *device, uintptr_t host, size_t size)
{
  struct gomp_map_answer answer;
  uintptr_t end = host + (size > 0 ? size : 1);
  return host != 0 && end > host
         && gomp_map_peek (&device->map, host, end, &answer)
         && gomp_mapping_device (answer.mapping, answer.start) != answer.start;
}

/* The data of one clause; false: none, or not on DEVICE.  */
static bool
is_clause_on (struct gomp_device *device, const struct gomp_clause *clause,
              struct stray *stray)
{
  stray->host = clause->host;
  stray->size = clause->size > 0 ? clause->size : 1;
  switch (clause->operation)
    {
    case GOMP_CLAUSE_MAP:
    case GOMP_CLAUSE_DESCRIPTOR:
    case GOMP_CLAUSE_PRESENT:
    case GOMP_CLAUSE_IF_PRESENT:
    case GOMP_CLAUSE_ZERO_LENGTH:
      return is_mapped (device, clause->host, clause->size);
    case GOMP_CLAUSE_VALUE:
      /* A device pointer is passed like any other value.  */
      stray->size = 0;
      return gomp_device_view (device, clause->host, 1) != NULL;
    default:
      return false;
    }
}

static bool
find (struct gomp_device *device, const struct gomp_region *region,
      struct stray *stray)
{
  if (gomp_device_shares_memory (device))
    return false;
  for (size_t i = 0; i < region->list.count; i++)
    {
      struct gomp_clause clause = gomp_clause_get (&region->list, i);
      stray->clause = i;
      if (is_clause_on (device, &clause, stray))
        return true;
    }
  return false;
}

static bool
was_warned (void)
{
  /* Relaxed: nothing goes with it.  */
  return atomic_load_explicit (&stray_state.warned, memory_order_relaxed);
}

bool
gomp_stray_is_on (struct gomp_device *device, const struct gomp_region *region)
{
  struct stray stray;
  return !was_warned () && find (device, region, &stray);
}

/* The first device that has data of REGION.  */
static struct gomp_device *
find_anywhere (const struct gomp_region *region, struct stray *stray)
{
  for (int i = 0; i < gomp_device_known (); i++)
    {
      struct gomp_device *device = gomp_device_if_ready (i);
      if (device != NULL && find (device, region, stray))
        return device;
    }
  return NULL;
}

bool
gomp_stray_is_anywhere (const struct gomp_region *region)
{
  struct stray stray;
  return !was_warned () && gomp_default_device_goes_by_images ()
         && find_anywhere (region, &stray) != NULL;
}

/* ---- In words.  */

#define NAME_MAX_LENGTH 128

/* The SIZE bytes at HOST, whose variable is KNOWN, or else looked up.  */
static void
describe_memory (uintptr_t host, size_t size, const char *known, char *text,
                 size_t length)
{
  char name[NAME_MAX_LENGTH];
  uintptr_t start;
  if (*known == '\0' && os_symbol_find (host, name, sizeof (name), &start))
    known = name;
  snprintf (text, length, "%s at %p, %lu bytes",
            *known != '\0' ? known : "host memory", (void *)host,
            (unsigned long)size);
}

/* Its variable and where that is.  */
static void
describe (const struct stray *stray, const struct gomp_region *region,
          const void *at, char *text, size_t size)
{
  const char *known = region->list.extra == 0
                          ? gomp_tool_clause_name (at, stray->clause)
                          : "";
  if (stray->size == 0)
    snprintf (text, size, "%s%s%p, an address on the device", known,
              *known != '\0' ? " is " : "", (void *)stray->host);
  else
    describe_memory (stray->host, stray->size, known, text, size);
}

void
gomp_stray_note_lost (struct gomp_device *device, uintptr_t host, size_t size)
{
  char text[2 * NAME_MAX_LENGTH], where[GOMP_DEVICE_NAME_MAX];
  describe_memory (host, size, "", text, sizeof (text));
  gomp_error_note ("a target update from %s needs data that are lost: %s",
                   gomp_device_describe (device, where), text);
}

void
gomp_stray_note (struct gomp_device *device, const struct gomp_region *region)
{
  struct stray stray;
  char text[2 * NAME_MAX_LENGTH];
  if (!find (device, region, &stray))
    return;
  describe (&stray, region, NULL, text, sizeof (text));
  gomp_error_note ("data of the region is on the device: %s", text);
}

static void
warn (struct gomp_device *device, const struct stray *stray,
      const struct gomp_region *region, const void *at)
{
  char name[GOMP_REGION_NAME_MAX], where[GOMP_DEVICE_NAME_MAX];
  char text[2 * NAME_MAX_LENGTH];
  const char *source = gomp_tool_source (at);
  /* The region's name has the function.  */
  if (strncmp (source, "in ", 3) == 0)
    source = "";
  describe (stray, region, at, text, sizeof (text));
  gomp_region_name (device, (const void *)region->fn, name);
  gomp_device_describe (device, where);
  gomp_warning ("target region %s%s%s%s runs on the host for want of device "
                "code, but its data is on %s: %s\n"
                "  the host and the device use different copies, and neither "
                "sees what the other writes\n"
                "  hint: compile and link all objects with offloading to %s "
                "enabled, or let the host run all regions "
                "(OMP_TARGET_OFFLOAD=disabled)",
                name, *source != '\0' ? " (" : "", source,
                *source != '\0' ? ")" : "", where, text, device->plugin->name);
}

void
gomp_stray_warn (const struct gomp_region *region, const void *at)
{
  struct stray stray;
  struct gomp_device *device;
  if (gomp_device_choose_observed (region->device, &device)
      != GOMP_CHOICE_DEVICE)
    device = find_anywhere (region, &stray);
  else if (!find (device, region, &stray))
    device = NULL;
  if (device != NULL
      && !atomic_exchange_explicit (&stray_state.warned, true,
                                    memory_order_relaxed))
    warn (device, &stray, region, at);
}

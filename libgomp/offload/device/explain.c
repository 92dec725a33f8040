/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Describes an address in words: for messages of this library and of plugins
   whose device met a fault.

   Any thread, while other threads map and unmap; takes no lock.  */

#include "offload/device/explain.h"

#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "offload/device/device.h"
#include "os/symbol.h"

/* A mapping that is farther away does not explain an address.  */
#define NEAR ((uintptr_t)1 << 16)
/* The same for device addresses, which are far from all host addresses.  */
#define NEAR_ON_DEVICE (UINTPTR_MAX >> 31)

static void
describe (struct gomp_strbuf *sb, const struct gomp_map_answer *answer)
{
  gomp_strbuf_printf (sb, "[0x%lx..0x%lx), %lu bytes",
                      (unsigned long)answer->start, (unsigned long)answer->end,
                      (unsigned long)(answer->end - answer->start));
}

/* The position of ADDRESS relative to the nearest mapped host ranges; false if
   none is near.  */
static bool
describe_near (struct gomp_strbuf *sb, struct gomp_map *map, uintptr_t address)
{
  struct gomp_map_answer below, above;
  bool has_below = gomp_map_peek_below (map, address, &below);
  /* The mapping ends before the object does.  */
  if (has_below && address < below.end)
    {
      gomp_strbuf_printf (sb, "%lu bytes after the start of the mapping ",
                          (unsigned long)(address - below.start));
      describe (sb, &below);
      return true;
    }
  has_below = has_below && address - below.end < NEAR;
  bool has_above = gomp_map_peek_above (map, address, &above)
                   && above.start - address <= NEAR;
  if (has_below && (!has_above || address - below.end <= above.start - address))
    {
      gomp_strbuf_printf (sb, "%lu bytes after the end of the mapping ",
                          (unsigned long)(address - below.end));
      describe (sb, &below);
    }
  else if (has_above)
    {
      gomp_strbuf_printf (sb, "%lu bytes before the start of the mapping ",
                          (unsigned long)(above.start - address));
      describe (sb, &above);
    }
  return has_below || has_above;
}

/* Is ADDRESS in or near the device copy of a mapping?  */
static bool
describe_device (struct gomp_strbuf *sb, struct gomp_map *map,
                 uintptr_t address)
{
  struct gomp_map_answer at, best;
  uintptr_t nearest = NEAR_ON_DEVICE, best_device = 0;
  for (bool more = gomp_map_peek_above (map, 0, &at); more;
       more = gomp_map_peek_above (map, at.start, &at))
    {
      uintptr_t device = at.mapping->device, size = at.end - at.start;
      uintptr_t distance = address < device          ? device - address
                           : address < device + size ? 0
                                                     : address - device - size;
      if (distance >= nearest)
        continue;
      nearest = distance;
      best = at;
      best_device = device;
    }
  if (nearest == NEAR_ON_DEVICE)
    return false;
  uintptr_t end = best_device + (best.end - best.start);
  if (address >= best_device && address < end)
    gomp_strbuf_printf (sb, "device memory, byte %lu of the copy of ",
                        (unsigned long)(address - best_device));
  else if (address >= end)
    gomp_strbuf_printf (sb,
                        "device memory, %lu bytes after the end of the copy "
                        "of ",
                        (unsigned long)(address - end));
  else
    gomp_strbuf_printf (sb,
                        "device memory, %lu bytes before the start of the "
                        "copy of ",
                        (unsigned long)(best_device - address));
  describe (sb, &best);
  return true;
}

/* Is ADDRESS in a class's table of virtual functions, on the host?  An object
   has the table of who made it.  */
static bool
describe_table (struct gomp_strbuf *sb, uintptr_t address)
{
  const char prefix[] = "vtable for ";
  char name[256];
  uintptr_t start;
  if (!os_symbol_find (address, name, sizeof (name), &start)
      || strncmp (name, prefix, strlen (prefix)) != 0)
    return false;
  gomp_strbuf_printf (sb,
                      "the host's virtual functions of class %s; the host made "
                      "the object, so the device cannot call these",
                      name + strlen (prefix));
  return true;
}

static void
describe_address (struct gomp_strbuf *sb, struct gomp_map *map,
                  uintptr_t address)
{
  struct gomp_map_answer answer;
  if (address < 4096)
    {
      gomp_strbuf_printf (sb, "a null pointer%s",
                          address == 0 ? "" : " plus an offset");
      return;
    }
  if (gomp_map_peek (map, address, address + 1, &answer))
    {
      gomp_strbuf_printf (sb, "a host address, byte %lu of the mapping ",
                          (unsigned long)(address - answer.start));
      describe (sb, &answer);
      gomp_strbuf_printf (sb, ": the region used the host's pointer, not the "
                              "device's");
      return;
    }
  if (describe_device (sb, map, address))
    return;
  char name[256];
  uintptr_t start;
  if (os_symbol_find_function (address, name, sizeof (name), &start))
    {
      gomp_strbuf_printf (
          sb,
          "the host's function %s; a pointer to it is not valid on the device",
          name);
      return;
    }
  if (describe_table (sb, address))
    return;
  gomp_strbuf_printf (sb,
                      "a host address, or none at all, that is not mapped: ");
  if (!describe_near (sb, map, address))
    gomp_strbuf_printf (sb, "no mapping is near");
}

size_t
gomp_explain_address (int type, int ordinal, uintptr_t address, char *buf,
                      size_t size)
{
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, buf, size);
  struct gomp_device *device = gomp_device_of_plugin (type, ordinal);
  if (device != NULL)
    describe_address (&sb, &device->map, address);
  return sb.length;
}

void
gomp_explain_nearest (struct gomp_device *device, uintptr_t address)
{
  char text[256];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, text, sizeof (text));
  if (describe_near (&sb, &device->map, address))
    gomp_error_note ("%p is %s", (void *)address, text);
  else
    gomp_error_note ("%p: no mapping is near", (void *)address);
}

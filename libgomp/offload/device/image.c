/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loading device images.

   Fills the function table and the address map of a device with an image's
   entries.  Which images there are is image_registry.c's.

   The device's mutex is held while images are loaded to it or unloaded.  */

#include "offload/device/image_internal.h"

#include <limits.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/symbol.h"
#include "named_image.h"
#include "offload/device/device.h"
#include "offload/device/requires.h"
#include "offload/device/reverse_functions.h"
#include "offload/map/link.h"
#include "offload/observe.h"
#include "tool/tool.h"

#define LINK_VARIABLE (UINTPTR_MAX / 2 + 1)

/* That an image is loaded to a device.  */
struct gomp_image_use
{
  struct gomp_image_use *next; /* loaded before */
  struct gomp_image image;     /* a copy */
  uint64_t *reverse; /* the device's addresses of functions, if it may ask for
                        the host's, or NULL */
};

/* ---- Loading.  */

static size_t
function_count (const struct gomp_host_table *table)
{
  return (size_t)(table->functions_end - table->functions_start);
}

/* The part of the data that the plugin knows.  */
static const void *
plugin_data (const struct gomp_image *image)
{
  return (const uintptr_t *)image->data
         + gomp_image_has_requires (image->version);
}

static size_t
variable_count (const struct gomp_host_table *table)
{
  return (size_t)(table->variables_end - table->variables_start) / 2;
}

static bool
is_array (const void *start, const void *end, size_t element)
{
  uintptr_t from = (uintptr_t)start, to = (uintptr_t)end;
  return from % sizeof (uintptr_t) == 0 && from <= to
         && (start != NULL || end == NULL) && (to - from) % element == 0
         && (to - from) / element <= INT_MAX / 2;
}

static COLD enum gomp_status
damaged_table (void)
{
  gomp_error_set (GOMP_ERR_IMAGE,
                  "the table of target functions and variables that came with "
                  "a device image is damaged");
  gomp_error_hint ("link with the compiler driver, so that crtoffloadbegin.o, "
                   "crtoffloadend.o and crtoffloadtable.o enclose the objects");
  return GOMP_ERR_IMAGE;
}

/* Whether the host's table can be one: what delimits its entries comes from
   several objects of the link.  */
static enum gomp_status
check_table (const struct gomp_image *image)
{
  const struct gomp_host_table *t = image->table;
  bool valid = t != NULL
               && is_array (t->functions_start, t->functions_end,
                            sizeof (t->functions_start[0]))
               && is_array (t->variables_start, t->variables_end,
                            2 * sizeof (t->variables_start[0]));
  for (size_t i = 0; valid && i < variable_count (t); i++)
    valid = t->variables_start[2 * i]
            <= UINTPTR_MAX - (t->variables_start[2 * i + 1] & ~LINK_VARIABLE);
  return valid ? GOMP_OK : damaged_table ();
}

/* Our own plugins always report the address of the device number; an empty
   entry could be mistaken for a missing variable.  GOMP_ERR_NODEV: the image is
   not for this device, which cannot be used then.  */
static enum gomp_status
check_count (struct gomp_device *device, const struct gomp_image *image,
             int count)
{
  size_t expected
      = function_count (image->table) + variable_count (image->table);
  bool has_number = device->plugin->host_view != NULL;
  if (has_number && count > 0)
    count--;
  if (count >= 0
      && ((size_t)count == expected
          || (!has_number && (size_t)count == expected + 1)))
    return GOMP_OK;
  char name[GOMP_DEVICE_NAME_MAX];
  if (count < 0)
    {
      if (gomp_error_text ()[0] == '\0')
        gomp_error_set (GOMP_ERR_IMAGE, "the plugin %s cannot load it",
                        device->plugin->name);
    }
  else
    {
      gomp_error_set (GOMP_ERR_IMAGE,
                      "Cannot map target functions or variables "
                      "(expected %u, have %u)",
                      (unsigned)expected, (unsigned)count);
      gomp_error_hint ("the image and the program are not from the same link: "
                       "rebuild the program");
    }
  gomp_error_context ("loading a device image to %s",
                      gomp_device_describe (device, name));
  return count == GOMP_IMAGE_UNSUITED ? GOMP_ERR_NODEV : GOMP_ERR_IMAGE;
}

/* ---- Removing entries.  */

static void
remove_functions (struct gomp_device *device, const struct gomp_image *image)
{
  for (size_t i = 0; i < function_count (image->table); i++)
    gomp_functions_remove (&device->functions,
                           (uintptr_t)image->table->functions_start[i]);
}

/* The memory of MAPPING's variable is about to go.  Gives up the map's lock
   meanwhile.  False: the program is ending, and MAPPING stays.  */
static bool
remove_mapping (struct gomp_device *device, struct gomp_mapping *mapping)
{
  struct gomp_map *map = &device->map;
  struct gomp_mapping *owner = gomp_mapping_owner (mapping);
  if (gomp_mapping_is_dead (owner))
    return gomp_map_wait_locked (map);
  gomp_map_kill_locked (owner);
  gomp_map_unlock (map);
  if (gomp_observe_offload ())
    gomp_observe_unmapped (device, owner, "unloading its image");
  gomp_device_await_visitors (device);
  gomp_map_lock (map);
  struct gomp_block *block = gomp_map_retire_locked (map, owner);
  gomp_map_unlock (map);
  gomp_map_announce_left (map);
  gomp_block_drop (block);
  gomp_map_lock (map);
  return true;
}

/* Has no other image the variable [START, END)?  */
static bool
is_last (struct gomp_map *map, uintptr_t start, uintptr_t end, bool link)
{
  if (link)
    return gomp_link_remove_locked (map, start, end);
  struct gomp_mapping *mapping = gomp_map_find_locked (map, start, end);
  return mapping != NULL && --mapping->images == 0;
}

/* The remaining mappings of a link variable are removed with it.  */
static void
remove_variable (struct gomp_device *device, uintptr_t start, uintptr_t end,
                 bool link)
{
  struct gomp_map *map = &device->map;
  struct gomp_mapping *mapping;
  gomp_map_lock (map);
  if (is_last (map, start, end, link))
    while ((mapping = gomp_map_find_locked (map, start, end)) != NULL
           && remove_mapping (device, mapping))
      continue;
  gomp_map_unlock (map);
}

/* The first COUNT of them.  */
static void
remove_variables (struct gomp_device *device, const struct gomp_image *image,
                  size_t count)
{
  const uintptr_t *variable = image->table->variables_start;
  for (size_t i = 0; i < count; i++)
    {
      uintptr_t start = variable[2 * i];
      size_t size = variable[2 * i + 1] & ~LINK_VARIABLE;
      if (size != 0)
        remove_variable (device, start, start + size,
                         (variable[2 * i + 1] & LINK_VARIABLE) != 0);
    }
}

static void
forget_entries (struct gomp_device *device, const struct gomp_image *image)
{
  remove_functions (device, image);
  remove_variables (device, image, variable_count (image->table));
}

/* ---- Adding them.  */

static enum gomp_status
load_functions (struct gomp_device *device, const struct gomp_image *image,
                const struct addr_pair *pair)
{
  size_t count = function_count (image->table);
  if (!gomp_functions_reserve (&device->functions, count))
    return GOMP_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    gomp_functions_put (&device->functions,
                        (uintptr_t)image->table->functions_start[i],
                        pair[i].start);
  return GOMP_OK;
}

/* A variable that several images have is one on the host; the first image's is
   its device copy, unless the device itself makes them one.  */
static bool
share_variable (struct gomp_mapping *mapping, uintptr_t start, size_t size)
{
  if ((mapping->flags & GOMP_MAPPING_VARIABLE) == 0
      || gomp_mapping_start (mapping) != start
      || gomp_mapping_end (mapping) != start + size)
    return false;
  mapping->images++;
  return true;
}

static bool
insert_variable (struct gomp_device *device, uintptr_t start, size_t size,
                 uintptr_t address, char *view)
{
  struct gomp_mapping *mapping
      = gomp_map_insert_locked (&device->map, start, start + size,
                                GOMP_MAPPING_VARIABLE | GOMP_MAPPING_UNHELD);
  if (mapping == NULL)
    return false;
  mapping->device = address;
  mapping->images = 1;
  mapping->view = view;
  gomp_map_pin (mapping);
  gomp_mapping_mark (mapping, GOMP_READY_ALLOCATED | GOMP_READY_FILLED);
  return true;
}

static enum gomp_status
add_variable (struct gomp_device *device, uintptr_t start, size_t size,
              bool link, uintptr_t address)
{
  struct gomp_map *map = &device->map;
  uintptr_t end = start + size;
  char *view
      = gomp_device_view (device, address, link ? sizeof (void *) : size);
  gomp_map_lock (map);
  struct gomp_mapping *old = gomp_map_find_locked (map, start, end);
  bool is_link = gomp_link_find_locked (map, start, end) != NULL;
  bool added;
  if (link)
    added = (old == NULL || is_link)
            && gomp_link_add_locked (map, start, end, address, view);
  else if (old == NULL && !is_link)
    added = insert_variable (device, start, size, address, view);
  else
    added = old != NULL && share_variable (old, start, size);
  gomp_map_unlock (map);
  if (added)
    return GOMP_OK;
  return old == NULL && !is_link
             ? GOMP_ERR_NOMEM
             : gomp_error_set (GOMP_ERR_IMAGE,
                               "%s variable [%p..%p) overlaps memory that is "
                               "mapped",
                               gomp_tool_declaration ((void *)start),
                               (void *)start, (void *)end);
}

/* Variable NUMBER of IMAGE, whose entries have names, is not in the image.  Its
   regions do not use it then, or have another one of that name.  */
static COLD void
warn_lacking (struct gomp_device *device, const struct named_image *image,
              size_t number, uintptr_t start, size_t size)
{
  char where[GOMP_DEVICE_NAME_MAX], name[GOMP_REGION_NAME_MAX];
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, name, sizeof (name));
  gomp_symbol_write (&sb, image->variables[number].symbol);
  gomp_warning (
      "the device image of '%s' (%s) lacks the variable '%s', at %p with %zu "
      "bytes: on %s it is not mapped\n"
      "  hint: all files that declare it need the same declare target "
      "directives",
      image->name == NULL ? "" : image->name, image->compiler, name,
      (void *)start, size, gomp_device_describe (device, where));
}

/* *LOADED: how many of them are.  */
static enum gomp_status
load_variables (struct gomp_device *device, const struct gomp_image *image,
                const struct addr_pair *pair, size_t *loaded)
{
  const uintptr_t *variable = image->table->variables_start;
  for (size_t i = 0; i < variable_count (image->table); *loaded = ++i)
    {
      uintptr_t start = variable[2 * i];
      size_t size = variable[2 * i + 1] & ~LINK_VARIABLE;
      bool link = (variable[2 * i + 1] & LINK_VARIABLE) != 0;
      size_t have = pair[i].end - pair[i].start;
      if (image->named != NULL && pair[i].start == 0)
        {
          if (!link && size > 0)
            warn_lacking (device, image->named, i, start, size);
          continue;
        }
      if (!link && size != have)
        return gomp_error_set (
            GOMP_ERR_IMAGE,
            "Cannot map target variables (size mismatch): variable %u at %p "
            "has %lu bytes, in the device image %lu",
            (unsigned)i, (void *)start, (unsigned long)size,
            (unsigned long)have);
      if (size == 0)
        continue;
      enum gomp_status status
          = add_variable (device, start, size, link, pair[i].start);
      if (status != GOMP_OK)
        return status;
      if (!link && gomp_observe_offload ())
        gomp_observe_memory (
            GOMP_EVENT_VARIABLE_LOADED,
            &(struct gomp_event_memory){ .device = device,
                                         .host = start,
                                         .devptr = pair[i].start,
                                         .size = size });
    }
  return GOMP_OK;
}

/* The data that an image has about its device since GCC 13.  */
struct device_icvs
{
  int device_num;         /* the program's number of the device */
  int default_device;     /* default-device-var there */
  int num_teams;          /* nteams-var there; 0: unset */
  int teams_thread_limit; /* teams-thread-limit-var there; 0: unset */
};

/* The entry after the variables: the image's device number, or that and ICVs of
   the device.  */
static enum gomp_status
store_device_number (struct gomp_device *device, const struct addr_pair *pair)
{
  size_t size = pair->end - pair->start;
  if (pair->start == 0)
    return GOMP_OK;
  struct device_icvs icvs
      = { .device_num = device->number,
          .num_teams = device->num_teams,
          .teams_thread_limit = device->teams_thread_limit };
  if (size != sizeof (icvs.device_num) && size != sizeof (icvs))
    return gomp_error_set (
        GOMP_ERR_IMAGE,
        "offload plugin managed 'device_num' not of expected format");
  return gomp_device_write (device, pair->start,
                            gomp_device_view (device, pair->start, size), &icvs,
                            size);
}

static enum gomp_status
load_entries (struct gomp_device *device, const struct gomp_image *image,
              const struct addr_pair *pairs, int count)
{
  size_t functions = function_count (image->table);
  size_t named = functions + variable_count (image->table), loaded = 0;
  enum gomp_status status = check_count (device, image, count);
  if (status == GOMP_OK)
    status = load_functions (device, image, pairs);
  if (status != GOMP_OK)
    return status;
  status = load_variables (device, image, pairs + functions, &loaded);
  if (status == GOMP_OK && (size_t)count > named)
    status = store_device_number (device, pairs + named);
  if (status == GOMP_OK)
    return GOMP_OK;
  remove_variables (device, image, loaded);
  remove_functions (device, image);
  return status;
}

static enum gomp_status
check_requires (const struct gomp_device *device)
{
  unsigned lacking = gomp_requires_lacking (device->plugin);
  char text[GOMP_REQUIRES_TEXT_MAX], name[GOMP_DEVICE_NAME_MAX];
  if (lacking == 0)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_IMAGE, "'omp requires %s' cannot be fulfilled by %s",
                  gomp_requires_text (lacking, text),
                  gomp_device_describe (device, name));
  gomp_error_hint ("load the code with this requirement before the first use "
                   "of a device; the device is then not used");
  return GOMP_ERR_IMAGE;
}

static enum gomp_status
announce_indirect (struct gomp_device *device, const struct gomp_image *image)
{
  const struct gomp_host_table *t = image->table;
  if (device->plugin->indirect_functions == NULL)
    return GOMP_OK;
  bool has_some = GOMP_IMAGE_INTERFACE_OF (image->version)
                  >= GOMP_IMAGE_INTERFACE_INDIRECT;
  if (has_some
      && !is_array (t->indirect_start, t->indirect_end,
                    sizeof (t->indirect_start[0])))
    return damaged_table ();
  device->plugin->indirect_functions (
      device->ordinal, has_some ? t->indirect_start : NULL,
      has_some ? (size_t)(t->indirect_end - t->indirect_start) : 0);
  return GOMP_OK;
}

static void
announce_variables (struct gomp_device *device, const struct gomp_image *image)
{
  const struct gomp_host_table *t = image->table;
  if (device->plugin->host_variables != NULL)
    device->plugin->host_variables (
        device->ordinal, t->variables_start,
        (size_t)(t->variables_end - t->variables_start) / 2);
}

/* Of its own: what other images require is not in this one.  */
static bool
asks_for_host (const struct gomp_image *image)
{
  return gomp_image_has_requires (image->version)
         && gomp_requires_reverse ((unsigned)*(const uintptr_t *)image->data);
}

/* Can the plugin load such an image?  */
static enum gomp_status
check_kind (struct gomp_device *device, const struct gomp_image *image)
{
  char name[GOMP_DEVICE_NAME_MAX];
  if (image->named == NULL || device->plugin->load_named_image != NULL)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_IMAGE,
                  "the plugin %s cannot load device images of %s: it has no "
                  "function GOMP_OFFLOAD_load_named_image",
                  device->plugin->name, image->named->compiler);
  gomp_error_context ("loading a device image to %s",
                      gomp_device_describe (device, name));
  return GOMP_ERR_IMAGE;
}

static int
call_plugin (struct gomp_device *device, const struct gomp_image *image,
             struct addr_pair **pairs)
{
  const struct gomp_plugin *plugin = device->plugin;
  if (image->named == NULL)
    return plugin->load_image (device->ordinal, image->version,
                               plugin_data (image), pairs);
  return plugin->load_named_image (device->ordinal, image->named, pairs);
}

/* Have the plugin load IMAGE.  Returns what load_image does; if it fails, what
   it reported is recorded.  */
static int
load_by_plugin (struct gomp_device *device, const struct gomp_image *image,
                struct addr_pair **pairs)
{
  gomp_error_collect ();
  int count = call_plugin (device, image, pairs);
  if (gomp_error_collected () && count >= 0)
    {
      gomp_error ("%s", gomp_error_text ());
      gomp_error_clear ();
    }
  return count;
}

static enum gomp_status
load_image (struct gomp_device *device, const struct gomp_image *image)
{
  if (check_requires (device) != GOMP_OK
      || check_kind (device, image) != GOMP_OK || check_table (image) != GOMP_OK
      || announce_indirect (device, image) != GOMP_OK)
    return GOMP_ERR_IMAGE;
  announce_variables (device, image);
  struct gomp_image_use *use = gomp_alloc_zeroed (sizeof (*use));
  if (use == NULL)
    return GOMP_ERR_NOMEM;
  struct addr_pair *pairs = NULL;
  int count = load_by_plugin (device, image, &pairs);
  enum gomp_status status = load_entries (device, image, pairs, count);
  free (pairs);
  if (status == GOMP_OK && asks_for_host (image))
    {
      status = gomp_reverse_load (device, plugin_data (image), image->table,
                                  &use->reverse);
      if (status != GOMP_OK)
        forget_entries (device, image);
    }
  if (status != GOMP_OK)
    {
      /* It can be tried again.  */
      if (count >= 0)
        device->plugin->unload_image (device->ordinal, image->version,
                                      plugin_data (image));
      gomp_free (use);
      return status;
    }
  use->image = *image;
  use->next = device->images;
  device->images = use;
  if (gomp_observe_offload ())
    gomp_observe_loaded (device, image->data);
  return GOMP_OK;
}

bool
gomp_image_is_loaded (const struct gomp_device *device,
                      const struct gomp_image *image)
{
  for (struct gomp_image_use *use = device->images; use != NULL;
       use = use->next)
    if (use->image.data == image->data && use->image.table == image->table)
      return true;
  return false;
}

enum gomp_status
gomp_image_load_all (struct gomp_device *device)
{
  /* Acquire: pairs with the release in gomp_image_register.  */
  unsigned generation
      = atomic_load_explicit (&gomp_image_generation, memory_order_acquire);
  struct gomp_image image;
  while (gomp_image_find_missing (device, &image))
    {
      enum gomp_status status = load_image (device, &image);
      if (status != GOMP_OK)
        return status;
    }
  /* Release: pairs with the acquire in gomp_device_open.  */
  atomic_store_explicit (&device->image_generation, generation,
                         memory_order_release);
  return GOMP_OK;
}

/* ---- Unloading.  */

static void
forget_use (struct gomp_device *device, const struct gomp_image_use *use)
{
  gomp_reverse_unload (device, use->image.table, use->reverse);
  forget_entries (device, &use->image);
}

void
gomp_image_forget_all (struct gomp_device *device)
{
  while (device->images != NULL)
    {
      struct gomp_image_use *use = device->images;
      forget_use (device, use);
      device->images = use->next;
      gomp_free (use);
    }
}

static enum gomp_status
unload (struct gomp_device *device, struct gomp_image_use **link)
{
  struct gomp_image_use *use = *link;
  if (gomp_observe_offload ())
    gomp_observe_unloads (device, use->image.data);
  forget_use (device, use);
  *link = use->next;
  bool unloaded = device->plugin->unload_image (
      device->ordinal, use->image.version, plugin_data (&use->image));
  gomp_free (use);
  return unloaded ? GOMP_OK
                  : gomp_error_set (GOMP_ERR_IMAGE, "image unload fail");
}

enum gomp_status
gomp_image_unload_all (struct gomp_device *device)
{
  enum gomp_status status = GOMP_OK;
  while (device->images != NULL && status == GOMP_OK)
    status = unload (device, &device->images);
  return status;
}

enum gomp_status
gomp_image_unload (struct gomp_device *device, const void *data)
{
  enum gomp_status status = GOMP_OK;
  if (!gomp_hook_lock (&device->mutex))
    return GOMP_OK;
  for (struct gomp_image_use **link = &device->images; *link != NULL;
       link = &(*link)->next)
    if ((*link)->image.data == data)
      {
        status = unload (device, link);
        break;
      }
  gomp_hook_unlock (&device->mutex);
  return status;
}

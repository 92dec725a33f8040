/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The registry of device images, which constructors and destructors of programs
   and libraries change; and what to say of a region that no image has.

   Registering only stores, and raises a generation: a constructor may run
   under the dynamic linker's lock, and must neither load a plugin nor wait for
   a device.  The next construct for a device sees the generation and loads
   what is new.  Unregistering removes the image from the devices at once, as
   its code and data are about to go.

   The registry's mutex guards the list.  It is taken under a device's mutex;
   nothing else is called under it.  */

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/symbol.h"
#include "offload/device/device.h"
#include "offload/device/image_internal.h"
#include "offload/device/requires.h"
#include "offload/observe.h"
#include "os/symbol.h"
#include "sync/mutex.h"
#include "tool/tool.h"

#include "named_image.h"

static struct image_registry
{
  struct gomp_mutex mutex;
  struct gomp_image *first;
  struct gomp_image **end;
  /* Written under the mutex, read by anybody.  */
  atomic_uint interface;       /* the newest of these images */
  atomic_uint_least64_t types; /* types of devices that they are for, each a
                                  bit; the last one is for all greater ones */
} registry = { .end = &registry.first };

atomic_uint gomp_image_generation = 1;
atomic_uint gomp_image_changes;

static uint64_t
type_bit (int type)
{
  return (uint64_t)1 << (type >= 0 && type < 63 ? type : 63);
}

/* With the mutex.  */
static void
sum_up_registry (void)
{
  unsigned newest = 0;
  uint64_t types = 0;
  for (struct gomp_image *image = registry.first; image != NULL;
       image = image->next)
    {
      types |= type_bit (image->type);
      if (GOMP_IMAGE_INTERFACE_OF (image->version) > newest)
        newest = GOMP_IMAGE_INTERFACE_OF (image->version);
    }
  atomic_store_explicit (&registry.interface, newest, memory_order_relaxed);
  /* Sequentially consistent, both: see gomp_device_reconsider.  */
  atomic_store (&registry.types, types);
  atomic_fetch_add (&gomp_image_changes, 1);
}

/* The version of images whose entries are found by their names: that of GCC 6,
   without requirements and indirect functions.  */
#define NAMED_VERSION (GOMP_IMAGE_INTERFACE_NUMBERED << 16)

static enum gomp_status
add (const struct gomp_image *what)
{
  struct gomp_image *image = gomp_alloc_zeroed (sizeof (*image));
  if (image == NULL)
    return GOMP_ERR_NOMEM;
  *image = *what;
  if (gomp_observe_offload ())
    gomp_observe_registered ();
  gomp_mutex_lock (&registry.mutex);
  *registry.end = image;
  registry.end = &image->next;
  sum_up_registry ();
  /* Release: pairs with the acquire in gomp_image_load_all.  */
  atomic_fetch_add_explicit (&gomp_image_generation, 1, memory_order_release);
  gomp_mutex_unlock (&registry.mutex);
  gomp_device_reconsider ();
  return GOMP_OK;
}

enum gomp_status
gomp_image_register (unsigned version, const void *host_table, int type,
                     const void *data)
{
  if (GOMP_IMAGE_INTERFACE_OF (version) > GOMP_IMAGE_INTERFACE)
    return gomp_error_set (
        GOMP_ERR_IMAGE, "Library too old for offload (version %u < %u)",
        (unsigned)GOMP_IMAGE_INTERFACE, GOMP_IMAGE_INTERFACE_OF (version));
  if (gomp_image_has_requires (version))
    {
      enum gomp_status status
          = gomp_requires_add ((unsigned)*(const uintptr_t *)data);
      if (status != GOMP_OK)
        return status;
    }
  return add (&(struct gomp_image){
      .table = host_table, .data = data, .version = version, .type = type });
}

enum gomp_status
gomp_image_register_named (const struct offgomp_host_table *table,
                           const struct named_image *image, int type)
{
  return add (&(struct gomp_image){ .table = (const void *)table,
                                    .data = image,
                                    .version = NAMED_VERSION,
                                    .type = type,
                                    .named = image });
}

bool
gomp_image_is_for (int type)
{
  return (atomic_load (&registry.types) & type_bit (type)) != 0;
}

bool
gomp_image_is_there (void)
{
  return atomic_load (&registry.types) != 0;
}

const char *
gomp_image_lack (int count)
{
  if (!gomp_image_is_there ())
    return "the program has no device code";
  return count == 0 ? "there is no device"
                    : "the program has no code for any of the devices";
}

bool
gomp_image_is_registered (unsigned interface)
{
  /* No order is needed: an image is registered before it is used.  */
  return atomic_load_explicit (&registry.interface, memory_order_relaxed)
         >= interface;
}

static void
forget (const void *data)
{
  gomp_mutex_lock (&registry.mutex);
  struct gomp_image **link = &registry.first;
  while (*link != NULL && (*link)->data != data)
    link = &(*link)->next;
  struct gomp_image *image = *link;
  if (image != NULL)
    {
      *link = image->next;
      if (image->next == NULL)
        registry.end = link;
    }
  sum_up_registry ();
  gomp_mutex_unlock (&registry.mutex);
  gomp_free (image);
  gomp_device_reconsider ();
}

enum gomp_status
gomp_image_unregister (unsigned version, const void *host_table, int type,
                       const void *data)
{
  (void)version;
  (void)host_table;
  enum gomp_status status = GOMP_OK;
  forget (data);
  for (int i = 0; i < gomp_device_known () && status == GOMP_OK; i++)
    {
      struct gomp_device *device = gomp_device_if_ready (i);
      if (device != NULL && gomp_device_image_type (device) == type)
        status = gomp_image_unload (device, data);
    }
  if (gomp_observe_offload ())
    gomp_observe_unregistered ();
  return status;
}

static int
type_of (const void *data)
{
  int type = -1;
  gomp_mutex_lock (&registry.mutex);
  for (struct gomp_image *image = registry.first; image != NULL;
       image = image->next)
    if (image->data == data)
      type = image->type;
  gomp_mutex_unlock (&registry.mutex);
  return type;
}

enum gomp_status
gomp_image_unregister_named (const struct named_image *image)
{
  return gomp_image_unregister (NAMED_VERSION, NULL, type_of (image), image);
}

void
gomp_image_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&registry.mutex, when);
}

bool
gomp_image_find_missing (struct gomp_device *device, struct gomp_image *missing)
{
  bool found = false;
  gomp_mutex_lock (&registry.mutex);
  for (struct gomp_image *image = registry.first; image != NULL && !found;
       image = image->next)
    if (image->type == gomp_device_image_type (device)
        && !gomp_image_is_loaded (device, image))
      {
        *missing = *image;
        found = true;
      }
  gomp_mutex_unlock (&registry.mutex);
  return found;
}

/* ---- Names and reasons.  */

/* The region FN in IMAGE, whose entries have names; NULL: it is not there.  */
static const struct named_function *
find_named (const struct gomp_image *image, const void *fn)
{
  const struct gomp_host_table *t = image->table;
  for (void *const *f = t->functions_start; f != t->functions_end; f++)
    if (*f == fn)
      return &image->named->functions[f - t->functions_start];
  return NULL;
}

/* The name of the region FN, which no device has loaded, and its source, "" if
   that is not known; NULL: it is in no image whose entries have names.  Both
   stay.  */
static const char *
registered_name (const void *fn, const char **source)
{
  const char *name = NULL;
  gomp_mutex_lock (&registry.mutex);
  for (struct gomp_image *image = registry.first; image != NULL && name == NULL;
       image = image->next)
    {
      const struct named_function *found
          = image->named == NULL ? NULL : find_named (image, fn);
      if (found == NULL)
        continue;
      name = found->name;
      /* Acquire: pairs with the release of the library that learns it.  */
      *source = atomic_load_explicit (&found->source, memory_order_acquire);
    }
  gomp_mutex_unlock (&registry.mutex);
  return name;
}

const char *
gomp_region_name (struct gomp_device *device, const void *fn, char *buf)
{
  void *handle
      = device == NULL ? NULL : gomp_functions_find (&device->functions, fn);
  const char *name = NULL;
  struct gomp_strbuf sb;
  if (handle != NULL && device->plugin->function_name != NULL)
    name = device->plugin->function_name (device->ordinal, handle);
  const char *source = NULL;
  if (name != NULL && device->plugin->function_source != NULL)
    source = device->plugin->function_source (device->ordinal, handle);
  if (name == NULL)
    name = registered_name (fn, &source);
  if (name != NULL)
    {
      gomp_strbuf_init (&sb, buf, GOMP_REGION_NAME_MAX);
      gomp_symbol_write (&sb, name);
      if (source != NULL && *source != '\0')
        gomp_strbuf_printf (&sb, " (%s)", source);
      return buf;
    }
  Dl_info info = { .dli_sname = NULL };
  uintptr_t start;
  if (os_symbol_find ((uintptr_t)fn, buf, GOMP_REGION_NAME_MAX, &start)
      && start == (uintptr_t)fn)
    return buf;
  dladdr (fn, &info);
  if (info.dli_fname != NULL)
    {
      const char *slash = strrchr (info.dli_fname, '/');
      snprintf (buf, GOMP_REGION_NAME_MAX, "at %s+0x%lx",
                slash != NULL ? slash + 1 : info.dli_fname,
                (unsigned long)((uintptr_t)fn - (uintptr_t)info.dli_fbase));
    }
  else
    snprintf (buf, GOMP_REGION_NAME_MAX, "at %p", fn);
  return buf;
}

/* Is FN in the host table of an image of TYPE (or, with false, of another
   type), and how many of them are there?  */
static unsigned
count_images (int type, bool same)
{
  unsigned count = 0;
  gomp_mutex_lock (&registry.mutex);
  for (struct gomp_image *image = registry.first; image != NULL;
       image = image->next)
    count += (image->type == type) == same;
  gomp_mutex_unlock (&registry.mutex);
  return count;
}

void
gomp_image_explain_missing (struct gomp_device *device, const void *fn,
                            enum gomp_model model)
{
  char name[GOMP_REGION_NAME_MAX], where[GOMP_DEVICE_NAME_MAX];
  gomp_error_note ("%s %s is in no image for %s",
                   gomp_tool_region_title (model, fn),
                   gomp_region_name (device, fn, name),
                   gomp_device_describe (device, where));
  unsigned same = count_images (gomp_device_image_type (device), true);
  unsigned other = count_images (gomp_device_image_type (device), false);
  gomp_error_note ("the program has %u image%s for this kind of device, %u for "
                   "others",
                   same, same == 1 ? "" : "s", other);
  gomp_error_hint ("compile and link with offloading to %s enabled",
                   device->plugin->name);
}

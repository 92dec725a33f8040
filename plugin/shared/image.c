/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loading images into this process; see image.h.

   An image is loaded once for each device, from a file of its own in memory, as
   the dynamic linker loads one file only once.  Its symbols are visible to
   itself alone: its functions are not to replace the program's.  What it lacks
   comes from the program's libraries, so malloc and free are the same for both
   sides.

   libgomp calls for one device at a time.  */

#include "image.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/elf.h"
#include "device.h"
#include "extent.h"
#include "host/image.h"
#include "os/channel.h"
#include "os/memory.h"
#include "variables.h"
#include "x86emul_image.h"

/* An image that is being loaded.  */
struct loading
{
  const struct x86emul_image *descriptor;
  const uintptr_t *hosts;            /* the program's variables */
  struct shared_image *image;        /* malloced */
  struct x86emul_image_table *table; /* the image's */
  char *copy;                        /* of its file; malloced */
  size_t size;                       /* bytes */
};

/* The library of a sanitizer must be there from the program's start.  */
static enum gomp_status
check_sanitizers (const struct loading *l)
{
  static const char *const starts[]
      = { "__asan_init", "__tsan_init", "__lsan_init" };
  const struct gomp_elf elf = { .start = l->copy, .size = l->size };
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (starts); i++)
    if (gomp_elf_imports (&elf, starts[i])
        && dlsym (RTLD_DEFAULT, starts[i]) == NULL)
      return gomp_error_set (GOMP_ERR_IMAGE,
                             "the image is compiled for a sanitizer (%s), the "
                             "program is not",
                             starts[i]);
  return GOMP_OK;
}

static enum gomp_status
copy_file (struct loading *l)
{
  const struct x86emul_image *d = l->descriptor;
  l->size = (size_t)((const char *)d->end - (const char *)d->start);
  enum gomp_status status
      = x86emul_image_check_bytes (d->name, d->start, l->size, d->checksum);
  if (status != GOMP_OK)
    return status;
  l->copy = malloc (l->size + 1);
  l->image = calloc (1, sizeof (*l->image));
  if (l->copy == NULL || l->image == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  l->image->descriptor = d;
  l->image->fd = -1;
  memcpy (l->copy, d->start, l->size);
  status = check_sanitizers (l);
  return status == GOMP_OK
             ? shared_variables_bind (l->copy, l->size, d, l->hosts)
             : status;
}

static enum gomp_status
open_file (struct loading *l)
{
  struct shared_image *image = l->image;
  char path[PATH_MAX];
  int r = os_shared_create (l->descriptor->name, 0, &image->fd);
  if (r == 0)
    os_migrate_away (&image->fd);
  if (r == 0)
    r = os_write_file (image->fd, l->copy, l->size);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_SYSTEM, r, "cannot store it");
  snprintf (path, sizeof (path), "/proc/self/fd/%d", image->fd);
  image->handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  struct link_map *map;
  if (image->handle == NULL
      || dlinfo (image->handle, RTLD_DI_LINKMAP, &map) != 0)
    return gomp_error_set (GOMP_ERR_IMAGE, "%s", dlerror ());
  image->bias = map->l_addr;
  x86emul_extent_find (image->bias, &image->start, &image->end);
  return GOMP_OK;
}

/* Functions are the host's, too: a pointer of the host leads to its code, which
   works here.  */
static void *
find_function (void *pointer)
{
  return pointer;
}

static enum gomp_status
connect (struct loading *l)
{
  const struct x86emul_image *d = l->descriptor;
  const struct x86emul_image_table *t
      = dlsym (l->image->handle, X86EMUL_IMAGE_TABLE);
  if (t == NULL
      || (size_t)(t->functions_end - t->functions_start) != d->function_count
      || (size_t)(t->variables_end - t->variables_start)
             != 2 * (size_t)d->variable_count)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "its tables are not those that its descriptor says");
  struct x86emul_image_indirect *indirect
      = dlsym (l->image->handle, X86EMUL_IMAGE_INDIRECT);
  if (indirect != NULL)
    indirect->find = find_function;
  l->image->functions = t->functions_start;
  l->table = (struct x86emul_image_table *)(uintptr_t)t;
  return shared_variables_link (t, d, l->hosts);
}

static struct addr_pair *
make_table (const struct loading *l)
{
  const struct x86emul_image *d = l->descriptor;
  size_t count = (size_t)d->function_count + d->variable_count + 1;
  struct addr_pair *pairs = GOMP_PLUGIN_malloc (count * sizeof (*pairs));
  struct addr_pair *p = pairs;
  for (uint32_t i = 0; i < d->function_count; i++)
    *p++ = (struct addr_pair){ l->table->functions_start[i],
                               l->table->functions_start[i] + 1 };
  const uint64_t *pair = l->table->variables_start;
  for (uint32_t i = 0; i < d->variable_count; i++, pair += 2)
    {
      uint64_t size = pair[1] & SHARED_LINK ? sizeof (void *) : pair[1];
      *p++ = (struct addr_pair){ pair[0], pair[0] + size };
    }
  uintptr_t number = (uintptr_t)l->table->device_num;
  *p = (struct addr_pair){ number, number == 0 ? 0 : number + sizeof (int) };
  return pairs;
}

static void
close_image (struct shared_image *image)
{
  if (image == NULL)
    return;
  if (image->handle != NULL)
    dlclose (image->handle);
  if (image->fd >= 0)
    os_close (&image->fd);
  free (image);
}

static const char *
known (const char *name)
{
  return name != NULL ? name : "?";
}

enum gomp_status
shared_image_load (struct shared_device *d, unsigned version,
                   const void *descriptor, struct addr_pair **table, int *count)
{
  struct loading l = { .descriptor = descriptor, .hosts = d->variables };
  enum gomp_status status = x86emul_image_check (version, descriptor);
  if (status != GOMP_OK)
    return status;
  if (d->variable_count != l.descriptor->variable_count)
    status = gomp_error_set (GOMP_ERR_IMAGE,
                             "the program has %zu variables for it, its "
                             "descriptor %u",
                             d->variable_count, l.descriptor->variable_count);
  if (status == GOMP_OK)
    status = copy_file (&l);
  if (status == GOMP_OK)
    status = open_file (&l);
  if (status == GOMP_OK)
    status = connect (&l);
  free (l.copy);
  if (status != GOMP_OK)
    {
      close_image (l.image);
      gomp_error_context ("loading the device image of '%s' (%s)",
                          known (l.descriptor->name),
                          known (l.descriptor->compiler));
      return status;
    }
  *table = make_table (&l);
  *count
      = (int)(l.descriptor->function_count + l.descriptor->variable_count + 1);
  shared_device_add (d, l.image);
  return GOMP_OK;
}

enum gomp_status
shared_image_unload (struct shared_device *d, const void *descriptor)
{
  struct shared_image *image = shared_device_take (d, descriptor);
  if (image == NULL)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "an image to unload from device %d (x86emul) was "
                           "not loaded",
                           d->number);
  close_image (image);
  return GOMP_OK;
}

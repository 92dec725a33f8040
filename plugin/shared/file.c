/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loads the file of an image into this process; see file.h.  Owns nothing.

   An image is loaded once for each device, from a file of its own in memory, as
   the dynamic linker loads one file only once.  Its symbols are visible to
   itself alone: its functions are not to replace the program's.  What it lacks
   comes from the program's libraries, so malloc and free are the same for both
   sides.

   libgomp calls for one device at a time.  */

#include "file.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/elf.h"
#include "device.h"
#include "extent.h"
#include "os/channel.h"
#include "os/memory.h"

/* The library of a sanitizer must be there from the program's start.  */
static enum gomp_status
check_sanitizers (const char *copy, size_t size)
{
  static const char *const starts[]
      = { "__asan_init", "__tsan_init", "__lsan_init" };
  const struct gomp_elf elf = { .start = copy, .size = size };
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
store (struct shared_image *image, const char *name, const char *copy,
       size_t size)
{
  int r = os_shared_create (name, 0, &image->fd);
  if (r == 0)
    os_migrate_away (&image->fd);
  if (r == 0)
    r = os_write_file (image->fd, copy, size);
  return r == 0 ? GOMP_OK
                : gomp_error_errno (GOMP_ERR_SYSTEM, r, "cannot store it");
}

enum gomp_status
shared_file_open (struct shared_image *image, const char *name,
                  const char *copy, size_t size)
{
  char path[PATH_MAX];
  enum gomp_status status = check_sanitizers (copy, size);
  if (status == GOMP_OK)
    status = store (image, name, copy, size);
  if (status != GOMP_OK)
    return status;
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

void
shared_file_close (struct shared_image *image)
{
  if (image == NULL)
    return;
  if (image->handle != NULL)
    dlclose (image->handle);
  if (image->fd >= 0)
    os_close (&image->fd);
  free (image->entries);
  free (image);
}

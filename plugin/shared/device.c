/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices, and the images that each has; see device.h.

   libgomp calls for one device at a time when images come and go.  The lock
   protects the list from lookups meanwhile: names of regions are asked for by
   any thread.  */

#include "device.h"

#include <stdlib.h>

#include "base/diag.h"
#include "host/symbols.h"
#include "named_image.h"
#include "x86emul_image.h"

struct shared_device *shared_devices;
int shared_device_count;

bool
shared_devices_create (int count)
{
  shared_devices = calloc ((size_t)count, sizeof (*shared_devices));
  if (shared_devices == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
      return false;
    }
  for (int i = 0; i < count; i++)
    shared_devices[i].ordinal = shared_devices[i].number = i;
  shared_device_count = count;
  return true;
}

void
shared_device_add (struct shared_device *d, struct shared_image *image)
{
  gomp_mutex_lock (&d->lock);
  image->next = d->images;
  d->images = image;
  gomp_mutex_unlock (&d->lock);
}

struct shared_image *
shared_device_take (struct shared_device *d, const void *data)
{
  gomp_mutex_lock (&d->lock);
  struct shared_image **link = &d->images;
  while (*link != NULL && (*link)->descriptor != data && (*link)->named != data)
    link = &(*link)->next;
  struct shared_image *image = *link;
  if (image != NULL)
    *link = image->next;
  gomp_mutex_unlock (&d->lock);
  return image;
}

void
shared_device_forget (struct shared_device *d)
{
  gomp_mutex_lock (&d->lock);
  while (d->images != NULL)
    {
      struct shared_image *image = d->images;
      d->images = image->next;
      free (image->entries);
      free (image);
    }
  gomp_mutex_unlock (&d->lock);
}

static size_t
function_count (const struct shared_image *image)
{
  return image->named != NULL ? image->named->function_count
                              : image->descriptor->function_count;
}

static void
describe_function (const struct shared_image *image, size_t i,
                   const char **name, const char **source)
{
  if (image->named != NULL)
    {
      const struct named_function *f = &image->named->functions[i];
      *name = f->name;
      /* Acquire: pairs with the release in omptarget_learn_source.  */
      *source = atomic_load_explicit (&f->source, memory_order_acquire);
      return;
    }
  const struct x86emul_image_function *f = &image->descriptor->functions[i];
  *name = f->name != NULL ? f->name : "?";
  *source = f->source != NULL ? f->source : "";
}

static bool
find_function (const struct shared_image *image, uint64_t function,
               const char **name, const char **source)
{
  for (size_t i = 0; i < function_count (image); i++)
    if (image->functions[i] == function)
      {
        describe_function (image, i, name, source);
        return true;
      }
  return false;
}

bool
shared_device_function (struct shared_device *d, uint64_t function,
                        const char **name, const char **source)
{
  bool found = false;
  gomp_mutex_lock (&d->lock);
  for (const struct shared_image *i = d->images; i != NULL && !found;
       i = i->next)
    found = find_function (i, function, name, source);
  gomp_mutex_unlock (&d->lock);
  return found;
}

static void
write_symbol (struct gomp_strbuf *out, struct shared_device *d, uint64_t pc)
{
  gomp_mutex_lock (&d->lock);
  const struct shared_image *i = d->images;
  while (i != NULL && (pc < i->start || pc >= i->end))
    i = i->next;
  if (i != NULL)
    {
      const char *file
          = i->named != NULL ? i->named->start : i->descriptor->start;
      const char *end = i->named != NULL ? i->named->end : i->descriptor->end;
      x86emul_symbol_write (out, file, (size_t)(end - file), pc - i->bias);
    }
  gomp_mutex_unlock (&d->lock);
}

void
shared_device_symbol (struct gomp_strbuf *out, uint64_t pc)
{
  for (int n = 0; n < shared_device_count; n++)
    write_symbol (out, &shared_devices[n], pc);
}

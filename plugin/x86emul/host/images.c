/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The list of images that a device has; see images.h.

   images.lock protects the list from lookups while images come and go.  */

#include "host/images.h"

#include <stdlib.h>

#include "host/device.h"
#include "host/symbols.h"
#include "x86emul_image.h"

void
x86emul_images_add (struct x86emul_device *d,
                    struct x86emul_image_loaded *image,
                    const struct x86emul_range *range, const uint64_t *offset)
{
  gomp_mutex_lock (&d->images.lock);
  image->number = d->images.next++;
  for (uint32_t i = 0; i < image->extent_count; i++)
    image->extents[i] = x86emul_memory_add (d, &range[i], offset[i]);
  image->next = d->images.list;
  d->images.list = image;
  gomp_mutex_unlock (&d->images.lock);
}

struct x86emul_image_loaded *
x86emul_images_take (struct x86emul_device *d, const void *descriptor)
{
  gomp_mutex_lock (&d->images.lock);
  struct x86emul_image_loaded **link = &d->images.list;
  while (*link != NULL && (*link)->descriptor != descriptor)
    link = &(*link)->next;
  struct x86emul_image_loaded *image = *link;
  if (image != NULL)
    *link = image->next;
  gomp_mutex_unlock (&d->images.lock);
  return image;
}

void
x86emul_images_free (struct x86emul_image_loaded *image)
{
  free (image->functions);
  free (image);
}

void
x86emul_images_clear (struct x86emul_device *d)
{
  while (d->images.list != NULL)
    {
      struct x86emul_image_loaded *image = d->images.list;
      d->images.list = image->next;
      x86emul_images_free (image);
    }
}

static bool
find_function (const struct x86emul_image_loaded *image, uint64_t function,
               const char **name, const char **source)
{
  const struct x86emul_image *descriptor = image->descriptor;
  for (uint32_t i = 0; i < image->function_count; i++)
    if (image->functions[i] == function && i < descriptor->function_count)
      {
        const struct x86emul_image_function *f = &descriptor->functions[i];
        *name = f->name != NULL ? f->name : "?";
        *source = f->source != NULL ? f->source : "";
        return true;
      }
  return false;
}

bool
x86emul_images_function (struct x86emul_device *d, uint64_t function,
                         const char **name, const char **source)
{
  bool found = false;
  gomp_mutex_lock (&d->images.lock);
  const struct x86emul_image_loaded *image = d->images.list;
  for (; image != NULL && !found; image = image->next)
    found = find_function (image, function, name, source);
  gomp_mutex_unlock (&d->images.lock);
  return found;
}

void
x86emul_images_symbol (struct x86emul_device *d, uint64_t pc,
                       struct gomp_strbuf *out)
{
  gomp_mutex_lock (&d->images.lock);
  const struct x86emul_image_loaded *image = d->images.list;
  while (image != NULL && (pc < image->start || pc >= image->end))
    image = image->next;
  if (image != NULL)
    x86emul_symbol_write (out, image->file, image->file_size, pc - image->bias);
  gomp_mutex_unlock (&d->images.lock);
}

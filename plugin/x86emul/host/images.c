/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The list of images that a device has; see images.h.

   images.lock protects the list from lookups while images come and go.  */

#include "host/images.h"

#include <stdlib.h>

#include "host/device.h"
#include "host/symbols.h"
#include "named_image.h"
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
x86emul_images_take (struct x86emul_device *d, const void *data)
{
  gomp_mutex_lock (&d->images.lock);
  struct x86emul_image_loaded **link = &d->images.list;
  while (*link != NULL && (*link)->descriptor != data && (*link)->named != data)
    link = &(*link)->next;
  struct x86emul_image_loaded *image = *link;
  if (image != NULL)
    *link = image->next;
  x86emul_gangs_forget (d);
  gomp_mutex_unlock (&d->images.lock);
  return image;
}

void
x86emul_images_free (struct x86emul_image_loaded *image)
{
  free (image->functions);
  free (image->copy);
  free (image);
}

void
x86emul_images_clear (struct x86emul_device *d)
{
  x86emul_gangs_forget (d);
  while (d->images.list != NULL)
    {
      struct x86emul_image_loaded *image = d->images.list;
      d->images.list = image->next;
      x86emul_images_free (image);
    }
}

/* The image with FUNCTION, a region's address, and its index there; NULL: there
   is none.  With images.lock held.  */
static const struct x86emul_image_loaded *
find_function (struct x86emul_device *d, uint64_t function, uint32_t *index)
{
  for (const struct x86emul_image_loaded *image = d->images.list; image != NULL;
       image = image->next)
    for (uint32_t i = 0; i < image->function_count; i++)
      if (image->functions[i] == function
          && (image->named != NULL || i < image->descriptor->function_count))
        {
          *index = i;
          return image;
        }
  return NULL;
}

bool
x86emul_images_function (struct x86emul_device *d, uint64_t function,
                         const char **name, const char **source)
{
  uint32_t i;
  gomp_mutex_lock (&d->images.lock);
  const struct x86emul_image_loaded *image = find_function (d, function, &i);
  if (image != NULL && image->named != NULL)
    {
      const struct named_function *f = &image->named->functions[i];
      *name = f->name;
      /* Acquire: pairs with the release of the library that learns it.  */
      *source = atomic_load_explicit (&f->source, memory_order_acquire);
    }
  else if (image != NULL)
    {
      const struct x86emul_image_function *f = &image->descriptor->functions[i];
      *name = f->name != NULL ? f->name : "?";
      *source = f->source != NULL ? f->source : "";
    }
  gomp_mutex_unlock (&d->images.lock);
  return image != NULL;
}

unsigned
x86emul_images_gangs (struct x86emul_device *d, uint64_t function)
{
  uint32_t i;
  gomp_mutex_lock (&d->images.lock);
  const struct x86emul_image_loaded *image = find_function (d, function, &i);
  const struct x86emul_image *descriptor
      = image == NULL ? NULL : image->descriptor;
  bool has_gangs
      = descriptor != NULL && descriptor->size >= sizeof (*descriptor);
  unsigned gangs = has_gangs ? descriptor->gangs[i] : 0;
  gomp_mutex_unlock (&d->images.lock);
  return gangs;
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

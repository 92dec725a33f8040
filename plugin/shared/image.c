/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loading images into this process; see image.h.  Owns nothing.

   libgomp calls for one device at a time.  */

#include "image.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "file.h"
#include "host/image.h"
#include "named.h"
#include "named_image.h"
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
  return shared_variables_bind (l->copy, l->size, d, l->hosts);
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

static const char *
known (const char *name)
{
  return name != NULL ? name : "?";
}

/* IMAGE could not be loaded.  */
static enum gomp_status
give_up (struct shared_image *image, const char *name, const char *compiler,
         enum gomp_status status)
{
  shared_file_close (image);
  gomp_error_context ("loading the device image of '%s' (%s)", known (name),
                      known (compiler));
  return status;
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
    status = shared_file_open (l.image, l.descriptor->name, l.copy, l.size);
  if (status == GOMP_OK)
    status = connect (&l);
  free (l.copy);
  if (status != GOMP_OK)
    return give_up (l.image, l.descriptor->name, l.descriptor->compiler,
                    status);
  *table = make_table (&l);
  *count
      = (int)(l.descriptor->function_count + l.descriptor->variable_count + 1);
  shared_device_add (d, l.image);
  return GOMP_OK;
}

enum gomp_status
shared_image_load_named (struct shared_device *d,
                         const struct named_image *named,
                         struct addr_pair **table, int *count)
{
  struct shared_image *image = calloc (1, sizeof (*image));
  if (image == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  image->fd = -1;
  image->named = named;
  enum gomp_status status
      = shared_named_load (image, d->variables, table, count);
  if (status != GOMP_OK)
    return give_up (image, named->name, named->compiler, status);
  shared_device_add (d, image);
  return GOMP_OK;
}

enum gomp_status
shared_image_unload (struct shared_device *d, const void *data)
{
  struct shared_image *image = shared_device_take (d, data);
  if (image == NULL)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "an image to unload from device %d (x86emul) was "
                           "not loaded",
                           d->number);
  shared_named_end (image);
  shared_file_close (image);
  return GOMP_OK;
}

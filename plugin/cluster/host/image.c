/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sends images to the nodes that do not have them.  A device's lock guards its
   list, and is not held during a request.  */

#include "host/image.h"

#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "remote.h"
#include "secret.h"
#include "x86emul_image.h"

struct cluster_image
{
  struct cluster_image *next;             /* of the device's */
  const struct x86emul_image *descriptor; /* the program's */
  uint64_t *functions; /* device addresses; function_count of them */
};

/* Text that grows; malloced.  */
struct blob
{
  char *bytes;
  size_t size;
  size_t room;
};

static void
append (struct blob *b, const void *bytes, size_t size)
{
  if (size > b->room - b->size)
    {
      b->room = 2 * (b->room + size);
      b->bytes = GOMP_PLUGIN_realloc (b->bytes, b->room);
    }
  if (size > 0)
    memcpy (b->bytes + b->size, bytes, size);
  b->size += size;
}

static void
append_string (struct blob *b, const char *text)
{
  text = text != NULL ? text : "";
  append (b, text, strlen (text) + 1);
}

static bool
has_gangs (const struct x86emul_image *image)
{
  return image->size >= sizeof (*image) && image->gangs != NULL;
}

static void
describe (struct cluster_device *d, unsigned version,
          const struct x86emul_image *image, struct blob *b)
{
  size_t size = (size_t)((const char *)image->end - (const char *)image->start);
  struct cluster_load load = { .descriptor = (uintptr_t)image,
                               .checksum = image->checksum,
                               .size = size,
                               .version = version,
                               .format = image->format,
                               .function_count = image->function_count,
                               .variable_count = image->variable_count,
                               .indirect_count = (uint32_t)d->indirect_count,
                               .is_private = x86emul_image_is_private (image),
                               .has_gangs = has_gangs (image) };
  struct cluster_sha256 s;
  cluster_sha256_begin (&s);
  cluster_sha256_add (&s, image->start, size);
  cluster_sha256_end (&s, load.hash);
  append (b, &load, sizeof (load));
  append (b, d->indirect, d->indirect_count * sizeof (uint64_t));
  append_string (b, image->name);
  append_string (b, image->compiler);
  for (uint32_t i = 0; i < image->function_count; i++)
    {
      append_string (b, image->functions[i].name);
      append_string (b, image->functions[i].source);
    }
  for (uint32_t i = 0; i < image->variable_count; i++)
    append_string (b, image->variables[i]);
  if (has_gangs (image))
    append (b, image->gangs, image->function_count * sizeof (uint32_t));
}

/* Send LOAD, and IMAGE if the node needs it.  */
static enum gomp_status
ask (struct cluster_device *d, const struct x86emul_image *image,
     const struct blob *b, struct cluster_request **answer)
{
  const struct cluster_bytes part[]
      = { { b->bytes, b->size },
          { image->start,
            (size_t)((const char *)image->end - (const char *)image->start) } };
  struct cluster_call call = {
    .type = CLUSTER_LOAD, .node = d->node, .device = d, .part = part, .count = 1
  };
  enum gomp_status status = cluster_request (&call, answer);
  if (status != GOMP_OK || (*answer)->type != CLUSTER_NEED)
    return status;
  cluster_request_drop (d->node, *answer);
  call.type = CLUSTER_IMAGE;
  call.count = 2;
  return cluster_request (&call, answer);
}

static enum gomp_status
remember (struct cluster_device *d, const struct x86emul_image *image,
          const struct cluster_range *range)
{
  struct cluster_image *i = calloc (1, sizeof (*i));
  uint64_t *functions = calloc (image->function_count + 1, sizeof (*functions));
  if (i == NULL || functions == NULL)
    {
      free (i);
      free (functions);
      return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
    }
  for (uint32_t f = 0; f < image->function_count; f++)
    functions[f] = range[f].start;
  i->descriptor = image;
  i->functions = functions;
  gomp_mutex_lock (&d->lock);
  i->next = d->images;
  d->images = i;
  gomp_mutex_unlock (&d->lock);
  return GOMP_OK;
}

static enum gomp_status
take_loaded (struct cluster_device *d, const struct x86emul_image *image,
             const struct cluster_request *r, struct addr_pair **table,
             int *count)
{
  const struct cluster_loaded *l = (const struct cluster_loaded *)r->payload;
  const struct cluster_range *range = (const struct cluster_range *)(l + 1);
  uint64_t expected
      = (uint64_t)image->function_count + image->variable_count + 1;
  if (r->type != CLUSTER_LOADED || r->size < sizeof (*l) || l->count != expected
      || r->size - sizeof (*l) != l->count * sizeof (*range))
    return gomp_error_set (GOMP_ERR_DEVICE, "%s sent a malformed table",
                           d->label);
  enum gomp_status status = remember (d, image, range);
  if (status != GOMP_OK)
    return status;
  struct addr_pair *t = GOMP_PLUGIN_malloc (l->count * sizeof (*t));
  for (uint32_t i = 0; i < l->count; i++)
    t[i] = (struct addr_pair){ range[i].start, range[i].start + range[i].size };
  *table = t;
  *count = (int)l->count;
  return GOMP_OK;
}

enum gomp_status
cluster_image_load (struct cluster_device *d, unsigned version,
                    const void *data, struct addr_pair **table, int *count)
{
  const struct x86emul_image *image = data;
  enum gomp_status status = x86emul_image_check (version, image);
  if (status != GOMP_OK)
    return status;
  struct blob b = { .bytes = NULL };
  struct cluster_request *r;
  describe (d, version, image, &b);
  status = ask (d, image, &b, &r);
  free (b.bytes);
  if (status != GOMP_OK)
    return status;
  status = take_loaded (d, image, r, table, count);
  cluster_request_drop (d->node, r);
  x86emul_output_find_fortran (NULL);
  return status;
}

enum gomp_status
cluster_image_unload (struct cluster_device *d, const void *data)
{
  gomp_mutex_lock (&d->lock);
  struct cluster_image **link = &d->images;
  while (*link != NULL && (*link)->descriptor != data)
    link = &(*link)->next;
  struct cluster_image *image = *link;
  if (image != NULL)
    *link = image->next;
  gomp_mutex_unlock (&d->lock);
  if (image == NULL)
    return gomp_error_set (
        GOMP_ERR_IMAGE, "an image to unload from %s was not loaded", d->label);
  const struct cluster_unload unload = { .descriptor = (uintptr_t)data };
  const struct cluster_bytes part = { &unload, sizeof (unload) };
  const struct cluster_call call = { .type = CLUSTER_UNLOAD,
                                     .node = d->node,
                                     .device = d,
                                     .part = &part,
                                     .count = 1 };
  struct cluster_request *r;
  enum gomp_status status = cluster_request (&call, &r);
  if (status == GOMP_OK)
    cluster_request_drop (d->node, r);
  free (image->functions);
  free (image);
  return status;
}

bool
cluster_image_has_variables (struct cluster_device *d)
{
  bool has = false;
  gomp_mutex_lock (&d->lock);
  for (const struct cluster_image *i = d->images; i != NULL; i = i->next)
    has |= i->descriptor->variable_count > 0;
  gomp_mutex_unlock (&d->lock);
  return has;
}

bool
cluster_image_function (struct cluster_device *d, uint64_t function,
                        const char **name, const char **source)
{
  bool found = false;
  gomp_mutex_lock (&d->lock);
  for (const struct cluster_image *i = d->images; i != NULL && !found;
       i = i->next)
    for (uint32_t f = 0; f < i->descriptor->function_count && !found; f++)
      if (i->functions[f] == function)
        {
          const struct x86emul_image_function *e = &i->descriptor->functions[f];
          *name = e->name != NULL ? e->name : "?";
          *source = e->source != NULL ? e->source : "";
          found = true;
        }
  gomp_mutex_unlock (&d->lock);
  return found;
}

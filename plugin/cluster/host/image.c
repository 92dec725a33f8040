/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sends images to the nodes that do not have them.  A device's lock guards its
   list, and is not held during a request.  */

#include "host/image.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "host/named.h"
#include "named_image.h"
#include "output.h"
#include "remote.h"
#include "secret.h"
#include "x86emul_image.h"

/* What the program has registered: one of the two pointers is not null.  */
struct registered
{
  const struct x86emul_image *image;
  const struct named_image *named;
};

struct cluster_image
{
  struct cluster_image *next;  /* of the device's */
  struct registered from;      /* the program's */
  struct cluster_range *entry; /* where its functions are on the device, its
                                  variables, and one more; malloced */
  uint32_t function_count;
  uint32_t variable_count;
};

/* An image that is being sent.  */
struct sending
{
  struct registered from;
  struct x86emul_named_lists lists; /* of a named one */
  const void *start;                /* the image's bytes */
  struct cluster_load load;
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
describe_image (struct cluster_device *d, unsigned version, struct sending *s)
{
  const struct x86emul_image *image = s->from.image;
  bool checked = d->checker.is_on && x86emul_image_has_checked (image);
  s->start = checked ? image->checked_start : image->start;
  const char *end = checked ? image->checked_end : image->end;
  s->load
      = (struct cluster_load){ .descriptor = (uintptr_t)image,
                               .checksum = checked ? image->checked_checksum
                                                   : image->checksum,
                               .is_checked = checked,
                               .size = (uint64_t)(end - (const char *)s->start),
                               .version = version,
                               .format = image->format,
                               .function_count = image->function_count,
                               .variable_count = image->variable_count,
                               .indirect_count = (uint32_t)d->indirect_count,
                               .is_private = x86emul_image_is_private (image),
                               .has_gangs = has_gangs (image) };
}

/* The node has the libraries elsewhere.  */
static enum gomp_status
describe_named (struct sending *s)
{
  const struct named_image *named = s->from.named;
  const char *libraries[named->library_count + 1];
  struct named_image sent = *named;
  for (size_t i = 0; i < named->library_count; i++)
    libraries[i] = basename (named->libraries[i]);
  sent.libraries = libraries;
  enum gomp_status status = x86emul_named_find (&sent, &s->lists);
  s->start = s->lists.copy;
  s->load = (struct cluster_load){
    .descriptor = (uintptr_t)named,
    .size = (uint64_t)((const char *)named->end - (const char *)named->start),
    .function_count = (uint32_t)named->function_count,
    .variable_count = (uint32_t)named->variable_count,
    .list_size = (uint32_t)s->lists.size
  };
  return status;
}

static void
function_names (const struct registered *from, uint32_t i, const char **name,
                const char **source)
{
  if (from->image != NULL)
    {
      *name = from->image->functions[i].name;
      *source = from->image->functions[i].source;
      return;
    }
  *name = from->named->functions[i].name;
  /* Acquire: pairs with the release of the library that learns it.  */
  *source = atomic_load_explicit (&from->named->functions[i].source,
                                  memory_order_acquire);
}

/* What LOAD says of S.  */
static void
write_load (struct cluster_device *d, struct sending *s, struct blob *b)
{
  const struct x86emul_image *image = s->from.image;
  struct cluster_sha256 sum;
  cluster_sha256_begin (&sum);
  cluster_sha256_add (&sum, s->start, s->load.size);
  cluster_sha256_end (&sum, s->load.hash);
  append (b, &s->load, sizeof (s->load));
  append (b, d->indirect, s->load.indirect_count * sizeof (uint64_t));
  append_string (b, image != NULL ? image->name : s->from.named->name);
  append_string (b, image != NULL ? image->compiler : s->from.named->compiler);
  for (uint32_t i = 0; i < s->load.function_count; i++)
    {
      const char *name, *source;
      function_names (&s->from, i, &name, &source);
      append_string (b, name);
      append_string (b, source);
    }
  for (uint32_t i = 0; i < s->load.variable_count; i++)
    append_string (b, image != NULL ? image->variables[i]
                                    : s->from.named->variables[i].symbol);
  if (s->load.has_gangs != 0)
    append (b, image->gangs, s->load.function_count * sizeof (uint32_t));
  append (b, s->lists.bytes, s->load.list_size);
}

/* Send LOAD, and IMAGE if the node needs it.  */
static enum gomp_status
ask (struct cluster_device *d, const struct sending *s, const struct blob *b,
     struct cluster_request **answer)
{
  const struct cluster_bytes part[]
      = { { b->bytes, b->size }, { s->start, s->load.size } };
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
remember (struct cluster_device *d, const struct sending *s,
          const struct cluster_range *range)
{
  uint32_t count = s->load.function_count;
  size_t entries = (size_t)count + s->load.variable_count + 1;
  struct cluster_image *i = calloc (1, sizeof (*i));
  struct cluster_range *entry = calloc (entries, sizeof (*entry));
  if (i == NULL || entry == NULL)
    {
      free (i);
      free (entry);
      return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
    }
  memcpy (entry, range, entries * sizeof (*entry));
  i->from = s->from;
  i->entry = entry;
  i->function_count = count;
  i->variable_count = s->load.variable_count;
  gomp_mutex_lock (&d->lock);
  i->next = d->images;
  d->images = i;
  gomp_mutex_unlock (&d->lock);
  cluster_check_loaded (d, entry + count, entries - count,
                        s->load.is_checked != 0);
  return GOMP_OK;
}

static enum gomp_status
take_loaded (struct cluster_device *d, const struct sending *s,
             const struct cluster_request *r, struct addr_pair **table,
             int *count)
{
  const struct cluster_loaded *l = (const struct cluster_loaded *)r->payload;
  const struct cluster_range *range = (const struct cluster_range *)(l + 1);
  uint64_t expected
      = (uint64_t)s->load.function_count + s->load.variable_count + 1;
  if (r->type != CLUSTER_LOADED || r->size < sizeof (*l) || l->count != expected
      || r->size - sizeof (*l) != l->count * sizeof (*range))
    return gomp_error_set (GOMP_ERR_DEVICE, "%s sent a malformed table",
                           d->label);
  enum gomp_status status = remember (d, s, range);
  if (status != GOMP_OK)
    return status;
  struct addr_pair *t = GOMP_PLUGIN_malloc (l->count * sizeof (*t));
  for (uint32_t i = 0; i < l->count; i++)
    t[i] = (struct addr_pair){ range[i].start, range[i].start + range[i].size };
  *table = t;
  *count = (int)l->count;
  return GOMP_OK;
}

static enum gomp_status
send_image (struct cluster_device *d, struct sending *s,
            struct addr_pair **table, int *count)
{
  struct blob b = { .bytes = NULL };
  struct cluster_request *r;
  write_load (d, s, &b);
  enum gomp_status status = ask (d, s, &b, &r);
  free (b.bytes);
  if (status != GOMP_OK)
    return status;
  status = take_loaded (d, s, r, table, count);
  cluster_request_drop (d->node, r);
  x86emul_output_find_fortran (NULL);
  return status;
}

enum gomp_status
cluster_image_load (struct cluster_device *d, unsigned version,
                    const void *data, struct addr_pair **table, int *count)
{
  struct sending s = { .from.image = data };
  enum gomp_status status = x86emul_image_check (version, data);
  if (status != GOMP_OK)
    return status;
  describe_image (d, version, &s);
  return send_image (d, &s, table, count);
}

enum gomp_status
cluster_image_load_named (struct cluster_device *d,
                          const struct named_image *named,
                          struct addr_pair **table, int *count)
{
  struct sending s = { .from.named = named };
  enum gomp_status status = describe_named (&s);
  if (status == GOMP_OK)
    status = send_image (d, &s, table, count);
  free (s.lists.copy);
  free (s.lists.bytes);
  return status;
}

static inline bool
is_from (const struct cluster_image *image, const void *data)
{
  return image->from.image == data || image->from.named == data;
}

enum gomp_status
cluster_image_unload (struct cluster_device *d, const void *data)
{
  gomp_mutex_lock (&d->lock);
  struct cluster_image **link = &d->images;
  while (*link != NULL && !is_from (*link, data))
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
  cluster_check_unloaded (d, image->entry + image->function_count,
                          (size_t)image->variable_count + 1);
  free (image->entry);
  free (image);
  return status;
}

bool
cluster_image_has_variables (struct cluster_device *d)
{
  bool has = false;
  gomp_mutex_lock (&d->lock);
  for (const struct cluster_image *i = d->images; i != NULL; i = i->next)
    has |= i->variable_count > 0;
  gomp_mutex_unlock (&d->lock);
  return has;
}

unsigned
cluster_image_gangs (struct cluster_device *d, uint64_t function)
{
  unsigned gangs = 0;
  gomp_mutex_lock (&d->lock);
  for (const struct cluster_image *i = d->images; i != NULL; i = i->next)
    for (uint32_t f = 0; f < i->function_count; f++)
      if (i->entry[f].start == function && i->from.image != NULL
          && has_gangs (i->from.image))
        gangs = i->from.image->gangs[f];
  gomp_mutex_unlock (&d->lock);
  return gangs;
}

bool
cluster_image_function (struct cluster_device *d, uint64_t function,
                        const char **name, const char **source)
{
  bool found = false;
  gomp_mutex_lock (&d->lock);
  for (const struct cluster_image *i = d->images; i != NULL && !found;
       i = i->next)
    for (uint32_t f = 0; f < i->function_count && !found; f++)
      if (i->entry[f].start == function)
        {
          function_names (&i->from, f, name, source);
          *name = *name != NULL ? *name : "?";
          *source = *source != NULL ? *source : "";
          found = true;
        }
  gomp_mutex_unlock (&d->lock);
  return found;
}

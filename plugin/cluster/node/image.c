/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images on the node: kept by their contents, and loaded on devices.

   Owns the list of contents and the lists of loaded images, under `lock'.  An
   image stays for the server's life: devices load it one after the other.  */

#include "host/image.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "host/named.h"
#include "named_image.h"
#include "secret.h"
#include "server.h"
#include "x86emul_image.h"

/* The bytes of an image.  */
struct contents
{
  struct contents *next;
  uint8_t hash[32];
  uint64_t size;
  char bytes[];
};

/* An image that a device has loaded, or is loading: a descriptor as the program
   has it.  */
struct node_image
{
  struct node_image *next; /* of the device's */
  uint64_t number;         /* by which UNLOAD names it */
  struct x86emul_image descriptor;
  struct named_image named; /* in its place if the image has no table */
  char *payload;            /* of LOAD, with the strings; malloced */
  const char **variables;   /* malloced, as the next two */
  struct x86emul_image_function *functions;
  struct named_function *named_functions;
  uint32_t *gangs;
  void **indirect;                  /* addresses of the host; malloced */
  struct x86emul_named_lists lists; /* until it is loaded */
};

static struct gomp_mutex lock;
static struct contents *all;

static struct contents *
find_contents (const uint8_t hash[32])
{
  gomp_mutex_lock (&lock);
  struct contents *c = all;
  while (c != NULL && memcmp (c->hash, hash, sizeof (c->hash)) != 0)
    c = c->next;
  gomp_mutex_unlock (&lock);
  return c;
}

static struct contents *
no_contents (enum gomp_status kind, const char *text)
{
  gomp_error_set (kind, "%s", text);
  return NULL;
}

/* Keep C, whose bytes are there, if it is what LOAD says.  */
static bool
keep (const struct cluster_load *load, struct contents *c)
{
  struct cluster_sha256 s;
  c->size = load->size;
  cluster_sha256_begin (&s);
  cluster_sha256_add (&s, c->bytes, load->size);
  cluster_sha256_end (&s, c->hash);
  if (memcmp (c->hash, load->hash, sizeof (c->hash)) != 0)
    return false;
  gomp_mutex_lock (&lock);
  c->next = all;
  all = c;
  gomp_mutex_unlock (&lock);
  return true;
}

/* Keep SIZE bytes, which have come; NULL: recorded.  */
static struct contents *
take_contents (const struct cluster_load *load, const char *bytes, size_t size)
{
  static const char damaged[] = "a device image is damaged: its bytes are not "
                                "those that were announced";
  if (size != load->size)
    return no_contents (GOMP_ERR_IMAGE, damaged);
  struct contents *c = malloc (sizeof (*c) + size);
  if (c == NULL)
    return no_contents (GOMP_ERR_NOMEM, "out of memory for a device image");
  memcpy (c->bytes, bytes, size);
  if (!keep (load, c))
    {
      free (c);
      return no_contents (GOMP_ERR_IMAGE, damaged);
    }
  node_cache_write (c->hash, c->bytes, size);
  return c;
}

/* What an earlier run has left; NULL: nothing of use.  */
static struct contents *
read_contents (const struct cluster_load *load)
{
  if (load->size > CLUSTER_IMAGE_MAX)
    return NULL;
  struct contents *c = malloc (sizeof (*c) + load->size);
  if (c != NULL && node_cache_read (load->hash, c->bytes, load->size))
    {
      if (keep (load, c))
        return c;
      node_cache_remove (load->hash);
    }
  free (c);
  return NULL;
}

static void
free_image (struct node_image *image)
{
  free (image->payload);
  free (image->variables);
  free (image->functions);
  free (image->named_functions);
  free (image->gangs);
  free (image->indirect);
  free (image->lists.copy);
  free (image->lists.bytes);
  free (image);
}

/* The payload of LOAD while it is decoded.  */
struct reader
{
  const char *at;
  const char *end;
};

/* The next string; NULL: there is none.  */
static const char *
next_string (struct reader *r)
{
  const char *text = r->at;
  const char *nul = memchr (text, '\0', (size_t)(r->end - text));
  if (nul == NULL)
    return NULL;
  r->at = nul + 1;
  return text;
}

static bool
take_names (struct node_image *image, const struct cluster_load *load,
            struct reader *r)
{
  struct x86emul_image *d = &image->descriptor;
  d->name = next_string (r);
  d->compiler = d->name != NULL ? next_string (r) : NULL;
  bool ok = d->compiler != NULL;
  for (uint32_t i = 0; i < load->function_count && ok; i++)
    {
      image->functions[i].name = next_string (r);
      ok = image->functions[i].name != NULL;
      image->functions[i].source = ok ? next_string (r) : NULL;
      ok = image->functions[i].source != NULL;
    }
  for (uint32_t i = 0; i < load->variable_count && ok; i++)
    {
      image->variables[i] = next_string (r);
      ok = image->variables[i] != NULL;
    }
  return ok;
}

static bool
take_gangs (struct node_image *image, const struct cluster_load *load,
            struct reader *r)
{
  size_t size = load->function_count * sizeof (uint32_t);
  if (load->has_gangs == 0)
    return true;
  if ((size_t)(r->end - r->at) < size)
    return false;
  memcpy (image->gangs, r->at, size);
  r->at += size;
  image->descriptor.gangs = image->gangs;
  return true;
}

/* The host's addresses of the functions that regions call through them.  */
static bool
take_indirect (struct node_image *image, const struct cluster_load *load,
               struct reader *r)
{
  size_t size = load->indirect_count * sizeof (uint64_t);
  if ((size_t)(r->end - r->at) < size)
    return false;
  memcpy (image->indirect, r->at, size);
  r->at += size;
  return true;
}

static bool
take_lists (struct node_image *image, const struct cluster_load *load,
            struct reader *r)
{
  if (load->list_size == 0)
    return true;
  if ((size_t)(r->end - r->at) < load->list_size
      || !node_named_lists (load, r->at, &image->lists))
    return false;
  r->at += load->list_size;
  return true;
}

/* Decode [PAYLOAD, PAYLOAD + SIZE), which the image owns from now on.  BYTES:
   what follows the strings.  NULL: it makes no sense, or memory is
   exhausted.  */
static struct node_image *
decode (char *payload, uint64_t size, struct reader *bytes)
{
  const struct cluster_load *load = (const struct cluster_load *)payload;
  struct node_image *image = calloc (1, sizeof (*image));
  if (image == NULL)
    {
      free (payload);
      return NULL;
    }
  image->payload = payload;
  image->number = load->descriptor;
  uint64_t most = size / 2;
  if (load->function_count > most || load->variable_count > most
      || load->indirect_count > most)
    goto malformed;
  image->functions
      = calloc (load->function_count + 1, sizeof (*image->functions));
  image->variables
      = calloc (load->variable_count + 1, sizeof (*image->variables));
  image->named_functions
      = calloc (load->function_count + 1, sizeof (*image->named_functions));
  image->gangs = calloc (load->function_count + 1, sizeof (*image->gangs));
  image->indirect = calloc (load->indirect_count + 1, sizeof (uint64_t));
  struct reader r = { payload + sizeof (*load), payload + size };
  if (image->functions == NULL || image->variables == NULL
      || image->named_functions == NULL || image->gangs == NULL
      || image->indirect == NULL || !take_indirect (image, load, &r)
      || !take_names (image, load, &r) || !take_gangs (image, load, &r)
      || !take_lists (image, load, &r))
    goto malformed;
  *bytes = r;
  return image;

malformed:
  free_image (image);
  return NULL;
}

static void
describe (struct node_image *image, const struct cluster_load *load,
          const struct contents *c)
{
  struct x86emul_image *d = &image->descriptor;
  d->magic = X86EMUL_IMAGE_MAGIC;
  d->format = load->format;
  d->size = load->has_gangs || load->is_checked ? sizeof (*d)
                                                : X86EMUL_IMAGE_SIZE_MIN;
  d->start = c->bytes;
  d->end = c->bytes + c->size;
  d->checksum = load->checksum;
  if (load->is_checked != 0)
    {
      d->checked_start = c->bytes;
      d->checked_end = c->bytes + c->size;
      d->checked_checksum = load->checksum;
    }
  d->function_count = load->function_count;
  d->variable_count = load->variable_count;
  d->functions = image->functions;
  d->variables = image->variables;
}

/* The same for an image without a table, of which there is a copy then.  */
static bool
describe_named (struct node_image *image, const struct cluster_load *load,
                const struct contents *c)
{
  image->lists.copy = malloc (c->size);
  if (image->lists.copy == NULL)
    return false;
  memcpy (image->lists.copy, c->bytes, c->size);
  for (uint32_t i = 0; i < load->function_count; i++)
    {
      image->named_functions[i].name = image->functions[i].name;
      atomic_init (&image->named_functions[i].source,
                   image->functions[i].source);
    }
  image->named = (struct named_image){ .start = c->bytes,
                                       .end = c->bytes + c->size,
                                       .name = image->descriptor.name,
                                       .compiler = image->descriptor.compiler,
                                       .functions = image->named_functions,
                                       .function_count = load->function_count,
                                       .variable_count = load->variable_count };
  return true;
}

/* What the device knows IMAGE by.  */
static const void *
registered (const struct node_image *image)
{
  return image->named.start != NULL ? (const void *)&image->named
                                    : &image->descriptor;
}

static enum gomp_status
load_on (struct node_device *d, struct node_image *image,
         struct addr_pair **table, int *count)
{
  const struct cluster_load *load = (const struct cluster_load *)image->payload;
  if (image->named.start != NULL)
    {
      struct x86emul_named_lists lists = image->lists;
      image->lists = (struct x86emul_named_lists){ .size = 0 };
      return x86emul_image_load_lists (d->d, &image->named, &lists, table,
                                       count);
    }
  d->d->images.indirect = (void *const *)image->indirect;
  d->d->images.indirect_count = load->indirect_count;
  enum gomp_status status
      = x86emul_image_check (load->version, &image->descriptor);
  return status != GOMP_OK
             ? status
             : x86emul_image_load_as (d->d, &image->descriptor,
                                      load->is_private != 0, table, count);
}

static void
answer_loaded (struct node_server *s, const struct node_job *job,
               const struct addr_pair *table, int count)
{
  struct cluster_loaded loaded = { .count = (uint32_t)count };
  struct cluster_range *range = calloc ((size_t)count + 1, sizeof (*range));
  if (range == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
      node_refuse (s, job, NULL);
      return;
    }
  for (int i = 0; i < count; i++)
    range[i] = (struct cluster_range){ table[i].start,
                                       table[i].end - table[i].start };
  const struct cluster_bytes part[]
      = { { &loaded, sizeof (loaded) },
          { range, (size_t)count * sizeof (*range) } };
  node_answer (s, job, CLUSTER_LOADED, part, 2);
  free (range);
}

/* Load IMAGE, which belongs to D if that works, and answer.  */
static void
load_image (struct node_server *s, const struct node_job *job,
            struct node_device *d, struct node_image *image)
{
  struct addr_pair *table = NULL;
  int count = 0;
  if (load_on (d, image, &table, &count) != GOMP_OK)
    {
      free_image (image);
      node_refuse (s, job, d);
      return;
    }
  gomp_mutex_lock (&lock);
  image->next = d->images;
  d->images = image;
  gomp_mutex_unlock (&lock);
  answer_loaded (s, job, table, count);
  free (table);
}

/* LOAD, or IMAGE with the bytes behind it.  */
void
node_run_load (struct node_server *s, const struct node_job *job)
{
  struct node_device *d = node_device_at (s, job->head.device);
  struct node_image *image = NULL;
  struct reader r;
  char *copy = NULL;
  if (d != NULL && job->head.size >= sizeof (struct cluster_load))
    copy = malloc (job->head.size + 1);
  if (copy != NULL)
    {
      memcpy (copy, job->payload, job->head.size);
      image = decode (copy, job->head.size, &r);
    }
  if (image == NULL)
    {
      gomp_error_set (GOMP_ERR_INVALID, "a message to the node makes no sense");
      node_refuse (s, job, NULL);
      return;
    }
  const struct cluster_load *load = (const struct cluster_load *)copy;
  struct contents *c = find_contents (load->hash);
  bool comes = job->head.type == CLUSTER_IMAGE;
  if (c == NULL)
    c = comes ? take_contents (load, r.at, (size_t)(r.end - r.at))
              : read_contents (load);
  bool complete = c != NULL;
  if (complete && load->list_size == 0)
    describe (image, load, c);
  else if (complete && !describe_named (image, load, c))
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory for a device image");
      free_image (image);
      node_refuse (s, job, NULL);
      return;
    }
  if (complete)
    {
      load_image (s, job, d, image);
      return;
    }
  free_image (image);
  if (!comes)
    node_answer (s, job, CLUSTER_NEED, NULL, 0);
  else
    node_refuse (s, job, NULL);
}

void
node_images_clear (struct node_device *d)
{
  gomp_mutex_lock (&lock);
  struct node_image *image = d->images, *next;
  d->images = NULL;
  gomp_mutex_unlock (&lock);
  for (; image != NULL; image = next)
    {
      next = image->next;
      free_image (image);
    }
}

void
node_run_unload (struct node_server *s, const struct node_job *job)
{
  struct node_device *d = node_device_at (s, job->head.device);
  const struct cluster_unload *u = (const struct cluster_unload *)job->payload;
  struct node_image *image = NULL;
  if (d != NULL && job->head.size == sizeof (*u))
    {
      gomp_mutex_lock (&lock);
      struct node_image **link = &d->images;
      while (*link != NULL && (*link)->number != u->descriptor)
        link = &(*link)->next;
      image = *link;
      if (image != NULL)
        *link = image->next;
      gomp_mutex_unlock (&lock);
    }
  if (image == NULL)
    {
      gomp_error_set (GOMP_ERR_IMAGE, "an image to unload was not loaded");
      node_refuse (s, job, NULL);
      return;
    }
  bool ok = x86emul_image_unload (d->d, registered (image)) == GOMP_OK;
  free_image (image);
  if (ok)
    node_answer (s, job, CLUSTER_UNLOADED, NULL, 0);
  else
    node_refuse (s, job, d);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loading and unloading images; see image.h.

   The host passes an image as shared memory.  The device process loads it by a
   name under /proc, which a debugger can open, too.  The pages that hold the
   image's variables are replaced by pages of the arena: the device says which,
   the host allocates.

   libgomp serialises calls for each device.  images.lock protects the list and
   the extents from concurrent lookups, and is not held during a request.  */

#include "host/image.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/device.h"
#include "host/images.h"
#include "host/named.h"
#include "host/transport.h"
#include "named_image.h"
#include "os/channel.h"
#include "os/memory.h"
#include "output.h"
#include "x86emul_image.h"

/* An image that is being loaded.  */
struct loading
{
  struct x86emul_device *d;          /* the device */
  const struct x86emul_image *image; /* its descriptor; NULL: NAMED */
  const struct named_image *named;   /* what it is without a descriptor */
  struct x86emul_named_lists lists;  /* its entries */
  struct x86emul_load request;       /* what the device is asked */
  const char *name;                  /* for messages */
  const char *compiler;              /* likewise */
  const void *start;                 /* the image's bytes */
  size_t size;                       /* how many bytes */
  bool checked;                      /* its code calls the mapping checker */
  int fd;                            /* the image's bytes, shared with the
                                        device */
  struct x86emul_range *ranges;      /* pages with variables; malloced */
  uint64_t *offsets;                 /* of their arena pages; malloced */
  uint32_t range_count;              /* elements of both */
};

static uint64_t
checksum (const unsigned char *bytes, size_t size)
{
  uint64_t hash = 0xcbf29ce484222325ull;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * 0x100000001b3ull;
  return hash;
}

static const char *
known (const char *name)
{
  return name != NULL ? name : "?";
}

enum gomp_status
x86emul_image_check (unsigned version, const struct x86emul_image *image)
{
  if ((version & 0xffff) != X86EMUL_DEV_VERSION)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "device image has version %u, this plugin "
                           "(x86emul) expects %u\n  hint: rebuild the program "
                           "with the mkoffload of this installation",
                           version & 0xffff, X86EMUL_DEV_VERSION);
  if (image->magic != X86EMUL_IMAGE_MAGIC
      || image->format != X86EMUL_IMAGE_FORMAT
      || image->size < X86EMUL_IMAGE_SIZE_MIN
      || (uintptr_t)image->end < (uintptr_t)image->start
      || (image->size >= X86EMUL_IMAGE_SIZE_CHECKED
          && (uintptr_t)image->checked_end < (uintptr_t)image->checked_start))
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "device image has format %u, or none that is known; "
                           "this plugin (x86emul) expects %u\n  hint: rebuild "
                           "the program with the mkoffload of this "
                           "installation",
                           image->format, X86EMUL_IMAGE_FORMAT);
  return GOMP_OK;
}

enum gomp_status
x86emul_image_check_bytes (const char *name, const void *start, size_t size,
                           uint64_t expected)
{
  uint64_t sum = checksum (start, size);
  if (sum != expected)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "device image of '%s' is damaged or truncated: its "
                           "%zu bytes have checksum %016llx, not %016llx",
                           known (name), size, (unsigned long long)sum,
                           (unsigned long long)expected);
  return GOMP_OK;
}

bool
x86emul_image_has_checked (const struct x86emul_image *image)
{
  return image->size >= X86EMUL_IMAGE_SIZE_CHECKED
         && image->checked_start != NULL;
}

/* Choose the bytes to load: under the mapping checker those of the checked
   image, if there is one.  */
static enum gomp_status
choose_bytes (struct loading *l)
{
  const struct x86emul_image *image = l->image;
  l->checked
      = l->d->checker.shadow != NULL && x86emul_image_has_checked (image);
  l->start = l->checked ? image->checked_start : image->start;
  const void *end = l->checked ? image->checked_end : image->end;
  l->size = (size_t)((const char *)end - (const char *)l->start);
  return x86emul_image_check_bytes (l->name, l->start, l->size,
                                    l->checked ? image->checked_checksum
                                               : image->checksum);
}

/* Store the image in shared memory, or if there is none, in a file without a
   name.  */
static enum gomp_status
store_image (struct loading *l)
{
  char path[PATH_MAX];
  int r = os_shared_create (l->name, 0, &l->fd);
  if (r != 0)
    {
      r = os_temporary_create ("x86emul-image", path, sizeof (path), &l->fd);
      if (r == 0)
        unlink (path);
    }
  if (r == 0)
    r = os_write_file (l->fd, l->start, l->size);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_SYSTEM, r,
                             "cannot store the device image of '%s'", l->name);
  return GOMP_OK;
}

static enum gomp_status
record_malformed (const struct x86emul_device *d)
{
  return gomp_error_set (
      GOMP_ERR_DEVICE, "device %d (x86emul) sent a malformed table", d->number);
}

static enum gomp_status
allocate_extent (struct loading *l, uint32_t i)
{
  const struct x86emul_range *range = &l->ranges[i];
  if (range->size == 0 || range->start > UINT64_MAX - range->size)
    return record_malformed (l->d);
  l->offsets[i] = x86emul_arena_alloc_pages (l->d->memory.arena, range->size);
  if (l->offsets[i] == X86EMUL_NO_OFFSET)
    return GOMP_ERR_NOMEM;
  x86emul_poison_open (l->d, l->offsets[i], range->size);
  return GOMP_OK;
}

/* Allocate arena pages for the ranges that the device has sent.  */
static enum gomp_status
allocate_extents (struct loading *l, const struct x86emul_incoming *wanted)
{
  l->range_count
      = (uint32_t)(wanted->head.size / sizeof (struct x86emul_range));
  l->ranges = calloc (l->range_count + 1, sizeof (*l->ranges));
  l->offsets = calloc (l->range_count + 1, sizeof (*l->offsets));
  if (l->ranges == NULL || l->offsets == NULL)
    {
      l->range_count = 0;
      return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
    }
  memcpy (l->ranges, wanted->payload, l->range_count * sizeof (*l->ranges));
  for (uint32_t i = 0; i < l->range_count; i++)
    {
      enum gomp_status status = allocate_extent (l, i);
      if (status == GOMP_OK)
        continue;
      l->range_count = i;
      return status;
    }
  return GOMP_OK;
}

static void
free_extents (struct loading *l)
{
  for (uint32_t i = 0; i < l->range_count; i++)
    x86emul_arena_free (l->d->memory.arena, l->offsets[i]);
  l->range_count = 0;
}

/* A variable of a library that was opened with RTLD_LOCAL may have the name of
   another library's variable, and is not the same.  This looks by the program's
   handle: if RTLD_DEFAULT led to a library, it would count as used by this
   plugin from then on, and dlclose would not unload it.  */
bool
x86emul_image_is_private (const struct x86emul_image *image)
{
  bool found = false;
  void *program = dlopen (NULL, RTLD_LAZY);
  if (program == NULL)
    return false;
  for (uint32_t i = 0; i < image->variable_count && !found; i++)
    found = image->variables[i] != NULL && *image->variables[i] != '\0'
            && dlsym (program, image->variables[i]) != NULL;
  dlclose (program);
  return !found;
}

/* Exchange the messages LOAD, EXTENTS, EXTENTS, LOADED.  With channel.lock
   held.  */
static enum gomp_status
exchange (struct loading *l, struct x86emul_incoming *loaded)
{
  const struct x86emul_images *images = &l->d->images;
  l->request.image = images->next;
  struct x86emul_outgoing request
      = { .type = X86EMUL_LOAD,
          .part = { { &l->request, sizeof (l->request) },
                    { images->indirect, l->request.indirect_count
                                            * sizeof (images->indirect[0]) } },
          .fds = &l->fd,
          .fd_count = 1 };
  if (l->named != NULL)
    {
      request.part[1].data = l->lists.bytes;
      request.part[1].size = l->lists.size;
    }
  struct x86emul_incoming wanted;
  enum gomp_status status
      = x86emul_transport_exchange (l->d, &request, &wanted);
  if (status != GOMP_OK)
    return status;
  status = wanted.head.type == X86EMUL_EXTENTS ? allocate_extents (l, &wanted)
                                               : record_malformed (l->d);
  x86emul_message_free (&wanted);
  struct x86emul_outgoing extents
      = { .type = X86EMUL_EXTENTS,
          .status = status,
          .part = { { l->offsets, l->range_count * sizeof (*l->offsets) } } };
  if (status == GOMP_OK)
    return x86emul_transport_exchange (l->d, &extents, loaded);
  /* The device drops the image.  Its answer adds nothing to the recorded
     error.  */
  extents.part[0].size = 0;
  struct x86emul_incoming ignored;
  int stream = os_held_get (&l->d->channel.stream);
  if (x86emul_message_send (stream, &extents) == 0
      && x86emul_message_receive (stream, &ignored) == 0)
    x86emul_message_free (&ignored);
  return status;
}

/* Enter the loaded image in the device's list.  */
static enum gomp_status
remember (struct loading *l, const struct x86emul_loaded *head,
          const uint64_t *functions)
{
  size_t extents = l->range_count * sizeof (struct x86emul_extent *);
  struct x86emul_image_loaded *image = calloc (1, sizeof (*image) + extents);
  size_t size = head->function_count * sizeof (*functions);
  uint64_t *copy = malloc (size + 1);
  if (image == NULL || copy == NULL)
    {
      free (image);
      free (copy);
      return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
    }
  memcpy (copy, functions, size);
  image->descriptor = l->image;
  image->named = l->named;
  image->copy = l->lists.copy;
  l->lists.copy = NULL;
  image->file = l->start;
  image->file_size = l->size;
  image->bias = head->bias;
  image->start = head->start;
  image->end = head->end;
  image->functions = copy;
  image->function_count = head->function_count;
  image->extent_count = l->range_count;
  x86emul_images_add (l->d, image, l->ranges, l->offsets);
  return GOMP_OK;
}

/* Make the table for libgomp.  */
static struct addr_pair *
make_table (const struct x86emul_loaded *head, const uint64_t *functions,
            const struct x86emul_range *variables)
{
  size_t count = (size_t)head->function_count + head->variable_count + 1;
  struct addr_pair *table = GOMP_PLUGIN_malloc (count * sizeof (*table));
  struct addr_pair *p = table;
  for (uint32_t i = 0; i < head->function_count; i++)
    *p++ = (struct addr_pair){ functions[i], functions[i] + 1 };
  for (uint32_t i = 0; i < head->variable_count; i++)
    *p++ = (struct addr_pair){ variables[i].start,
                               variables[i].start + variables[i].size };
  uint64_t number = head->device_num;
  *p = (struct addr_pair){ number, number == 0 ? 0 : number + sizeof (int) };
  return table;
}

static enum gomp_status
finish (struct loading *l, const struct x86emul_incoming *loaded,
        struct addr_pair **table, int *count)
{
  const struct x86emul_loaded *head = loaded->payload;
  const uint64_t *functions = (const uint64_t *)(head + 1);
  if (loaded->head.type != X86EMUL_LOADED || loaded->head.size < sizeof (*head)
      || loaded->head.size - sizeof (*head)
             != head->function_count * sizeof (*functions)
                    + head->variable_count * sizeof (struct x86emul_range))
    return record_malformed (l->d);
  const struct x86emul_range *variables
      = (const struct x86emul_range *)(functions + head->function_count);
  enum gomp_status status = remember (l, head, functions);
  if (status != GOMP_OK)
    return status;
  *table = make_table (head, functions, variables);
  *count = (int)(head->function_count + head->variable_count + 1);
  return GOMP_OK;
}

static enum gomp_status
load_stored (struct loading *l, struct addr_pair **table, int *count)
{
  struct x86emul_incoming loaded;
  gomp_mutex_lock (&l->d->channel.lock);
  enum gomp_status status = exchange (l, &loaded);
  gomp_mutex_unlock (&l->d->channel.lock);
  if (status != GOMP_OK)
    {
      gomp_error_context ("loading the device image of '%s' (%s)", l->name,
                          l->compiler);
      return status;
    }
  status = finish (l, &loaded, table, count);
  x86emul_message_free (&loaded);
  return status;
}

static enum gomp_status
load (struct loading *l, struct addr_pair **table, int *count)
{
  enum gomp_status status = store_image (l);
  if (status == GOMP_OK)
    status = load_stored (l, table, count);
  if (status == GOMP_OK)
    atomic_fetch_add (l->checked ? &l->d->images.checked : &l->d->images.plain,
                      1);
  os_close (&l->fd);
  if (status != GOMP_OK)
    free_extents (l);
  free (l->ranges);
  free (l->offsets);
  free (l->lists.copy);
  free (l->lists.bytes);
  x86emul_output_find_fortran (NULL);
  return status;
}

enum gomp_status
x86emul_image_load (struct x86emul_device *d, unsigned version,
                    const void *descriptor, struct addr_pair **table,
                    int *count)
{
  enum gomp_status status = x86emul_image_check (version, descriptor);
  return status == GOMP_OK ? x86emul_image_load_as (
             d, descriptor, x86emul_image_is_private (descriptor), table, count)
                           : status;
}

enum gomp_status
x86emul_image_load_as (struct x86emul_device *d,
                       const struct x86emul_image *image, bool is_private,
                       struct addr_pair **table, int *count)
{
  struct loading l
      = { .d = d,
          .image = image,
          .name = known (image->name),
          .compiler = known (image->compiler),
          .request = { .function_count = image->function_count,
                       .variable_count = image->variable_count,
                       .is_private = is_private,
                       .indirect_count = d->images.indirect_count },
          .fd = -1 };
  enum gomp_status status = choose_bytes (&l);
  return status == GOMP_OK ? load (&l, table, count) : status;
}

enum gomp_status
x86emul_image_load_lists (struct x86emul_device *d,
                          const struct named_image *named,
                          const struct x86emul_named_lists *lists,
                          struct addr_pair **table, int *count)
{
  struct loading l
      = { .d = d,
          .named = named,
          .lists = *lists,
          .name = known (named->name),
          .compiler = known (named->compiler),
          .start = lists->copy,
          .size
          = (size_t)((const char *)named->end - (const char *)named->start),
          .request = { .function_count = (uint32_t)named->function_count,
                       .variable_count = (uint32_t)named->variable_count,
                       .is_named = 1 },
          .fd = -1 };
  return load (&l, table, count);
}

enum gomp_status
x86emul_image_load_named (struct x86emul_device *d,
                          const struct named_image *named,
                          struct addr_pair **table, int *count)
{
  struct x86emul_named_lists lists;
  enum gomp_status status = x86emul_named_find (named, &lists);
  if (status == GOMP_OK)
    return x86emul_image_load_lists (d, named, &lists, table, count);
  free (lists.copy);
  free (lists.bytes);
  return status;
}

/* Unloading.  */

static void
drop_extents (struct x86emul_device *d, struct x86emul_image_loaded *image,
              bool resident)
{
  gomp_mutex_lock (&d->images.lock);
  for (uint32_t i = 0; i < image->extent_count; i++)
    {
      struct x86emul_extent *extent = image->extents[i];
      if (extent == NULL)
        continue;
      uint64_t offset = x86emul_memory_drop (extent);
      /* An image that stays loaded still uses its pages.  */
      if (!resident)
        x86emul_arena_free (d->memory.arena, offset);
    }
  gomp_mutex_unlock (&d->images.lock);
}

enum gomp_status
x86emul_image_unload (struct x86emul_device *d, const void *descriptor)
{
  struct x86emul_image_loaded *image = x86emul_images_take (d, descriptor);
  if (image == NULL)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "an image to unload from device %d (x86emul) was "
                           "not loaded",
                           d->number);
  struct x86emul_unload unload = { .image = image->number };
  struct x86emul_outgoing request
      = { .type = X86EMUL_UNLOAD, .part = { { &unload, sizeof (unload) } } };
  struct x86emul_incoming answer;
  enum gomp_status status
      = x86emul_transport_request (d, &request, X86EMUL_UNLOADED, &answer);
  bool resident = true;
  if (status == GOMP_OK)
    {
      const struct x86emul_unloaded *unloaded = answer.payload;
      resident
          = answer.head.size < sizeof (*unloaded) || unloaded->resident != 0;
      x86emul_message_free (&answer);
    }
  drop_extents (d, image, resident);
  x86emul_images_free (image);
  return status;
}

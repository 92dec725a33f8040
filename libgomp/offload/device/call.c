/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device's memory and copies: the calls of its plugin, and their error
   messages.

   Owns nothing.  Any thread, for a device that is ready or being started.  If
   the host sees the device's memory, copies are memcpy, except large ones to
   the device.  Otherwise the hooks that foreign plugins also have are called
   with the device's `serial' lock: such plugins may not expect two threads.  */

#include "offload/device/device.h"

#include <string.h>

#include "base/mem.h"
#include "offload/map/link.h"

static inline void
serial_lock (struct gomp_device *device)
{
  if (device->plugin->host_view == NULL)
    gomp_device_serial_begin (device);
}

static inline void
serial_unlock (struct gomp_device *device)
{
  if (device->plugin->host_view == NULL)
    gomp_device_serial_end (device);
}

/* ---- Memory.  */

/* Plugins need not handle impossible sizes.  */
static inline void *
call_alloc (struct gomp_device *device, size_t size, char *why, size_t length)
{
  const struct gomp_plugin *plugin = device->plugin;
  if (size > PTRDIFF_MAX)
    return NULL;
  serial_lock (device);
  void *memory = plugin->try_alloc != NULL
                     ? plugin->try_alloc (device->ordinal, size, why, length)
                     : plugin->alloc (device->ordinal, size);
  serial_unlock (device);
  return memory;
}

void *
gomp_device_alloc (struct gomp_device *device, size_t size)
{
  char why[1024];
  why[0] = '\0';
  void *memory = call_alloc (device, size, why, sizeof (why));
  if (likely (memory != NULL))
    return memory;
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_error_set (GOMP_ERR_NOMEM,
                  "device memory allocation fail: %lu bytes on %s",
                  (unsigned long)size, gomp_device_describe (device, name));
  if (why[0] != '\0')
    gomp_error_note ("%s", why);
  return NULL;
}

bool
gomp_device_free (struct gomp_device *device, void *devptr)
{
  serial_lock (device);
  bool freed = device->plugin->free (device->ordinal, devptr);
  serial_unlock (device);
  if (!freed)
    gomp_error_set (GOMP_ERR_DEVICE,
                    "error in freeing device memory block at %p", devptr);
  return freed;
}

char *
gomp_device_view (struct gomp_device *device, uintptr_t devptr, size_t size)
{
  if (device->plugin->host_view == NULL)
    return NULL;
  return device->plugin->host_view (device->ordinal, (void *)devptr, size);
}

/* ---- Copies.  */

static enum gomp_status
copy_failed (struct gomp_device *device, const char *to_side, const void *to,
             const char *from_side, const void *from, size_t size)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_error_set (GOMP_ERR_DEVICE,
                  "Copying of %s object [%p..%p) to %s object [%p..%p) failed",
                  from_side, from, (const char *)from + size, to_side, to,
                  (const char *)to + size);
  gomp_error_note ("on %s", gomp_device_describe (device, name));
  return GOMP_ERR_DEVICE;
}

enum gomp_status
gomp_device_write_visiting (struct gomp_device *device, uintptr_t devptr,
                            const void *host, size_t size)
{
  return device->plugin->host2dev (device->ordinal, (void *)devptr, host, size)
             ? GOMP_OK
             : copy_failed (device, "dev", (void *)devptr, "host", host, size);
}

enum gomp_status
gomp_device_read_visiting (struct gomp_device *device, void *host,
                           uintptr_t devptr, size_t size)
{
  return device->plugin->dev2host (device->ordinal, host, (const void *)devptr,
                                   size)
             ? GOMP_OK
             : copy_failed (device, "host", host, "dev", (const void *)devptr,
                            size);
}

enum gomp_status
gomp_device_write (struct gomp_device *device, uintptr_t devptr, char *view,
                   const void *host, size_t size)
{
  if (likely (view != NULL && size < GOMP_BULK_MIN))
    {
      memcpy (view, host, size);
      return GOMP_OK;
    }
  serial_lock (device);
  enum gomp_status status
      = gomp_device_write_visiting (device, devptr, host, size);
  serial_unlock (device);
  return status;
}

enum gomp_status
gomp_device_write_parts (struct gomp_device *device, uintptr_t devptr,
                         const struct gomp_host_part *part, size_t count,
                         enum gomp_copy_use use)
{
  enum gomp_status status = GOMP_OK;
  if (device->plugin->host2dev_parts == NULL)
    for (size_t i = 0; i < count && status == GOMP_OK; i++)
      status = gomp_device_write (device, devptr + part[i].offset, NULL,
                                  part[i].start, part[i].size);
  else if (!device->plugin->host2dev_parts (device->ordinal, (void *)devptr,
                                            part, count, use))
    status = copy_failed (device, "dev", (void *)devptr, "host", part->start,
                          part[count - 1].offset + part[count - 1].size);
  return status;
}

enum gomp_status
gomp_device_settle (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  return device->plugin->host2dev_parts (device->ordinal, NULL, NULL, 0,
                                         GOMP_COPY_FOR_ALL)
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_DEVICE,
                               "Copying what a region needs to %s failed",
                               gomp_device_describe (device, name));
}

/* Device memory that the host sees still exists after the device has ended.
   Without this check, data that the device had yet to write would be missing
   silently.  */
static inline bool
has_failed (struct gomp_device *device)
{
  return device->plugin->has_failed != NULL
         && unlikely (device->plugin->has_failed (device->ordinal));
}

enum gomp_status
gomp_device_read (struct gomp_device *device, void *host, uintptr_t devptr,
                  const char *view, size_t size)
{
  if (likely (view != NULL) && !has_failed (device))
    {
      memcpy (host, view, size);
      return GOMP_OK;
    }
  serial_lock (device);
  enum gomp_status status
      = gomp_device_read_visiting (device, host, devptr, size);
  serial_unlock (device);
  return status;
}

/* What is compared at once: each copy costs a call of the plugin.  */
#define CHANGED_SIZE ((size_t)1 << 20)
#define CHANGED_SIZE_WITHOUT_MEMORY 4096

static enum gomp_status
read_changed (struct gomp_device *device, char *host, uintptr_t devptr,
              size_t size, char *bytes, bool visiting)
{
  enum gomp_status status
      = visiting ? gomp_device_read_visiting (device, bytes, devptr, size)
                 : gomp_device_read (device, bytes, devptr, NULL, size);
  if (status == GOMP_OK && memcmp (host, bytes, size) != 0)
    memcpy (host, bytes, size);
  return status;
}

enum gomp_status
gomp_device_read_changed (struct gomp_device *device, void *host,
                          uintptr_t devptr, size_t size, bool visiting)
{
  char few[CHANGED_SIZE_WITHOUT_MEMORY];
  size_t most = size < CHANGED_SIZE ? size : CHANGED_SIZE;
  char *many = most > sizeof (few) ? gomp_alloc (most) : NULL;
  if (many == NULL && most > sizeof (few))
    {
      gomp_error_clear ();
      most = sizeof (few);
    }
  enum gomp_status status = GOMP_OK;
  for (size_t at = 0; at < size && status == GOMP_OK; at += most)
    status = read_changed (device, (char *)host + at, devptr + at,
                           size - at < most ? size - at : most,
                           many != NULL ? many : few, visiting);
  gomp_free (many);
  return status;
}

static inline enum gomp_status
judge_pieces (struct gomp_device *device, const struct gomp_device_piece *piece,
              size_t count, bool done)
{
  const struct gomp_device_piece *last = &piece[count - 1];
  return likely (done)
             ? GOMP_OK
             : copy_failed (device, "host", piece->host, "dev",
                            (const void *)piece->device,
                            last->device + last->size - piece->device);
}

enum gomp_status
gomp_device_read_pieces (struct gomp_device *device,
                         const struct gomp_device_piece *piece, size_t count)
{
  return judge_pieces (
      device, piece, count,
      device->plugin->dev2host_pieces (device->ordinal, piece, count));
}

enum gomp_status
gomp_device_run_pieces (struct gomp_device *device, void *function,
                        void *variables, void **args,
                        const struct gomp_device_piece *piece, size_t count)
{
  return judge_pieces (device, piece, count,
                       device->plugin->run_pieces (device->ordinal, function,
                                                   variables, args, piece,
                                                   count));
}

enum gomp_status
gomp_device_acc_run_pieces (struct gomp_device *device, void *function,
                            void *variables, const unsigned *dims,
                            const struct gomp_device_piece *piece, size_t count)
{
  return judge_pieces (device, piece, count,
                       device->plugin->acc_run_pieces (device->ordinal,
                                                       function, variables,
                                                       dims, piece, count));
}

enum gomp_status
gomp_device_copy (struct gomp_device *device, uintptr_t to, uintptr_t from,
                  size_t size)
{
  serial_lock (device);
  bool copied = device->plugin->dev2dev (device->ordinal, (void *)to,
                                         (const void *)from, size);
  serial_unlock (device);
  return copied ? GOMP_OK
                : copy_failed (device, "dev", (void *)to, "dev",
                               (const void *)from, size);
}

enum gomp_status
gomp_device_settle_links (struct gomp_device *device, uintptr_t start,
                          uintptr_t end)
{
  enum gomp_status status = GOMP_OK;
  struct gomp_link_pointer p;
  gomp_hook_wait_lock (&device->attaching);
  while (status == GOMP_OK && gomp_link_next (&device->map, &start, end, &p))
    /* A null pointer helps to find errors, and costs nothing here.  */
    if (p.value != 0 || p.view != NULL)
      status = gomp_device_write (device, p.device, p.view, &p.value,
                                  sizeof (p.value));
  gomp_hook_unlock (&device->attaching);
  return status;
}

bool
gomp_device_copy_rows (struct gomp_device *device, const struct gomp_rows *to,
                       const struct gomp_rows *from, const size_t *size)
{
  const struct gomp_plugin *plugin = device->plugin;
  int to_n = to->is_host ? -1 : device->ordinal;
  int from_n = from->is_host ? -1 : device->ordinal;
  int result = -1;
  serial_lock (device);
  if (size[0] == 1 && plugin->memcpy2d != NULL)
    result = plugin->memcpy2d (
        to_n, from_n, size[2], size[1], (void *)to->start, to->x, to->y,
        to->pitch, (const void *)from->start, from->x, from->y, from->pitch);
  else if (size[0] > 1 && plugin->memcpy3d != NULL)
    result = plugin->memcpy3d (to_n, from_n, size[2], size[1], size[0],
                               (void *)to->start, to->x, to->y, 0, to->pitch,
                               to->height, (const void *)from->start, from->x,
                               from->y, 0, from->pitch, from->height);
  serial_unlock (device);
  return result == 1;
}

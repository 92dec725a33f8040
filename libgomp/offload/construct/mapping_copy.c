/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies between a mapping's device copy and the host, except attached
   pointers.

   Runs in any thread that holds the mapping.  No map's lock is held.  The
   device's `attaching' mutex keeps the set of attached pointers while the
   bytes around them are copied.  */

#include "offload/construct/mapping_copy.h"
#include "offload/map/attach.h"
#include "offload/observe.h"

/* To the device: FROM has the bytes for HOST; NULL: HOST itself.  */
static SPECIALIZED enum gomp_status
copy (struct gomp_device *device, struct gomp_mapping *mapping, uintptr_t host,
      const char *from, size_t size, const bool observed)
{
  uintptr_t devptr = gomp_mapping_device (mapping, host);
  char *view = gomp_mapping_view (mapping, host);
  void *at = (void *)host;
  if (from == NULL)
    return (observed ? gomp_observe_read
                     : gomp_device_read) (device, at, devptr, view, size);
  return observed ? gomp_observe_write (device, devptr, view, at, from, size)
                  : gomp_device_write (device, devptr, view, from, size);
}

uintptr_t
gomp_mapping_piece_end (struct gomp_mapping *mapping, uintptr_t host,
                        uintptr_t end, uintptr_t *next)
{
  const struct gomp_attachments *a = gomp_mapping_attachments (mapping);
  size_t i = a == NULL ? 0 : gomp_attachments_find (a, host);
  bool is_any = a != NULL && i < a->count && a->list[i].host < end;
  *next = is_any ? a->list[i].host + sizeof (void *) : end;
  return is_any ? a->list[i].host : end;
}

static NOINLINE enum gomp_status
copy_around (struct gomp_device *device, struct gomp_mapping *mapping,
             uintptr_t host, const char *from, size_t size, bool observed)
{
  enum gomp_status status = GOMP_OK;
  uintptr_t start = host, end = host + size, next;
  gomp_hook_wait_lock (&device->attaching);
  for (; host < end && status == GOMP_OK; host = next)
    {
      uintptr_t stop = gomp_mapping_piece_end (mapping, host, end, &next);
      const char *bytes = from == NULL ? NULL : from + (host - start);
      if (stop > host)
        status = copy (device, mapping, host, bytes, stop - host, observed);
    }
  gomp_hook_unlock (&device->attaching);
  return status;
}

static SPECIALIZED enum gomp_status
copy_mapping (struct gomp_device *device, struct gomp_mapping *mapping,
              uintptr_t host, const char *from, size_t size,
              const bool observed)
{
  if (gomp_mapping_may_have_attached (mapping))
    return copy_around (device, mapping, host, from, size, observed);
  return copy (device, mapping, host, from, size, observed);
}

enum gomp_status
gomp_mapping_write (struct gomp_device *device, struct gomp_mapping *mapping,
                    uintptr_t host, const void *from, size_t size)
{
  return copy_mapping (device, mapping, host, from, size, false);
}

enum gomp_status
gomp_mapping_write_observed (struct gomp_device *device,
                             struct gomp_mapping *mapping, uintptr_t host,
                             const void *from, size_t size)
{
  return copy_mapping (device, mapping, host, from, size, true);
}

enum gomp_status
gomp_mapping_read_observed (struct gomp_device *device,
                            struct gomp_mapping *mapping, uintptr_t host,
                            size_t size)
{
  return copy_mapping (device, mapping, host, NULL, size, true);
}

static enum gomp_status
read_changed (struct gomp_device *device, struct gomp_mapping *mapping,
              uintptr_t host, size_t size)
{
  if (gomp_mapping_view (mapping, host) != NULL)
    return copy (device, mapping, host, NULL, size, true);
  return gomp_observe_read_changed (device, (void *)host,
                                    gomp_mapping_device (mapping, host), size);
}

enum gomp_status
gomp_mapping_read_changed_observed (struct gomp_device *device,
                                    struct gomp_mapping *mapping,
                                    uintptr_t host, size_t size)
{
  enum gomp_status status = GOMP_OK;
  uintptr_t end = host + size, next;
  if (!gomp_mapping_may_have_attached (mapping))
    return read_changed (device, mapping, host, size);
  gomp_hook_wait_lock (&device->attaching);
  for (; host < end && status == GOMP_OK; host = next)
    {
      uintptr_t stop = gomp_mapping_piece_end (mapping, host, end, &next);
      if (stop > host)
        status = read_changed (device, mapping, host, stop - host);
    }
  gomp_hook_unlock (&device->attaching);
  return status;
}

/* Like copy_around, for a dead MAPPING: no thread attaches pointers in it any
   more, so it may be copied later, together with others.  */
static NOINLINE enum gomp_status
fetch_around (struct gomp_download *f, struct gomp_mapping *mapping,
              uintptr_t host, size_t size)
{
  enum gomp_status status = GOMP_OK;
  uintptr_t end = host + size, next;
  gomp_hook_wait_lock (&f->device->attaching);
  for (; host < end && status == GOMP_OK; host = next)
    {
      uintptr_t stop = gomp_mapping_piece_end (mapping, host, end, &next);
      uintptr_t devptr = gomp_mapping_device (mapping, host);
      if (stop > host)
        status = gomp_download_add (f, mapping->block, (char *)host, devptr,
                                    stop - host);
      gomp_download_pass (f, mapping->block, devptr + (stop - host),
                          next - stop);
    }
  gomp_hook_unlock (&f->device->attaching);
  return status;
}

enum gomp_status
gomp_mapping_read (struct gomp_download *f, struct gomp_mapping *mapping,
                   uintptr_t host, size_t size)
{
  bool has_attached = gomp_mapping_may_have_attached (mapping);
  if (mapping->view != NULL || mapping->block == NULL
      || (has_attached && !gomp_mapping_is_dead (gomp_mapping_owner (mapping))))
    return copy_mapping (f->device, mapping, host, NULL, size, false);
  if (has_attached)
    return fetch_around (f, mapping, host, size);
  return gomp_download_add (f, mapping->block, (char *)host,
                            gomp_mapping_device (mapping, host), size);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines that copy or fill device memory (OpenMP 5.1 section 3.8).

   Any thread.  Owns nothing; no lock is held across a call of a device.  */

#include <limits.h>
#include <string.h>

#include "base/mem.h"
#include "base/sizes.h"
#include "offload/device/device.h"
#include "offload/directive/routines.h"
#include "offload/directive/routines_internal.h"
#include "offload/observe.h"

/* ---- Copies.  */

static SPECIALIZED enum gomp_memory_owner
find_route (int to, int from, struct gomp_route *route, const bool observed)
{
  enum gomp_memory_owner there
      = gomp_routine_find_owner (to, &route->to, observed);
  enum gomp_memory_owner here
      = gomp_routine_find_owner (from, &route->from, observed);
  return there > here ? there : here;
}

enum gomp_memory_owner
gomp_routine_copy_route (int to_device, int from_device,
                         struct gomp_route *route)
{
  return find_route (to_device, from_device, route, false);
}

static inline bool
is_host (struct gomp_device *device)
{
  return device == NULL || gomp_device_shares_memory (device);
}

static SPECIALIZED enum gomp_status
write_to (struct gomp_device *device, uintptr_t to, const void *from,
          size_t size, const bool observed)
{
  char *view = gomp_device_view (device, to, size);
  return observed ? gomp_observe_write (device, to, view, from, from, size)
                  : gomp_device_write (device, to, view, from, size);
}

static SPECIALIZED enum gomp_status
read_from (struct gomp_device *device, void *to, uintptr_t from, size_t size,
           const bool observed)
{
  char *view = gomp_device_view (device, from, size);
  return (observed ? gomp_observe_read : gomp_device_read) (device, to, from,
                                                            view, size);
}

/* Bytes that pass through the host at a time.  */
#define BOUNCE_SIZE ((size_t)1 << 20)

/* Can the two devices copy without the host?  If so, *STATUS is set.  */
static bool
copy_between (const struct gomp_route *route, uintptr_t to, uintptr_t from,
              size_t size, enum gomp_status *status)
{
  const struct gomp_plugin *plugin = route->to->plugin;
  if (plugin != route->from->plugin || plugin->dev2dev_across == NULL)
    return false;
  int copied
      = plugin->dev2dev_across (route->to->ordinal, (void *)to,
                                route->from->ordinal, (const void *)from, size);
  *status = copied != 0 ? GOMP_OK : GOMP_ERR_DEVICE;
  return copied >= 0;
}

/* Between two devices: the host copies directly if it sees one device's memory,
   else through its own memory.  */
static SPECIALIZED enum gomp_status
copy_across (const struct gomp_route *route, uintptr_t to, uintptr_t from,
             size_t size, const bool observed)
{
  char *view = gomp_device_view (route->from, from, size);
  if (view != NULL)
    return write_to (route->to, to, view, size, observed);
  enum gomp_status status = GOMP_OK;
  if (!observed && copy_between (route, to, from, size, &status))
    return status;
  size_t piece = size < BOUNCE_SIZE ? size : BOUNCE_SIZE;
  char *bounce = gomp_alloc (piece);
  if (bounce == NULL)
    return GOMP_ERR_NOMEM;
  for (size_t done = 0; done < size && status == GOMP_OK; done += piece)
    {
      piece = size - done < piece ? size - done : piece;
      status = read_from (route->from, bounce, from + done, piece, observed);
      if (status == GOMP_OK)
        status = write_to (route->to, to + done, bounce, piece, observed);
    }
  gomp_free (bounce);
  return status;
}

static SPECIALIZED int
copy (const struct gomp_route *route, void *to, const void *from, size_t size,
      const bool observed)
{
  enum gomp_status status = GOMP_OK;
  uintptr_t a = (uintptr_t)to, b = (uintptr_t)from;
  /* All in the lower half of the address space: nearly always.  */
  if (unlikely ((intptr_t)(a | b | size) < 0)
      && (!gomp_size_fits_at (a, size) || !gomp_size_fits_at (b, size)))
    return EINVAL;
  if (is_host (route->to) && is_host (route->from))
    memcpy (to, from, size);
  else if (is_host (route->from))
    status = write_to (route->to, a, from, size, observed);
  else if (is_host (route->to))
    status = read_from (route->from, to, b, size, observed);
  else if (route->to != route->from)
    status = copy_across (route, a, b, size, observed);
  else
    status = (observed ? gomp_observe_copy : gomp_device_copy) (route->to, a, b,
                                                                size);
  return status == GOMP_OK ? 0 : EINVAL;
}

/* ROUTE is used by a routine of KIND.  */
static struct gomp_observed_construct
describe (enum gomp_construct_kind kind, const struct gomp_route *route)
{
  return (struct gomp_observed_construct){
    .what
    = { .kind = kind, .device = route->to != NULL ? route->to : route->from }
  };
}

static inline int
check_memory (const void *to, const void *from, size_t size)
{
  return size == 0 || (to != NULL && from != NULL) ? 0 : EINVAL;
}

int
gomp_routine_copy_check (const void *to, const void *from, size_t size,
                         int to_device, int from_device)
{
  struct gomp_route route;
  return find_route (to_device, from_device, &route, true)
                 == GOMP_MEMORY_NOWHERE
             ? EINVAL
             : check_memory (to, from, size);
}

int
gomp_routine_copy_along (const struct gomp_route *route, void *to,
                         const void *from, size_t size, size_t to_offset,
                         size_t from_offset)
{
  int result = check_memory (to, from, size);
  if (result != 0 || size == 0)
    return result;
  return copy (route, (char *)to + to_offset, (const char *)from + from_offset,
               size, false);
}

int
gomp_routine_copy_along_observed (const struct gomp_route *route,
                                  enum gomp_construct_kind kind, void *to,
                                  const void *from, size_t size)
{
  struct gomp_observed_construct c = describe (kind, route);
  gomp_observe_construct (&c);
  int result = copy (route, to, from, size, true);
  gomp_observe_construct_end (&c);
  return result;
}

int
gomp_routine_copy_observed (void *to, const void *from, size_t size,
                            size_t to_offset, size_t from_offset, int to_device,
                            int from_device, const void *at)
{
  struct gomp_route route;
  gomp_routine_set_here (at);
  int result = gomp_routine_copy_check (to, from, size, to_device, from_device);
  if (result != 0 || size == 0)
    return result;
  find_route (to_device, from_device, &route, true);
  to = (char *)to + to_offset;
  from = (const char *)from + from_offset;
  return route.to == NULL && route.from == NULL
             ? copy (&route, to, from, size, true)
             : gomp_routine_copy_along_observed (&route, GOMP_KIND_COPY, to,
                                                 from, size);
}

/* The two or three innermost dimensions, by one call of the device; if false,
   copy row by row.  TO and FROM are the beginning of the outermost one.  */
static bool
copy_at_once (const struct gomp_route *route, const char *to, const char *from,
              size_t element, int dims, const struct gomp_rectangle *rect)
{
  struct gomp_device *device = is_host (route->to) ? route->from : route->to;
  int rows = dims - 2, row = dims - 1;
  if (dims > 3 || is_host (device)
      || (!is_host (route->from) && route->from != device)
      || gomp_device_view (device, (uintptr_t)(device == route->to ? to : from),
                           1)
             != NULL)
    return false;
  size_t size[3] = { rows > 0 ? rect->volume[0] : 1, rect->volume[rows], 0 };
  struct gomp_rows a = { .start = (uintptr_t)to,
                         .is_host = is_host (route->to),
                         .y = rows > 0 ? rect->to_offsets[rows] : 0,
                         .height = rect->to_dims[rows] };
  struct gomp_rows b = { .start = (uintptr_t)from,
                         .is_host = is_host (route->from),
                         .y = rows > 0 ? rect->from_offsets[rows] : 0,
                         .height = rect->from_dims[rows] };
  size[2] = gomp_size_product (element, rect->volume[row]);
  a.x = gomp_size_product (element, rect->to_offsets[row]);
  b.x = gomp_size_product (element, rect->from_offsets[row]);
  a.pitch = gomp_size_product (element, rect->to_dims[row]);
  b.pitch = gomp_size_product (element, rect->from_dims[row]);
  return size[2] != SIZE_MAX && a.x != SIZE_MAX && b.x != SIZE_MAX
         && a.pitch != SIZE_MAX && b.pitch != SIZE_MAX && size[1] > 1
         && gomp_device_copy_rows (device, &a, &b, size);
}

/* Can COUNT slices follow each other at a distance of SLICE?  With distance 0,
   any number of slices would be copied to the same address.  */
static inline bool
is_step (size_t slice, size_t count)
{
  return slice != SIZE_MAX && (slice != 0 || count == 1);
}

/* One dimension of both arrays.  */
struct dimension
{
  size_t to_slice, from_slice; /* distances between its slices */
  size_t to_start, from_start; /* where the first slice to copy is */
  size_t length;               /* bytes to copy, if they are contiguous */
};

/* The outermost of the DIMS dimensions of RECT.  ELEMENT is the size of an
   element.  False: no arrays are so large.  */
static inline bool
measure (struct dimension *d, size_t element, int dims,
         const struct gomp_rectangle *rect)
{
  size_t count = rect->volume[0];
  d->to_slice = d->from_slice = element;
  for (int i = 1; i < dims; i++)
    {
      d->to_slice = gomp_size_product (d->to_slice, rect->to_dims[i]);
      d->from_slice = gomp_size_product (d->from_slice, rect->from_dims[i]);
    }
  d->to_start = gomp_size_product (d->to_slice, rect->to_offsets[0]);
  d->from_start = gomp_size_product (d->from_slice, rect->from_offsets[0]);
  d->length = gomp_size_product (element, count);
  return is_step (d->to_slice, count) && is_step (d->from_slice, count)
         && d->to_start != SIZE_MAX && d->from_start != SIZE_MAX
         && d->length != SIZE_MAX;
}

/* Copy COUNT lines of SIZE bytes, as far apart as slices of D.  */
static SPECIALIZED int
copy_lines (const struct gomp_route *route, char *to, const char *from,
            const struct dimension *d, size_t count, size_t size,
            const bool observed)
{
  int result = 0;
  for (; count > 0 && result == 0; count--)
    {
      result = copy (route, to, from, size, observed);
      to += d->to_slice;
      from += d->from_slice;
    }
  return result;
}

static int
copy_all_lines (const struct gomp_route *route, char *to, const char *from,
                const struct dimension *d, size_t count, size_t size,
                bool observed)
{
  return observed ? copy_lines (route, to, from, d, count, size, true)
                  : copy_lines (route, to, from, d, count, size, false);
}

/* Copy the DIMS dimensions of RECT, which has an element.  The innermost
   dimension is contiguous: a line.  */
static int
copy_dimensions (const struct gomp_route *route, char *to, const char *from,
                 size_t element, int dims, const struct gomp_rectangle *rect,
                 bool observed)
{
  struct dimension d, line;
  if (!measure (&d, element, dims, rect))
    return EINVAL;
  to += d.to_start;
  from += d.from_start;
  if (dims == 1)
    return copy_all_lines (route, to, from, &d, 1, d.length, observed);
  if (!observed && copy_at_once (route, to, from, element, dims, rect))
    return 0;
  struct gomp_rectangle inner
      = { rect->volume + 1, rect->to_offsets + 1, rect->from_offsets + 1,
          rect->to_dims + 1, rect->from_dims + 1 };
  if (dims == 2)
    return measure (&line, element, 1, &inner)
               ? copy_all_lines (route, to + line.to_start,
                                 from + line.from_start, &d, rect->volume[0],
                                 line.length, observed)
               : EINVAL;
  int result = 0;
  for (size_t i = 0; i < rect->volume[0] && result == 0; i++)
    {
      result = copy_dimensions (route, to, from, element, dims - 1, &inner,
                                observed);
      to += d.to_slice;
      from += d.from_slice;
    }
  return result;
}

/* Is there nothing to copy?  Without checking the innermost dimensions first,
   the outer ones would be traversed for nothing.  */
static bool
is_empty (size_t element, int dims, const struct gomp_rectangle *rect)
{
  bool empty = element == 0;
  for (int i = 0; i < dims; i++)
    empty |= rect->volume[i] == 0;
  return empty;
}

/* 0: it can be copied.  */
static inline int
check_rectangle (const struct gomp_route *route, const void *to,
                 const void *from, int dims)
{
  if (to == NULL && from == NULL)
    return INT_MAX;
  return route == NULL || dims < 1 || to == NULL || from == NULL ? EINVAL : 0;
}

int
gomp_routine_copy_rect_along (const struct gomp_route *route, void *to,
                              const void *from, size_t element_size, int dims,
                              const struct gomp_rectangle *rect)
{
  int result = check_rectangle (route, to, from, dims);
  return result != 0 || is_empty (element_size, dims, rect)
             ? result
             : copy_dimensions (route, to, from, element_size, dims, rect,
                                false);
}

int
gomp_routine_copy_rect_observed (void *to, const void *from,
                                 size_t element_size, int dims,
                                 const struct gomp_rectangle *rect,
                                 int to_device, int from_device, const void *at)
{
  struct gomp_route route;
  bool found = find_route (to_device, from_device, &route, true)
               != GOMP_MEMORY_NOWHERE;
  int result = check_rectangle (found ? &route : NULL, to, from, dims);
  if (result != 0 || is_empty (element_size, dims, rect))
    return result;
  gomp_routine_set_here (at);
  struct gomp_observed_construct c = describe (GOMP_KIND_COPY, &route);
  gomp_observe_construct (&c);
  result = copy_dimensions (&route, to, from, element_size, dims, rect, true);
  gomp_observe_construct_end (&c);
  return result;
}

/* ---- Filling.  */

#define PATTERN_SIZE 65536

static enum gomp_status
fill (struct gomp_device *device, uintptr_t address, int value, size_t size)
{
  char *view = gomp_device_view (device, address, size);
  if (view != NULL)
    {
      memset (view, value, size);
      return GOMP_OK;
    }
  size_t pattern_size = size < PATTERN_SIZE ? size : PATTERN_SIZE;
  char *pattern = gomp_alloc (pattern_size);
  if (pattern == NULL)
    return GOMP_ERR_NOMEM;
  memset (pattern, value, pattern_size);
  enum gomp_status status = GOMP_OK;
  while (size > 0 && status == GOMP_OK)
    {
      size_t n = size < pattern_size ? size : pattern_size;
      status = gomp_device_write (device, address, NULL, pattern, n);
      address += n;
      size -= n;
    }
  gomp_free (pattern);
  return status;
}

static COLD enum gomp_status
fill_observed (struct gomp_device *device, uintptr_t address, int value,
               size_t size)
{
  struct gomp_observed_construct c
      = { .what = { .kind = GOMP_KIND_SET, .device = device } };
  gomp_observe_construct (&c);
  enum gomp_status status = fill (device, address, value, size);
  if (status == GOMP_OK)
    gomp_observe_memory (GOMP_EVENT_FILLED,
                         &(struct gomp_event_memory){ .device = device,
                                                      .devptr = address,
                                                      .size = size,
                                                      .model = GOMP_OPENMP });
  gomp_observe_construct_end (&c);
  return status;
}

bool
gomp_routine_set_check (const void *ptr, size_t size, int number)
{
  struct gomp_device *device;
  return gomp_routine_find_owner (number, &device, true) != GOMP_MEMORY_NOWHERE
         && (ptr != NULL || size == 0);
}

static SPECIALIZED enum gomp_status
set (void *ptr, int value, size_t size, int number, const bool observed)
{
  struct gomp_device *device;
  enum gomp_memory_owner owner
      = gomp_routine_find_owner (number, &device, observed);
  if (size == 0)
    return GOMP_OK;
  if (owner == GOMP_MEMORY_HOST)
    memset (ptr, value, size);
  if (owner != GOMP_MEMORY_DEVICE)
    return owner == GOMP_MEMORY_OBSERVED ? GOMP_OBSERVE : GOMP_OK;
  return observed ? fill_observed (device, (uintptr_t)ptr, value, size)
                  : fill (device, (uintptr_t)ptr, value, size);
}

enum gomp_status
gomp_routine_set (void *ptr, int value, size_t size, int number)
{
  return set (ptr, value, size, number, false);
}

enum gomp_status
gomp_routine_set_observed (void *ptr, int value, size_t size, int number,
                           const void *at)
{
  gomp_routine_set_here (at);
  return set (ptr, value, size, number, true);
}

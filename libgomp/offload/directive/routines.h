/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines on device memory.

   Device numbers are the program's: the number of devices, and -1, are the
   host, and -5 is the default device.  A device that shares the host's memory
   is treated as the host.

   Functions whose names end in _observed raise events, for listeners.  AT is
   the address that the program called the routine from; NULL:
   gomp_observe_here has it.  Without listeners this costs nothing: there is a
   further test only if NUMBER is not an open device (GOMP_MEMORY_OBSERVED).  */

#ifndef GOMP_OFFLOAD_DIRECTIVE_ROUTINES_H
#define GOMP_OFFLOAD_DIRECTIVE_ROUTINES_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/observe.h"

struct gomp_device;

enum gomp_memory_owner
{
  GOMP_MEMORY_DEVICE,  /* the device */
  GOMP_MEMORY_HOST,    /* the host, also if a device shares its memory */
  GOMP_MEMORY_NOWHERE, /* no device has this number, or it cannot be used
                          (recorded) */
  GOMP_MEMORY_OBSERVED /* the device, but a listener is to hear of it */
};
HIDDEN enum gomp_memory_owner
gomp_routine_find (int number, struct gomp_device **device) HOT;

/* ---- Allocation.  */

HIDDEN void *gomp_routine_alloc_on (struct gomp_device *device, size_t size);
HIDDEN void *gomp_routine_alloc_on_observed (struct gomp_device *device,
                                             size_t size,
                                             enum gomp_model model) COLD;
HIDDEN void *gomp_routine_alloc_observed (size_t size, int number,
                                          const void *at) COLD;
static SPECIALIZED void *
gomp_routine_alloc (size_t size, int number, const void *at)
{
  struct gomp_device *device;
  switch (gomp_routine_find (number, &device))
    {
    case GOMP_MEMORY_DEVICE:
      return gomp_routine_alloc_on (device, size);
    case GOMP_MEMORY_HOST:
      return malloc (size);
    case GOMP_MEMORY_OBSERVED:
      return gomp_routine_alloc_observed (size, number, at);
    default:
      return NULL;
    }
}

/* GOMP_OBSERVE: the function did nothing; call gomp_routine_free_observed.  */
HIDDEN enum gomp_status gomp_routine_free (void *devptr, int number);
HIDDEN enum gomp_status gomp_routine_free_observed (void *devptr, int number,
                                                    const void *at) COLD;

/* Raises an event if there is a listener.  */
HIDDEN enum gomp_status gomp_routine_free_on (struct gomp_device *device,
                                              void *devptr,
                                              enum gomp_model model);

/* ---- Questions.  */

HIDDEN bool gomp_routine_is_present (const void *host, int number);
HIDDEN void *gomp_routine_mapped (const void *host, int number);
HIDDEN bool gomp_routine_is_accessible (const void *host, size_t size,
                                        int number);

/* ---- Copies: 0 or EINVAL.  */

/* The devices on both sides of a copy; NULL is the host.  */
struct gomp_route
{
  struct gomp_device *to;
  struct gomp_device *from;
};

/* The greater of both owners, of enum gomp_memory_owner.  */
HIDDEN enum gomp_memory_owner
gomp_routine_copy_route (int to_device, int from_device,
                         struct gomp_route *route) HOT;

HIDDEN int gomp_routine_copy_along (const struct gomp_route *route, void *to,
                                    const void *from, size_t size,
                                    size_t to_offset, size_t from_offset);
/* For a routine of KIND.  SIZE is not 0.  */
HIDDEN int gomp_routine_copy_along_observed (const struct gomp_route *route,
                                             enum gomp_construct_kind kind,
                                             void *to, const void *from,
                                             size_t size) COLD;
HIDDEN int gomp_routine_copy_observed (void *to, const void *from, size_t size,
                                       size_t to_offset, size_t from_offset,
                                       int to_device, int from_device,
                                       const void *at) COLD;
static SPECIALIZED int
gomp_routine_copy (void *to, const void *from, size_t size, size_t to_offset,
                   size_t from_offset, int to_device, int from_device,
                   const void *at)
{
  struct gomp_route route;
  enum gomp_memory_owner worse
      = gomp_routine_copy_route (to_device, from_device, &route);
  if (likely (worse < GOMP_MEMORY_NOWHERE))
    return gomp_routine_copy_along (&route, to, from, size, to_offset,
                                    from_offset);
  return worse == GOMP_MEMORY_NOWHERE
             ? EINVAL
             : gomp_routine_copy_observed (to, from, size, to_offset,
                                           from_offset, to_device, from_device,
                                           at);
}
/* The result of the copy if it fails before the first byte; else 0.  */
HIDDEN int gomp_routine_copy_check (const void *to, const void *from,
                                    size_t size, int to_device,
                                    int from_device);

struct gomp_rectangle
{
  const size_t *volume;       /* elements to copy, by dimension */
  const size_t *to_offsets;   /* first element of the destination */
  const size_t *from_offsets; /* first element of the source */
  const size_t *to_dims;      /* elements of the whole destination array */
  const size_t *from_dims;    /* elements of the whole source array */
};
HIDDEN int gomp_routine_copy_rect_along (const struct gomp_route *route,
                                         void *to, const void *from,
                                         size_t element_size, int dims,
                                         const struct gomp_rectangle *rect);
HIDDEN int gomp_routine_copy_rect_observed (void *to, const void *from,
                                            size_t element_size, int dims,
                                            const struct gomp_rectangle *rect,
                                            int to_device, int from_device,
                                            const void *at) COLD;
/* INT_MAX: TO and FROM are both NULL, the program asks for the maximum of
   DIMS.  */
static SPECIALIZED int
gomp_routine_copy_rect (void *to, const void *from, size_t element_size,
                        int dims, const struct gomp_rectangle *rect,
                        int to_device, int from_device, const void *at)
{
  struct gomp_route route;
  enum gomp_memory_owner worse
      = gomp_routine_copy_route (to_device, from_device, &route);
  if (worse != GOMP_MEMORY_OBSERVED)
    return gomp_routine_copy_rect_along (worse == GOMP_MEMORY_NOWHERE ? NULL
                                                                      : &route,
                                         to, from, element_size, dims, rect);
  return gomp_routine_copy_rect_observed (to, from, element_size, dims, rect,
                                          to_device, from_device, at);
}

/* ---- Filling.  */

/* gomp_routine_set_check: can SIZE bytes at PTR be set?  GOMP_OBSERVE: the
   function did nothing; call gomp_routine_set_observed.  */
HIDDEN bool gomp_routine_set_check (const void *ptr, size_t size, int number);
HIDDEN enum gomp_status gomp_routine_set (void *ptr, int value, size_t size,
                                          int number);
HIDDEN enum gomp_status gomp_routine_set_observed (void *ptr, int value,
                                                   size_t size, int number,
                                                   const void *at) COLD;

/* ---- Associations: 0 or EINVAL.  */

HIDDEN int gomp_routine_associate_on (struct gomp_device *device,
                                      const void *host, const void *devptr,
                                      size_t size, size_t offset);
HIDDEN int gomp_routine_associate_on_observed (struct gomp_device *device,
                                               const void *host,
                                               const void *devptr, size_t size,
                                               size_t offset,
                                               enum gomp_model model) COLD;
HIDDEN int gomp_routine_associate_observed (const void *host,
                                            const void *devptr, size_t size,
                                            size_t offset, int number,
                                            const void *at) COLD;
static SPECIALIZED int
gomp_routine_associate (const void *host, const void *devptr, size_t size,
                        size_t offset, int number, const void *at)
{
  struct gomp_device *device;
  enum gomp_memory_owner owner = gomp_routine_find (number, &device);
  if (likely (owner == GOMP_MEMORY_DEVICE))
    return gomp_routine_associate_on (device, host, devptr, size, offset);
  return owner == GOMP_MEMORY_OBSERVED ? gomp_routine_associate_observed (
             host, devptr, size, offset, number, at)
                                       : EINVAL;
}

HIDDEN int gomp_routine_disassociate_on (struct gomp_device *device,
                                         const void *host);
HIDDEN int gomp_routine_disassociate_on_observed (struct gomp_device *device,
                                                  const void *host,
                                                  enum gomp_model model) COLD;
HIDDEN int gomp_routine_disassociate_observed (const void *host, int number,
                                               const void *at) COLD;
static SPECIALIZED int
gomp_routine_disassociate (const void *host, int number, const void *at)
{
  struct gomp_device *device;
  enum gomp_memory_owner owner = gomp_routine_find (number, &device);
  if (likely (owner == GOMP_MEMORY_DEVICE))
    return gomp_routine_disassociate_on (device, host);
  return owner == GOMP_MEMORY_OBSERVED
             ? gomp_routine_disassociate_observed (host, number, at)
             : EINVAL;
}

#endif

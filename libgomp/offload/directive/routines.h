/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines on device memory; numbers are the program's.  See routines.c.

   That somebody listens to them costs nobody else anything: only what is no
   device without that is looked at again (GOMP_MEMORY_OBSERVED).  What raises
   events ends in _observed; AT is where the program calls, NULL: as
   gomp_observe_here says.  */

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
  GOMP_MEMORY_DEVICE,  /* with memory of its own */
  GOMP_MEMORY_HOST,    /* its memory, also where a device shares it */
  GOMP_MEMORY_NOWHERE, /* no such device, or it cannot be used (recorded) */
  GOMP_MEMORY_OBSERVED /* a device, and what is done there is to be observed */
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

/* GOMP_OBSERVE: nothing was done, call gomp_routine_free_observed.  */
HIDDEN enum gomp_status gomp_routine_free (void *devptr, int number);
HIDDEN enum gomp_status gomp_routine_free_observed (void *devptr, int number,
                                                    const void *at) COLD;

/* Also if somebody listens.  */
HIDDEN enum gomp_status gomp_routine_free_on (struct gomp_device *device,
                                              void *devptr,
                                              enum gomp_model model);

/* ---- Questions.  */

HIDDEN bool gomp_routine_is_present (const void *host, int number);
HIDDEN void *gomp_routine_mapped (const void *host, int number);
HIDDEN bool gomp_routine_is_accessible (const void *host, size_t size,
                                        int number);

/* ---- Copies: 0 or EINVAL.  */

/* Both sides of a copy; NULL is the host.  */
struct gomp_route
{
  struct gomp_device *to;
  struct gomp_device *from;
};

/* The worse of both owners.  */
HIDDEN enum gomp_memory_owner gomp_routine_route (int to_device,
                                                  int from_device,
                                                  struct gomp_route *route) HOT;

HIDDEN int gomp_routine_copy_along (const struct gomp_route *route, void *to,
                                    const void *from, size_t size,
                                    size_t to_offset, size_t from_offset);
/* As a routine of KIND; there are bytes to copy.  */
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
      = gomp_routine_route (to_device, from_device, &route);
  if (likely (worse < GOMP_MEMORY_NOWHERE))
    return gomp_routine_copy_along (&route, to, from, size, to_offset,
                                    from_offset);
  return worse == GOMP_MEMORY_NOWHERE
             ? EINVAL
             : gomp_routine_copy_observed (to, from, size, to_offset,
                                           from_offset, to_device, from_device,
                                           at);
}
/* What it would return before it copies anything.  */
HIDDEN int gomp_routine_copy_check (const void *to, const void *from,
                                    size_t size, int to_device,
                                    int from_device);

struct gomp_rectangle
{
  const size_t *volume;       /* elements to copy, by dimension */
  const size_t *to_offsets;   /* first element there */
  const size_t *from_offsets; /* and here */
  const size_t *to_dims;      /* elements of the whole array there */
  const size_t *from_dims;    /* and here */
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
/* INT_MAX for no memory at all.  */
static SPECIALIZED int
gomp_routine_copy_rect (void *to, const void *from, size_t element_size,
                        int dims, const struct gomp_rectangle *rect,
                        int to_device, int from_device, const void *at)
{
  struct gomp_route route;
  enum gomp_memory_owner worse
      = gomp_routine_route (to_device, from_device, &route);
  if (worse != GOMP_MEMORY_OBSERVED)
    return gomp_routine_copy_rect_along (worse == GOMP_MEMORY_NOWHERE ? NULL
                                                                      : &route,
                                         to, from, element_size, dims, rect);
  return gomp_routine_copy_rect_observed (to, from, element_size, dims, rect,
                                          to_device, from_device, at);
}

/* ---- Filling.  */

/* Can SIZE bytes at PTR be set?  Then set them.  GOMP_OBSERVE: as above.  */
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

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Array descriptors of Fortran, as GCC 8 and newer lay them out.  Owns no
   data.  */

#ifndef GOMP_BASE_DESCRIPTOR_H
#define GOMP_BASE_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

struct gomp_descriptor
{
  const char *base;    /* first element */
  size_t offset;       /* of the element with subscripts 0 */
  size_t element_size; /* bytes */
  int version;
  signed char rank;
  signed char type;
  short attribute;
  ptrdiff_t span; /* bytes from element to element */
  struct
  {
    ptrdiff_t stride, lower, upper; /* in elements */
  } dim[];                          /* rank */
};

/* The bytes of an array from its first element on.  False if it has no
   elements, or gaps between them.  */
static inline bool
gomp_descriptor_size (const struct gomp_descriptor *d, size_t *size)
{
  *size = d->element_size;
  for (int i = 0; i < d->rank; i++)
    {
      ptrdiff_t extent = d->dim[i].upper - d->dim[i].lower + 1;
      if (extent <= 0
          || d->dim[i].stride * (ptrdiff_t)d->element_size != (ptrdiff_t)*size)
        return false;
      *size *= (size_t)extent;
    }
  return true;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Counting of attached pointers, for pointer.c.  What other files call to
   detach pointers is in construct.h.  Belongs to the encountering thread.  */

#ifndef OFFLOAD_CONSTRUCT_ATTACH_COUNT_H
#define OFFLOAD_CONSTRUCT_ATTACH_COUNT_H

#include "offload/construct/setup.h"

/* When a pointer is given a new device address.  */
enum gomp_attach_when
{
  GOMP_ATTACH_FIRST,   /* unless it is attached */
  GOMP_ATTACH_OTHER,   /* unless it is attached to the same data */
  GOMP_ATTACH_ALWAYS,  /* in any case */
  GOMP_ATTACH_NOT_NEW, /* it is left alone, but counted if it is attached */
};

/* Write VALUE to the device copy of the pointer at HOST, inside MAPPING.  */
HIDDEN enum gomp_status gomp_attach_write (struct gomp_setup *s,
                                           struct gomp_mapping *mapping,
                                           uintptr_t host, uintptr_t value);
/* From now on the pointer of clause I, in MAPPING, has the device address VALUE
   (WHEN: unless it keeps the one it has), and is not copied from or to the
   host. If the construct has no reference to MAPPING, the mapping may have
   died.  The thread that copies it back has had the mutex before, and then the
   dead mapping is left alone; or it gets the mutex later, and sees the attached
   pointer.  */
HIDDEN enum gomp_status gomp_attach_count (struct gomp_setup *s, size_t i,
                                           struct gomp_mapping *mapping,
                                           const struct gomp_clause *clause,
                                           uintptr_t value,
                                           enum gomp_attach_when when);

#endif

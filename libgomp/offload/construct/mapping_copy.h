/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies between the host and a mapping's device copy.  Pointers that are
   attached have a device address there, so copies leave them out.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_MAPPING_COPY_H
#define GOMP_OFFLOAD_CONSTRUCT_MAPPING_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/construct/download.h"
#include "offload/device/device.h"

/* [HOST, HOST + SIZE) is inside the mapping.  FROM: the source of the copy to
   the device.  */
HIDDEN enum gomp_status gomp_mapping_write (struct gomp_device *device,
                                            struct gomp_mapping *mapping,
                                            uintptr_t host, const void *from,
                                            size_t size) HOT;
/* The copy is complete when F is flushed; the caller holds the mapping until
   then.  */
HIDDEN enum gomp_status gomp_mapping_read (struct gomp_download *f,
                                           struct gomp_mapping *mapping,
                                           uintptr_t host, size_t size) HOT;
/* The same for observed constructs.  The copy is complete on return.  */
HIDDEN enum gomp_status
gomp_mapping_write_observed (struct gomp_device *device,
                             struct gomp_mapping *mapping, uintptr_t host,
                             const void *from, size_t size) COLD;
HIDDEN enum gomp_status
gomp_mapping_read_observed (struct gomp_device *device,
                            struct gomp_mapping *mapping, uintptr_t host,
                            size_t size) COLD;
/* The same, if the host's bytes may be constant: only what has changed is
   written.  */
HIDDEN enum gomp_status
gomp_mapping_read_changed_observed (struct gomp_device *device,
                                    struct gomp_mapping *mapping,
                                    uintptr_t host, size_t size) COLD;

/* Has MAPPING attached pointers, or may another thread attach one?  Such a
   thread took the mapping before it died.  */
static inline bool
gomp_mapping_may_have_attached (struct gomp_mapping *mapping)
{
  return unlikely (gomp_mapping_marks (mapping) & GOMP_READY_ATTACHED)
         || unlikely (
             gomp_mapping_is_dead_and_held (gomp_mapping_owner (mapping)));
}

/* Cut [HOST, END), in MAPPING, at pointers that are attached, or that have not
   got the host's value back.  The first piece ends at the result; the rest
   begins at *NEXT.  The caller has the device's `attaching' mutex, or no other
   thread attaches.  */
HIDDEN uintptr_t gomp_mapping_piece_end (struct gomp_mapping *mapping,
                                         uintptr_t host, uintptr_t end,
                                         uintptr_t *next);
#endif

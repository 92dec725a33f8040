/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What an image brings for target device (ancestor: 1): the table
   gomp_device.reverse.  */

#ifndef GOMP_OFFLOAD_DEVICE_REVERSE_FUNCTIONS_H
#define GOMP_OFFLOAD_DEVICE_REVERSE_FUNCTIONS_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct gomp_device;
struct gomp_host_table;

/* An image with DATA (the plugin's) and the entries of TABLE was loaded to
   DEVICE, and may ask for regions of the host.  *ADDRESSES: on the device, of
   each function in TABLE, until gomp_reverse_unload frees them.  The caller has
   the device's mutex for both.  */
HIDDEN enum gomp_status gomp_reverse_load (struct gomp_device *device,
                                           const void *data,
                                           const struct gomp_host_table *table,
                                           uint64_t **addresses);
/* The image is about to go.  ADDRESSES may be NULL.  */
HIDDEN void gomp_reverse_unload (struct gomp_device *device,
                                 const struct gomp_host_table *table,
                                 uint64_t *addresses);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of the host that regions of an image call by target device
   (ancestor: 1): the table gomp_device.reverse.  */

#ifndef GOMP_OFFLOAD_DEVICE_REVERSE_FUNCTIONS_H
#define GOMP_OFFLOAD_DEVICE_REVERSE_FUNCTIONS_H

#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"

struct gomp_device;
struct gomp_host_table;

/* An image with DATA (the plugin's) and the entries of TABLE was loaded to
   DEVICE, and may request regions of the host.  *ADDRESSES: the device address
   of each function in TABLE; gomp_reverse_unload frees them.  The caller has
   the device's mutex for both.  */
HIDDEN enum gomp_status gomp_reverse_load (struct gomp_device *device,
                                           const void *data,
                                           const struct gomp_host_table *table,
                                           uint64_t **addresses);
/* The image is about to be unloaded.  ADDRESSES may be NULL.  */
HIDDEN void gomp_reverse_unload (struct gomp_device *device,
                                 const struct gomp_host_table *table,
                                 uint64_t *addresses);

#endif

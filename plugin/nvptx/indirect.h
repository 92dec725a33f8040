/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that a region calls by the host's pointer to them (declare target
   indirect), in images of GCC 14 and newer.  */

#ifndef NVPTX_INDIRECT_H
#define NVPTX_INDIRECT_H

#include <stddef.h>

#include "base/diag.h"
#include "driver.h"

struct nvptx_device;

/* Give the image MODULE, which has COUNT of them, the map from HOSTS, their
   addresses on the host in its order, to those on the device.  Its memory, to
   be freed with the image, goes to MAP.  */
HIDDEN enum gomp_status nvptx_indirect_store (struct nvptx_device *d,
                                              CUmodule module,
                                              void *const *hosts, size_t count,
                                              CUdeviceptr *map) COLD;

#endif

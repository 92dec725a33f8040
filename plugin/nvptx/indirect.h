/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions that a region calls through host pointers (declare target
   indirect), in images of GCC 14 and newer.  */

#ifndef PLUGIN_NVPTX_INDIRECT_H
#define PLUGIN_NVPTX_INDIRECT_H

#include <stddef.h>

#include "base/diag.h"
#include "driver.h"

struct nvptx_device;

/* Give the image MODULE, which has COUNT of them, the map from HOSTS, their
   host addresses in its order, to their device addresses.  MAP gets the map's
   memory, which is freed with the image.  */
HIDDEN enum gomp_status nvptx_indirect_store (struct nvptx_device *d,
                                              CUmodule module,
                                              void *const *hosts, size_t count,
                                              CUdeviceptr *map) COLD;

#endif

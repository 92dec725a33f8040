/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finding, starting and stopping GPUs.  */

#ifndef PLUGIN_NVPTX_LIFECYCLE_H
#define PLUGIN_NVPTX_LIFECYCLE_H

#include "base/compiler.h"
#include "base/diag.h"

struct nvptx_device;

/* Find the GPUs; GOMP_ERR_NODEV as of nvptx_driver_open.  */
HIDDEN enum gomp_status nvptx_devices_find (void);
HIDDEN enum gomp_status nvptx_lifecycle_start (struct nvptx_device *d);
HIDDEN void nvptx_lifecycle_stop (struct nvptx_device *d);

#endif

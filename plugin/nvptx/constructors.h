/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Constructors and destructors of variables that are declare target.  */

#ifndef PLUGIN_NVPTX_CONSTRUCTORS_H
#define PLUGIN_NVPTX_CONSTRUCTORS_H

#include "base/diag.h"

struct nvptx_device;
struct nvptx_image;

/* Run the constructors of IMAGE, which is loaded, in order.  */
HIDDEN enum gomp_status nvptx_constructors_run (struct nvptx_device *d,
                                                struct nvptx_image *image) COLD;
/* Run its destructors, the last first.  */
HIDDEN enum gomp_status nvptx_destructors_run (struct nvptx_device *d,
                                               struct nvptx_image *image) COLD;

#endif

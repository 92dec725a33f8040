/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loading images into this process.  */

#ifndef PLUGIN_SHARED_IMAGE_H
#define PLUGIN_SHARED_IMAGE_H

#include "base/compiler.h"
#include "base/diag.h"
#include "plugin.h"

struct named_image;
struct shared_device;

/* As the hooks load_image, load_named_image and unload_image.  */
HIDDEN enum gomp_status shared_image_load (struct shared_device *d,
                                           unsigned version,
                                           const void *descriptor,
                                           struct addr_pair **table,
                                           int *count);
HIDDEN enum gomp_status
shared_image_load_named (struct shared_device *d,
                         const struct named_image *named,
                         struct addr_pair **table, int *count);
HIDDEN enum gomp_status shared_image_unload (struct shared_device *d,
                                             const void *data);

#endif

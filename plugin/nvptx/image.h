/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images: what GCC or clang made for NVIDIA devices, loaded by the driver.  */

#ifndef PLUGIN_NVPTX_IMAGE_H
#define PLUGIN_NVPTX_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "plugin.h"
#include "reverse.h"

struct named_image;
struct nvptx_device;
struct nvptx_image; /* image_internal.h */

/* The images of a device; libgomp loads one at a time.  */
struct nvptx_images
{
  struct nvptx_image *list;
  void *const *indirect; /* of the next loaded image: host addresses of */
  size_t indirect_count; /* its functions that are called by pointers */
};

/* GOMP_ERR_NODEV: the image is not for D.  */
HIDDEN enum gomp_status nvptx_image_load (struct nvptx_device *d,
                                          unsigned version, const void *data,
                                          struct addr_pair **table, int *count);
/* The same for an image whose entries are found by their names.  */
HIDDEN enum gomp_status nvptx_image_load_named (struct nvptx_device *d,
                                                const struct named_image *image,
                                                struct addr_pair **table,
                                                int *count);
HIDDEN enum gomp_status nvptx_image_unload (struct nvptx_device *d,
                                            const void *data);
/* The next loaded image has COUNT functions that are called through pointers;
   HOSTS: their addresses on the host.  */
HIDDEN void nvptx_image_announce (struct nvptx_device *d, void *const *hosts,
                                  size_t count);
/* The image with DATA may request functions of the host, which SERVE runs.
   Store the device addresses of the image's own functions in FUNCTIONS.  */
HIDDEN enum gomp_status nvptx_image_let_ask (struct nvptx_device *d,
                                             const void *data,
                                             uint64_t *functions,
                                             nvptx_service *serve);
/* Unload all.  */
HIDDEN void nvptx_images_unload (struct nvptx_device *d);

#endif

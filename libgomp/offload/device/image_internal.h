/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by image.c, which loads images, and image_registry.c, which has the
   list of them.  */

#ifndef GOMP_OFFLOAD_DEVICE_IMAGE_INTERNAL_H
#define GOMP_OFFLOAD_DEVICE_IMAGE_INTERNAL_H

#include "offload/device/image.h"

#define GOMP_IMAGE_INTERFACE_OF(version) ((version) >> 16)

struct gomp_image
{
  struct gomp_image *next;             /* registered after this one */
  const struct gomp_host_table *table; /* the host's entries */
  const void *data;                /* as registered; identity of the image */
  unsigned version;                /* as registered */
  int type;                        /* device type */
  const struct named_image *named; /* DATA, if entries are found by their names;
                                      else NULL */
};

/* Do the data of an image of VERSION begin with requirements?  */
static inline bool
gomp_image_has_requires (unsigned version)
{
  return GOMP_IMAGE_INTERFACE_OF (version) >= GOMP_IMAGE_INTERFACE_REQUIRES;
}

/* Copy the first registered image that DEVICE lacks.  False: the device has
   all images of its type.  The caller has the device's mutex.  */
HIDDEN bool gomp_image_find_missing (struct gomp_device *device,
                                     struct gomp_image *missing);
/* Is IMAGE loaded on DEVICE?  The caller has the device's mutex.  */
HIDDEN bool gomp_image_is_loaded (const struct gomp_device *device,
                                  const struct gomp_image *image);
/* Remove the image with DATA from DEVICE, if it is loaded there.  */
HIDDEN enum gomp_status gomp_image_unload (struct gomp_device *device,
                                           const void *data);

#endif

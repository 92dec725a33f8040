/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device images that programs and libraries register, and the images loaded to
   each device.  See image.c and image_registry.c.  */

#ifndef GOMP_OFFLOAD_DEVICE_IMAGE_H
#define GOMP_OFFLOAD_DEVICE_IMAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "base/fork.h"
#include "tool/words.h"

struct gomp_device;

/* The newest libgomp interface whose registrations are understood: that of GCC
   14 to 16.  */
#define GOMP_IMAGE_INTERFACE 3
/* From this interface on (GCC 6) registrations include the number of the
   interface.  */
#define GOMP_IMAGE_INTERFACE_NUMBERED 1
/* From this interface on the data begin with the requirements of the
   program.  */
#define GOMP_IMAGE_INTERFACE_REQUIRES 2
/* From this interface on (GCC 14) programs know that there may be no default
   device.  */
#define GOMP_IMAGE_INTERFACE_NO_DEFAULT 3

/* From this interface on (GCC 14) a pointer to unmapped data keeps its value
   in a region; before, it is null there.  */
#define GOMP_IMAGE_INTERFACE_KEEPS_POINTERS 3
/* The interface of GCC 16, whose map clauses may have iterators.  */
#define GOMP_IMAGE_INTERFACE_ITERATORS 3
/* From this interface on (GCC 14) the host's table has indirect functions.  */
#define GOMP_IMAGE_INTERFACE_INDIRECT 3

/* A host object's entries, as crtoffloadtable.o delimits them.  */
struct gomp_host_table
{
  void *const *functions_start; /* address of each target region */
  void *const *functions_end;
  const uintptr_t *variables_start; /* address, size of each variable; */
  const uintptr_t *variables_end;   /* bit 63 of the size: link */
  /* Only from GOMP_IMAGE_INTERFACE_INDIRECT on.  */
  void *const *indirect_start; /* address of each function that regions call */
  void *const *indirect_end;   /* by a pointer of the host's */
};

HIDDEN enum gomp_status gomp_image_register (unsigned version,
                                             const void *host_table, int type,
                                             const void *data);
HIDDEN enum gomp_status gomp_image_unregister (unsigned version,
                                               const void *host_table, int type,
                                               const void *data);
/* The same for an image whose entries are found by their names
   (named_image.h).  */
struct named_image;
struct offgomp_host_table;
HIDDEN enum gomp_status
gomp_image_register_named (const struct offgomp_host_table *table,
                           const struct named_image *image, int type);
HIDDEN enum gomp_status
gomp_image_unregister_named (const struct named_image *image);
/* Is there an image of INTERFACE or a newer one, for any device?  */
HIDDEN bool gomp_image_is_registered (unsigned interface);
/* Is there an image for devices of TYPE?  */
HIDDEN bool gomp_image_is_for (int type);
/* Is there an image?  */
HIDDEN bool gomp_image_is_there (void);
/* The reason why none of the COUNT devices is the default; a constant.  */
HIDDEN const char *gomp_image_lack (int count) COLD;
/* Changes when an image is registered or unregistered.  Sequentially
   consistent, see select.c.  */
HIDDEN extern atomic_uint gomp_image_changes;
/* Changes when an image is registered.  */
HIDDEN extern atomic_uint gomp_image_generation;
/* Load the registered images of DEVICE's type that it does not have.  The
   caller has the device's mutex.  */
HIDDEN enum gomp_status gomp_image_load_all (struct gomp_device *device);
/* Unload all images of DEVICE.  The caller has the device's mutex.  */
HIDDEN enum gomp_status gomp_image_unload_all (struct gomp_device *device);
/* Forget that images are loaded on DEVICE.  The plugin, which is not called,
   is about to give up the device.  The caller has the device's mutex.  */
HIDDEN void gomp_image_forget_all (struct gomp_device *device);
/* See base/fork.h.  */
HIDDEN void gomp_image_fork (enum gomp_fork when);
/* Record why DEVICE does not have the region FN.  */
HIDDEN void gomp_image_explain_missing (struct gomp_device *device,
                                        const void *fn, enum gomp_model model);
/* The name of a target region, for messages: "main._omp_fn.0".  FN: the host
   function.  Never NULL.  BUF has GOMP_REGION_NAME_MAX bytes.  */
#define GOMP_REGION_NAME_MAX 256
HIDDEN const char *gomp_region_name (struct gomp_device *device, const void *fn,
                                     char *buf);

#endif

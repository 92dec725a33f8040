/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device images that programs and libraries register, and what a device knows
   of those loaded to it.  See image.c and image_registry.c.  */

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

/* Newest libgomp interface whose registrations are understood: that of GCC 14
   to 16.  */
#define GOMP_IMAGE_INTERFACE 3
/* From this one on (GCC 6) registrations have the number of one.  */
#define GOMP_IMAGE_INTERFACE_NUMBERED 1
/* From this one on the data begin with the requirements of the program.  */
#define GOMP_IMAGE_INTERFACE_REQUIRES 2
/* From this one on (GCC 14) programs know that the default device can be
   none.  */
#define GOMP_IMAGE_INTERFACE_NO_DEFAULT 3

/* From this one on (GCC 14) a pointer to what is not mapped is the same in a
   region, before it is null there.  */
#define GOMP_IMAGE_INTERFACE_KEEPS_POINTERS 3
/* That of GCC 16, whose map clauses may have iterators.  */
#define GOMP_IMAGE_INTERFACE_ITERATORS 3
/* From this one on (GCC 14) the host's table has indirect functions.  */
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
/* Is there an image of INTERFACE or a newer one, whatever its device?  */
HIDDEN bool gomp_image_is_registered (unsigned interface);
/* Is there an image for devices of TYPE?  */
HIDDEN bool gomp_image_is_for (int type);
/* Is there any?  */
HIDDEN bool gomp_image_is_there (void);
/* Why none of the COUNT devices is the default; a constant.  */
HIDDEN const char *gomp_image_lack (int count) COLD;
/* Changes whenever one comes or goes; sequentially consistent, see select.c. */
HIDDEN extern atomic_uint gomp_image_changes;
/* Changes whenever an image is registered.  */
HIDDEN extern atomic_uint gomp_image_generation;
/* Load the registered images of DEVICE's type that it has not yet.  The caller
   has the device's mutex.  */
HIDDEN enum gomp_status gomp_image_load_all (struct gomp_device *device);
/* Unload them all.  Likewise.  */
HIDDEN enum gomp_status gomp_image_unload_all (struct gomp_device *device);
/* None is loaded any more; the plugin, which is asked for nothing, is about to
   give up the device.  The caller has the device's mutex.  */
HIDDEN void gomp_image_forget_all (struct gomp_device *device);
/* See base/fork.h.  */
HIDDEN void gomp_image_fork (enum gomp_fork when);
/* Record why the region FN is not on DEVICE.  */
HIDDEN void gomp_image_explain_missing (struct gomp_device *device,
                                        const void *fn, enum gomp_model model);
/* Name of a target region, for messages: "main._omp_fn.0".  FN: the host
   function; never NULL.  BUF has GOMP_REGION_NAME_MAX bytes.  */
#define GOMP_REGION_NAME_MAX 256
HIDDEN const char *gomp_region_name (struct gomp_device *device, const void *fn,
                                     char *buf);

#endif

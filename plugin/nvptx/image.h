/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images: PTX that GCC made, linked by the driver and loaded.  */

#ifndef NVPTX_PLUGIN_IMAGE_H
#define NVPTX_PLUGIN_IMAGE_H

#include <stdint.h>

#include "device.h"
#include "plugin.h"

struct nvptx_reverse; /* reverse.h */
/* As GOMP_PLUGIN_target_rev.  */
typedef void nvptx_service (uint64_t function, uint64_t count, uint64_t hosts,
                            uint64_t sizes, uint64_t kinds, int device);

/* A target region's kernel: its address is what libgomp gives run.  */
struct nvptx_function
{
  CUfunction handle;
  const char *label; /* "main._omp_fn.0" */
  int registers;     /* of a lane */
  int threads_max;   /* OpenMP threads of a team, of 32 lanes each */
  unsigned shared;   /* bytes of dynamic shared memory */
  bool shares_teams; /* with other kernels, their number: team_count.h */
  struct nvptx_reverse *reverse; /* its image's, or NULL: it asks for nothing of
                                    the host */
  atomic_int fit[33]; /* teams that fit into a multiprocessor, by the number
                         of their threads; 0: not known yet */
};

HIDDEN enum gomp_status nvptx_image_load (struct nvptx_device *d,
                                          unsigned version, const void *data,
                                          struct addr_pair **table, int *count);
HIDDEN enum gomp_status nvptx_image_unload (struct nvptx_device *d,
                                            const void *data);
/* Where the variable NAME of an image is; NEEDED: that there is none is an
   error.  */
HIDDEN enum gomp_status nvptx_image_variable (struct nvptx_device *d,
                                              CUmodule module, const char *name,
                                              bool needed,
                                              struct addr_pair *pair);
/* The table NAME of an image, of COUNT addresses of its functions, which are
   WHAT, to ADDRESSES.  */
HIDDEN enum gomp_status nvptx_image_table (struct nvptx_device *d,
                                           CUmodule module, const char *name,
                                           const char *what, size_t count,
                                           uint64_t *addresses);
/* The image that is loaded next has COUNT functions that are called by
   pointers; HOSTS: their addresses on the host.  */
HIDDEN void nvptx_image_announce (struct nvptx_device *d, void *const *hosts,
                                  size_t count);
/* The image with DATA may ask for functions of the host, which SERVE runs; its
   own are stored to FUNCTIONS by their addresses on the device.  */
HIDDEN enum gomp_status nvptx_image_let_ask (struct nvptx_device *d,
                                             const void *data,
                                             uint64_t *functions,
                                             nvptx_service *serve);
/* Unload all.  */
HIDDEN void nvptx_images_unload (struct nvptx_device *d);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images: PTX that GCC made, linked by the driver and loaded.  */

#ifndef NVPTX_PLUGIN_IMAGE_H
#define NVPTX_PLUGIN_IMAGE_H

#include "device.h"
#include "plugin.h"

/* A target region's kernel: its address is what libgomp gives run.  */
struct nvptx_function
{
  CUfunction handle;
  const char *label;  /* "main._omp_fn.0" */
  int registers;      /* of a lane */
  int threads_max;    /* OpenMP threads of a team, of 32 lanes each */
  unsigned shared;    /* bytes of dynamic shared memory */
  bool shares_teams;  /* with other kernels, their number: teams.h */
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
/* The image that is loaded next has COUNT functions that are called by
   pointers; HOSTS: their addresses on the host.  */
HIDDEN void nvptx_image_announce (struct nvptx_device *d, void *const *hosts,
                                  size_t count);
/* Unload all.  */
HIDDEN void nvptx_images_unload (struct nvptx_device *d);

#endif

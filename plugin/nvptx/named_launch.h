/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches of clang's kernels: their arguments and their grid.  */

#ifndef PLUGIN_NVPTX_NAMED_LAUNCH_H
#define PLUGIN_NVPTX_NAMED_LAUNCH_H

#include "device.h"
#include "gangs.h"
#include "named_image.h"
#include "stacks.h"

/* What the target arguments of a region of clang say.  */
struct nvptx_named_size
{
  uint64_t shape; /* named_image.h */
  size_t words;   /* of the argument block */
};

/* A kernel's parameters.  */
struct nvptx_named_launch
{
  uint64_t word[NAMED_IMAGE_WORDS + 1];
  size_t count;
  struct nvptx_stack *buffer; /* for reductions; NULL: none */
  struct gomp_mutex *turn;    /* which this launch has taken, or NULL */
};

/* Fill L for F, with arguments in BLOCK, and choose its grid.  Until the last
   function is called, the launch keeps F's turn from other threads.  */
HIDDEN enum gomp_status
nvptx_named_prepare (struct nvptx_device *d, struct nvptx_function *f,
                     CUdeviceptr block, const struct nvptx_named_size *size,
                     struct nvptx_named_launch *l, struct nvptx_grid *g);
HIDDEN CUresult nvptx_named_start (const struct nvptx_function *f,
                                   struct nvptx_named_launch *l,
                                   const struct nvptx_grid *g, CUstream stream);
/* The kernel has ended.  */
HIDDEN void nvptx_named_finish (struct nvptx_device *d,
                                struct nvptx_named_launch *l);

#endif

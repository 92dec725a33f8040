/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Soft stacks: device memory for the stack frames of GCC's code, a fixed size
   for each warp of a launch.  They are kept for the next launch.  */

#ifndef PLUGIN_NVPTX_STACKS_H
#define PLUGIN_NVPTX_STACKS_H

#include <stddef.h>

#include "base/compiler.h"
#include "driver.h"
#include "sync/mutex.h"

struct nvptx_device;

/* Bytes for a warp.  */
#define NVPTX_STACK_SIZE ((size_t)128 << 10)

struct nvptx_stack
{
  struct nvptx_stack *next;
  CUdeviceptr start;
  size_t size;
};

/* The stacks of a device.  */
struct nvptx_stacks
{
  struct gomp_mutex lock;      /* protects all that follows */
  struct nvptx_stack *unused;  /* no kernel runs on them */
  size_t size;                 /* bytes of all, used or not */
  unsigned taken;              /* how many are used */
  struct gomp_wait_word given; /* counts how often stacks were given back */
};

/* Get stacks of at least SIZE bytes for a launch of the calling thread; NULL:
   an error is recorded.  */
HIDDEN struct nvptx_stack *nvptx_stacks_take (struct nvptx_device *d,
                                              size_t size) HOT;
HIDDEN void nvptx_stacks_give (struct nvptx_device *d,
                               struct nvptx_stack *stack) HOT;
/* The most bytes that a launch should ask for.  */
HIDDEN size_t nvptx_stacks_limit (const struct nvptx_device *d);
/* Free all stacks of D; none is in use.  */
HIDDEN void nvptx_stacks_release (struct nvptx_device *d);

#endif

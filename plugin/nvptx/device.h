/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A GPU: its primary context, which it shares with CUDA libraries of the
   program, and the data that each file keeps for it.  */

#ifndef PLUGIN_NVPTX_DEVICE_H
#define PLUGIN_NVPTX_DEVICE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "async.h"
#include "driver.h"
#include "image.h"
#include "memory.h"
#include "os/origin.h"
#include "stacks.h"
#include "streams.h"
#include "same_grid.h"

enum nvptx_condition
{
  NVPTX_DOWN, /* not initialised, or finalised */
  NVPTX_UP,
  NVPTX_ENDING /* finalised with work in flight: no longer usable */
};

struct nvptx_device
{
  int ordinal;          /* libgomp's number within the plugin, and CUDA's */
  atomic_int condition; /* enum nvptx_condition */
  atomic_bool is_measured; /* a tool wants to know when kernels run */
  CUdevice handle;
  CUcontext context; /* the primary one, while it is up */
  char name[100];    /* of the GPU */
  int multiprocessors;
  int clock;        /* kHz */
  int num_teams;    /* of a teams construct without the clause; 0: no limit */
  int thread_limit; /* likewise */
  size_t total;     /* bytes of memory */

  struct nvptx_streams streams;       /* copies and kernels */
  struct nvptx_memory memory;         /* blocks */
  struct nvptx_stacks stacks;         /* of launches */
  struct nvptx_same_grid same_grid; /* of the regions in flight */
  struct nvptx_images images;         /* what was loaded */
  struct nvptx_async async;           /* launches without a waiting thread */
};

HIDDEN extern struct nvptx_device *nvptx_devices;
HIDDEN extern int nvptx_device_count;
/* Counts initialisations of devices.  What a thread has recorded about a
   context holds for one of them only.  */
HIDDEN extern atomic_uint nvptx_generation;

/* If this process forks, its children cannot use the COUNT devices, which are
   known from now on.  */
HIDDEN void nvptx_devices_enter (struct nvptx_device *devices, int count);
/* Is this process such a child?  */
HIDDEN bool nvptx_device_was_forked (void);
/* IS_ENDING: the calling thread finalises devices because the program ends.
   False takes this back, if the calling thread said it.  */
HIDDEN void nvptx_device_ending (bool is_ending);
/* A call on D has failed, perhaps because another thread ends the program and
   has finalised D.  Then the caller made no mistake, and this waits for the end
   of the program instead of returning.  */
HIDDEN void nvptx_device_await_end (struct nvptx_device *d) COLD;
/* Record why D cannot be used, and return an error.  */
HIDDEN enum gomp_status nvptx_device_refuse (struct nvptx_device *d) COLD;

/* May D be used, by this process?  */
static inline bool
nvptx_device_usable (struct nvptx_device *d)
{
  /* Acquire: pairs with the release in nvptx_lifecycle_start.  */
  return likely (atomic_load_explicit (&d->condition, memory_order_acquire)
                     == NVPTX_UP
                 && !os_origin_lost ())
         || nvptx_device_refuse (d) == GOMP_OK;
}

#endif

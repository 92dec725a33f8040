/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches that libgomp does not wait for.  */

#ifndef PLUGIN_NVPTX_ASYNC_H
#define PLUGIN_NVPTX_ASYNC_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "sync/mutex.h"

struct nvptx_device;
struct nvptx_launch;

struct nvptx_async
{
  struct gomp_mutex lock;    /* of the queue */
  struct nvptx_queue *queue; /* NULL until it is needed */
};

/* Run L, and report the end of TASK to libgomp.  */
HIDDEN enum gomp_status nvptx_async_run (struct nvptx_device *d,
                                         const struct nvptx_launch *l,
                                         void *task);
/* Start no more launches of D; false if some still run.  */
HIDDEN bool nvptx_async_stop (struct nvptx_device *d);
/* End the program with the error that the calling thread has recorded about
   D.  */
HIDDEN _Noreturn void nvptx_die (struct nvptx_device *d) COLD;

#endif

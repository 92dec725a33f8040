/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches that libgomp does not wait for.  */

#ifndef NVPTX_ASYNC_H
#define NVPTX_ASYNC_H

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

/* Have L run, and libgomp told of TASK when it has.  */
HIDDEN enum gomp_status nvptx_async_run (struct nvptx_device *d,
                                         const struct nvptx_launch *l,
                                         void *task);
/* Start nothing more; false: something still runs.  */
HIDDEN bool nvptx_async_stop (struct nvptx_device *d);
/* End the program with what the calling thread has recorded of D.  */
HIDDEN _Noreturn void nvptx_die (struct nvptx_device *d) COLD;

#endif

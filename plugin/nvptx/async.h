/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches that libgomp does not wait for.  */

#ifndef NVPTX_ASYNC_H
#define NVPTX_ASYNC_H

#include "launch.h"

/* Have L run, and libgomp told of TASK when it has.  */
HIDDEN enum gomp_status nvptx_async_run (struct nvptx_device *d,
                                         const struct nvptx_launch *l,
                                         void *task);
/* Start nothing more; false: something still runs.  */
HIDDEN bool nvptx_async_stop (struct nvptx_device *d);
/* End the program with what the calling thread has recorded of D.  */
HIDDEN _Noreturn void nvptx_die (struct nvptx_device *d) COLD;

#endif

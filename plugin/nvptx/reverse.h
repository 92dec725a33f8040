/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions of the host that kernels request: target device (ancestor: 1).  */

#ifndef PLUGIN_NVPTX_REVERSE_H
#define PLUGIN_NVPTX_REVERSE_H

#include <stdint.h>

#include "base/diag.h"
#include "driver.h"

struct nvptx_device;
struct nvptx_function;
struct nvptx_stream;

/* As GOMP_PLUGIN_target_rev.  */
typedef void nvptx_service (uint64_t function, uint64_t count, uint64_t hosts,
                            uint64_t sizes, uint64_t kinds, int device);

/* By which the kernels of an image make requests to the host.  */
struct nvptx_reverse;

/* Let the image MODULE make requests, which SERVE runs.  The device addresses
   of its COUNT functions are stored in FUNCTIONS. *REVERSE is NULL if they
   never make requests.  */
HIDDEN enum gomp_status nvptx_reverse_init (struct nvptx_device *d,
                                            CUmodule module, size_t count,
                                            uint64_t *functions,
                                            nvptx_service *serve,
                                            struct nvptx_reverse **reverse);
/* End R, which may be NULL; no kernel of the image runs any more.  */
HIDDEN void nvptx_reverse_fini (struct nvptx_reverse *r);
/* Prepare S, the calling thread's stream, for the kernel F, which may make
   requests.  Called before F is launched in S or left to a worker.  */
HIDDEN enum gomp_status nvptx_reverse_prepare (struct nvptx_stream *s,
                                               const struct nvptx_function *f);
/* Wait for the kernel in S, and serve the image's requests meanwhile.  The
   result is that of nvptx_stream_wait.  */
HIDDEN CUresult nvptx_reverse_wait (struct nvptx_stream *s,
                                    struct nvptx_reverse *r);

#endif

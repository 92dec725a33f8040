/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's queues: streams that no thread owns.  */

#ifndef PLUGIN_NVPTX_QUEUE_H
#define PLUGIN_NVPTX_QUEUE_H

#include "device.h"
#include "launch.h"

/* The structure has GCC's name, by which libgomp knows it.  */
struct goacc_asyncqueue
{
  struct nvptx_device *device;
  CUstream stream;
  bool is_own; /* else the program's, set by acc_set_cuda_stream */
};

/* NULL: the error is recorded.  */
HIDDEN struct goacc_asyncqueue *nvptx_queue_open (struct nvptx_device *d);
/* Wait for the work in Q, and free it.  */
HIDDEN enum gomp_status nvptx_queue_close (struct goacc_asyncqueue *q);
/* 1: the work in Q is done; 0: it is not; -1: the error is recorded.  */
HIDDEN int nvptx_queue_test (struct goacc_asyncqueue *q);
HIDDEN enum gomp_status nvptx_queue_wait (struct goacc_asyncqueue *q);
/* What follows in AFTER waits for what is in BEFORE now.  */
HIDDEN enum gomp_status nvptx_queue_order (struct goacc_asyncqueue *before,
                                           struct goacc_asyncqueue *after);
/* Call F with DATA behind the work in Q.  */
HIDDEN enum gomp_status nvptx_queue_call (struct goacc_asyncqueue *q,
                                          void (*f) (void *), void *data);
HIDDEN enum gomp_status nvptx_queue_copy_in (struct goacc_asyncqueue *q,
                                             CUdeviceptr to, const void *from,
                                             size_t size);
HIDDEN enum gomp_status nvptx_queue_copy_out (struct goacc_asyncqueue *q,
                                              void *to, CUdeviceptr from,
                                              size_t size);
/* Start L, whose argument block is to have the COUNT words of ARGUMENTS; they
   are copied before this returns.  */
HIDDEN enum gomp_status nvptx_queue_run (struct goacc_asyncqueue *q,
                                         struct nvptx_launch *l,
                                         const void *const *arguments,
                                         size_t count);
/* Let Q use STREAM, one of the program's.  */
HIDDEN enum gomp_status nvptx_queue_set_stream (struct goacc_asyncqueue *q,
                                                CUstream stream);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running a region's kernel.  */

#ifndef PLUGIN_NVPTX_LAUNCH_H
#define PLUGIN_NVPTX_LAUNCH_H

#include "copy.h"
#include "function.h"
#include "named_launch.h"

struct nvptx_launch
{
  struct nvptx_function *function;
  CUdeviceptr block;    /* of arguments; 0: none */
  int num_teams;        /* the target argument; below 1: as many as fit */
  int thread_limit;     /* likewise; below 1: 8 */
  const unsigned *dims; /* OpenACC: gangs, workers, lanes that the program asks
                           for, 0: none; NULL: a region of OpenMP */
  struct nvptx_named_size named; /* if the function is clang's */
};

HIDDEN void nvptx_launch_decode (struct nvptx_launch *l, void **args) HOT;
/* Run L in the calling thread's stream and wait for its end.  */
HIDDEN enum gomp_status nvptx_launch_run (struct nvptx_device *d,
                                          const struct nvptx_launch *l) HOT;
/* As nvptx_launch_run, followed by the copies of F; nvptx_fetch_finish
   completes them.  */
HIDDEN enum gomp_status nvptx_launch_fetch (struct nvptx_device *d,
                                            const struct nvptx_launch *l,
                                            struct nvptx_fetch *f) HOT;

/* Start L, a region of OpenACC, in STREAM, a queue's.  */
HIDDEN enum gomp_status nvptx_launch_start (struct nvptx_device *d,
                                            CUstream stream,
                                            const struct nvptx_launch *l);

/* Run KERNEL with one lane and wait for its end.  Its only parameter is the end
   of a stack.  LABEL names it in messages.  */
HIDDEN enum gomp_status nvptx_launch_alone (struct nvptx_device *d,
                                            CUfunction kernel,
                                            const char *label) COLD;

#endif

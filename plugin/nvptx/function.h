/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of an image.  */

#ifndef PLUGIN_NVPTX_FUNCTION_H
#define PLUGIN_NVPTX_FUNCTION_H

#include <stdatomic.h>
#include <stdbool.h>

#include "driver.h"

struct nvptx_device;  /* device.h */
struct nvptx_reverse; /* reverse.h */

/* A target region's kernel: libgomp passes its address to run.  */
struct nvptx_function
{
  CUfunction handle;
  struct nvptx_device *device;
  const char *label;      /* "main._omp_fn.0" */
  unsigned short dims[3]; /* OpenACC gangs, workers and lanes of a vector that
                             the kernel was compiled for; 0: any number.  The
                             last is 0 only in kernels of OpenMP */
  int registers;          /* of a lane */
  int threads_max;        /* OpenMP threads of a team, of 32 lanes each */
  unsigned shared;        /* bytes of dynamic shared memory */
  bool shares_icvs;       /* the kernels of its image share variables for the
                             numbers of teams and threads: same_grid.h */
  struct nvptx_reverse *reverse; /* of its image; NULL: the kernel makes no
                                    requests to the host */
  atomic_int fit[33]; /* how many teams fit on a multiprocessor; index: threads
                         of a team; 0: not known yet */
};

#endif

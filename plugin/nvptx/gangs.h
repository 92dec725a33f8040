/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The geometry of kernels: what fits on a GPU; gangs, workers and lanes.  */

#ifndef PLUGIN_NVPTX_GANGS_H
#define PLUGIN_NVPTX_GANGS_H

#include "device.h"
#include "function.h"

/* A kernel's grid.  */
struct nvptx_grid
{
  unsigned teams;   /* OpenACC: gangs */
  unsigned threads; /* of a team; OpenACC: workers of a gang */
  unsigned lanes;   /* of a thread, or of a worker's vector */
};

/* How many teams of THREADS threads of F fit on a multiprocessor.  */
HIDDEN CUresult nvptx_grid_ask_fit (struct nvptx_function *f, unsigned threads,
                                    int *fit) COLD;
static inline CUresult
nvptx_grid_fit (struct nvptx_function *f, unsigned threads, int *fit)
{
  *fit = atomic_load_explicit (&f->fit[threads], memory_order_relaxed);
  return likely (*fit != 0) ? CUDA_SUCCESS
                            : nvptx_grid_ask_fit (f, threads, fit);
}

/* Choose the numbers of gangs, workers and lanes for F.  DIMS: the program's
   numbers; 0: none.  */
HIDDEN enum gomp_status nvptx_gangs_shape (struct nvptx_device *d,
                                           struct nvptx_function *f,
                                           const unsigned *dims,
                                           struct nvptx_grid *g) HOT;

#endif

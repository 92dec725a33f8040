/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of an image.  */

#ifndef PLUGIN_NVPTX_FUNCTION_H
#define PLUGIN_NVPTX_FUNCTION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "driver.h"

struct gomp_mutex;
struct named_function; /* named_image.h */
struct nvptx_device;   /* device.h */
struct nvptx_reverse;  /* reverse.h */

/* How a kernel of clang's runs.  */
enum nvptx_mode
{
  NVPTX_MODE_NONE,    /* it is GCC's */
  NVPTX_MODE_GENERIC, /* one thread of a warp more than the team's threads runs
                         the sequential parts */
  NVPTX_MODE_SPMD,    /* all threads run all of it */
  NVPTX_MODE_TURNED   /* as SPMD; it was generic before optimization */
};

/* What clang says of a kernel.  */
struct nvptx_named
{
  enum nvptx_mode mode;
  bool has_environment;    /* its first argument is one of the launch */
  int threads_max;         /* of a team; below 1: not known */
  int teams_max;           /* likewise */
  int lanes_max;           /* of a block */
  size_t reduction;        /* bytes of a buffer for each launch; 0: none */
  struct gomp_mutex *turn; /* which kernels of the image take that combine
                              values of teams in the same memory; NULL: none */
  const struct named_function *function;
};

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
  struct nvptx_named named;      /* if it is clang's */
  atomic_int fit[33]; /* how many teams fit on a multiprocessor; index: threads
                         of a team; 0: not known yet */
};

#endif

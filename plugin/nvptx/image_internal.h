/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A loaded image, for the files that load it: image.c and named.c.  */

#ifndef PLUGIN_NVPTX_IMAGE_INTERNAL_H
#define PLUGIN_NVPTX_IMAGE_INTERNAL_H

#include <stdbool.h>

#include "driver.h"
#include "function.h"
#include "sync/mutex.h"

struct named_image;
struct nvptx_reverse;

struct nvptx_image
{
  struct nvptx_image *next;
  const void *data;                /* by which libgomp names it */
  const struct named_image *named; /* of clang: what was loaded; else NULL */
  CUmodule module;
  bool is_constructed;  /* it has constructors, which have run */
  CUdeviceptr indirect; /* map of functions called by pointers; 0: none */
  CUdeviceptr constructors, destructors; /* constructors.c: tables; 0: none */
  struct nvptx_reverse *reverse;         /* or NULL */
  bool shares_buffer;     /* kernels of clang 14 to 16 combine values of teams
                             in a variable of the image */
  struct gomp_mutex turn; /* which they take then */
  char *labels;           /* text of the functions' labels */
  unsigned function_count;
  struct nvptx_function functions[];
};

#endif

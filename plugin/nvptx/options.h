/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The environment variables:

     GOMP_OFFLOAD_SYNC     one kernel at a time, every call waited for, each
                           block of device memory a separate allocation, so that
                           messages name what failed
     GOMP_NVPTX_JIT        -O0 to -O4, the driver's level of optimization
     GOMP_NVPTX_CACHE      where linked images are kept: a directory, or none
     GOMP_NVPTX_CACHE_SIZE how many bytes of them  */

#ifndef PLUGIN_NVPTX_OPTIONS_H
#define PLUGIN_NVPTX_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

struct nvptx_options
{
  bool sync;
  int level;           /* of optimization; -1: the driver's own */
  const char *cache;   /* NULL: the user's cache directory; "": none */
  uint64_t cache_size; /* bytes */
};

/* Set by nvptx_options_read, constant afterwards.  */
HIDDEN extern struct nvptx_options nvptx_options;
/* Reports values that are not valid.  */
HIDDEN void nvptx_options_read (void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The arguments of a region, as clang's code passes them from clang 15 on.  */

#ifndef LIBOMPTARGET_KERNEL_ARGUMENTS_H
#define LIBOMPTARGET_KERNEL_ARGUMENTS_H

#include <stdint.h>

struct kernel_arguments
{
  uint32_t version;
  uint32_t count;
  void **bases;
  void **begins;
  int64_t *sizes;
  uint64_t *types;
  void **names;
  void **mappers;
  uint64_t iterations; /* 0: not known; version 1 ends here */
  uint64_t flags;
  uint32_t num_teams[3];
  uint32_t thread_limit[3];
  uint32_t dynamic_memory;
};

/* The only flag that there is here: nowait.  */
#define KERNEL_NOWAIT 1

#define KERNEL_ARGUMENTS_OLDEST 1
/* The first version with FLAGS (clang 16).  */
#define KERNEL_ARGUMENTS_FLAGS 2
/* From this one on (clang 17) a region has a first argument that is null.  */
#define KERNEL_ARGUMENTS_NULL 3
#define KERNEL_ARGUMENTS_NEWEST 3

#endif

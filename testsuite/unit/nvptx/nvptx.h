/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For tests of the nvptx plugin's modules on the stand-in for CUDA's driver: an
   image made by hand, whose region adds one to an int, and the driver.  */

#ifndef UNIT_NVPTX_NVPTX_H
#define UNIT_NVPTX_NVPTX_H

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "nvptx/async.h"
#include "nvptx/copy.h"
#include "nvptx/device.h"
#include "nvptx/image.h"
#include "nvptx/launch.h"
#include "nvptx/lifecycle.h"
#include "nvptx/memory.h"
#include "nvptx/options.h"
#include "plugin.h"

static const char nvptx_code[]
    = ".version 6.0\n.target sm_30\n.address_size 64\n"
      ".visible .global .align 4 .u32 counter[1];\n"
      ".visible .global .align 8 .f64 __nvptx_clocktick[1];\n"
      ".visible .global .align 4 .u32 __gomp_device_num[1];\n"
      ".visible .global .align 8 .u64 __gomp_rev_offload_var[1];\n"
      ".visible .global .align 8 .u64 $offload_func_table[1];\n"
      ".visible .entry main$_omp_fn$0 (.param .u64 %a, .param .u64 %s,\n"
      "  .param .u64 %z)\n"
      "{\n.reg .u64 %r;\n.reg .u32 %v;\n"
      "ld.param.u64 %r,[%a];\nld.u32 %v,[%r];\nadd.u32 %v,%v,1;\n"
      "st.u32 [%r],%v;\nret;\n}\n";

/* What mkoffload writes of an image.  */
struct image_text
{
  const char *text;
  size_t size;
};
struct image_function
{
  const char *name;
  unsigned short dimensions[3];
};
struct image
{
  const struct image_text *texts;
  unsigned text_count;
  const char *const *variables;
  unsigned variable_count;
  const struct image_function *functions;
  unsigned function_count;
  unsigned indirect_count;
};

static const struct image_text nvptx_texts[]
    = { { nvptx_code, sizeof (nvptx_code) } };
static const char *const nvptx_variables[] = { "counter" };
static const struct image_function nvptx_functions[]
    = { { "main$_omp_fn$0", { 0 } } };
static const struct image nvptx_image
    = { nvptx_texts, 1, nvptx_variables, 1, nvptx_functions, 1, 0 };
#define NVPTX_IMAGE_VERSION 0x10001

/* Loads it, so that a dlopen of its name finds it; it reads its settings from
   the environment then.  NULL: it was not built.  */
static inline void *
nvptx_open_driver (void)
{
  return dlopen (STANDIN, RTLD_NOW);
}

/* A launch of the region, whose int is at BLOCK, by one team of one thread.  */
static inline struct nvptx_launch
nvptx_launch_on (struct nvptx_function *function, CUdeviceptr block)
{
  struct nvptx_launch l = {
    .function = function, .block = block, .num_teams = 1, .thread_limit = 1
  };
  return l;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images for nvptx: what mkoffload adds to GCC's images.

   The descriptor is GCC's, so every plugin for nvptx reads it.  If the text of
   the first module starts with NVPTX_IMAGE_MARK, a comment in PTX, one more
   entry follows the last module.  The number of modules does not count it.  In
   place of a text and its size it has the address and the number of struct
   nvptx_cubin.  The modules are always there, for other devices.  */

#ifndef NVPTX_IMAGE_H
#define NVPTX_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/* GCC's number for the type of the devices.  */
#define GOMP_DEVICE_NVPTX 5

#define NVPTX_IMAGE_MARK "//offgomp cubins 1\n"

/* The whole image compiled and linked for one architecture.  */
struct nvptx_cubin
{
  uint64_t architecture; /* 90 for sm_90 */
  const void *start;     /* an ELF file for cuModuleLoadData */
  size_t size;           /* of the file */
};

#endif

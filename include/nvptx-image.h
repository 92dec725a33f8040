/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images for nvptx: what mkoffload adds to those of GCC.

   The descriptor is GCC's, so every plugin for nvptx reads it.  If the text of
   the first module starts with NVPTX_IMAGE_MARK, a comment in PTX, behind the
   last module there is one entry more, which the number of modules does not
   count: struct nvptx_cubin's address in place of a text, their number in place
   of its size.  The modules are there in any case, for other devices.  */

#ifndef NVPTX_IMAGE_H
#define NVPTX_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#define NVPTX_IMAGE_MARK "//offgomp cubins 1\n"

/* The whole image compiled and linked for one architecture.  */
struct nvptx_cubin
{
  uint64_t architecture; /* 90 for sm_90 */
  const void *start;     /* an ELF file for cuModuleLoadData */
  size_t size;           /* of the file */
};

#endif

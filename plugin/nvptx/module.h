/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Modules of the driver, made of PTX or cubins.  */

#ifndef PLUGIN_NVPTX_MODULE_H
#define PLUGIN_NVPTX_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "driver.h"

struct nvptx_cubin; /* nvptx_image.h */
struct nvptx_device;

struct ptx_text
{
  const char *text;
  size_t size; /* with the NUL */
};

/* What a module is made of.  */
struct nvptx_sources
{
  const struct ptx_text *texts;
  unsigned count;
  const struct nvptx_cubin *cubins; /* the same, linked; for some devices */
  size_t cubin_count;
  const char *name;   /* the program or library, or NULL */
  const char *option; /* of the compiler, before the name of an architecture */
};

/* 90 for sm_90.  */
HIDDEN enum gomp_status nvptx_module_capability (struct nvptx_device *d,
                                                 int *capability);
/* A device runs the code of its architecture, and of earlier ones with the same
   major version ("CUDA C++ Programming Guide", "Binary Compatibility").  */
HIDDEN bool nvptx_module_suits (int architecture, int capability);
/* Does R, of loading an image, say that it is not for the device, or not for
   its driver?  */
HIDDEN bool nvptx_module_unsuited (CUresult r);
/* Load a cubin of FROM, else one from the cache, else link the texts.
   GOMP_ERR_NODEV: D cannot run them.  */
HIDDEN enum gomp_status nvptx_module_make (struct nvptx_device *d,
                                           const struct nvptx_sources *from,
                                           CUmodule *module);

#endif

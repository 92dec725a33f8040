/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The image: the reduced modules, and the host object that contains them.  */

#ifndef MKOFFLOAD_NVPTX_IMAGE_H
#define MKOFFLOAD_NVPTX_IMAGE_H

#include <stdbool.h>

#include "assembly.h"
#include "ptx.h"

/* The image compiled for one architecture.  */
struct cubin
{
  unsigned architecture; /* 90 for sm_90 */
  const char *path;      /* of the file */
};

struct image
{
  struct ptx_image code;
  enum interface interface;
  unsigned requires_mask; /* INTERFACE_13: of "requires" directives */
  bool lines;             /* with .loc and .file */
  struct cubin *cubins;   /* may be NULL */
  size_t cubin_count;
};

/* Whether anything of MODULE stays.  */
bool image_has_module (const struct ptx_module *module);

/* Write the text of MODULE, as it is in IMAGE, to the file PATH.  */
void image_write_module (const struct image *image,
                         const struct ptx_module *module, const char *path);

/* Write to PATH the assembler text of an object that contains IMAGE, whose
   code goes to the file CODE_PATH, and registers it.  */
void image_write (const struct image *image, const char *path,
                  const char *code_path);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The object that mkoffload adds to the host program.  */

#ifndef MKOFFLOAD_X86EMUL_HOST_H
#define MKOFFLOAD_X86EMUL_HOST_H

#include <stdbool.h>

#include "image.h"

/* Write to PATH the assembler text of an object that contains the file
   IMAGE_PATH, and CHECKED_PATH unless that is NULL, and registers it; NAME is
   the program's.  */
void host_write (const char *path, const struct image *image,
                 const char *image_path, const char *checked_path,
                 const char *name);

#endif

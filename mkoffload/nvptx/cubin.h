/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Compiles the image for architectures that the user names.  */

#ifndef MKOFFLOAD_NVPTX_CUBIN_H
#define MKOFFLOAD_NVPTX_CUBIN_H

#include "image.h"
#include "options.h"

/* Add to IMAGE the cubins that options->cubins names; warn of those that cannot
   be made.  */
void cubin_make (struct image *image, const struct options *options);

#endif

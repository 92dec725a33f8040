/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds which of the image's functions and variables can be used at all.  */

#ifndef MKOFFLOAD_NVPTX_REACH_H
#define MKOFFLOAD_NVPTX_REACH_H

#include "ptx.h"

/* Set is_needed of everything that kernels and the tables of IMAGE can reach,
   or with ALL of all items.  */
void reach_mark (struct ptx_image *image, bool all);

#endif

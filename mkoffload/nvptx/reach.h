/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which of the image's functions and variables can be used at all.  */

#ifndef MKOFFLOAD_REACH_H
#define MKOFFLOAD_REACH_H

#include "ptx.h"

/* Set is_needed of what kernels and the tables of IMAGE lead to, or with ALL
   of everything.  */
void reach_mark (struct ptx_image *image, bool all);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Checks whether modules declare each other's functions as they are
   defined.  */

#ifndef MKOFFLOAD_NVPTX_PROTOTYPES_H
#define MKOFFLOAD_NVPTX_PROTOTYPES_H

#include "ptx.h"

/* After reach_mark: end the program if a function is declared with another
   number of parameters than it is defined with.  */
void prototypes_check (const struct ptx_image *image);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Whether what modules say of each other's functions is so.  */

#ifndef MKOFFLOAD_PROTOTYPES_H
#define MKOFFLOAD_PROTOTYPES_H

#include "ptx.h"

/* After reach_mark: end the program if a function is declared with another
   number of parameters than it is defined with.  */
void prototypes_check (const struct ptx_image *image);

#endif

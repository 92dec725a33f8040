/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The number of teams that kernels keep.  */

#ifndef MKOFFLOAD_NVPTX_TEAMS_H
#define MKOFFLOAD_NVPTX_TEAMS_H

#include "ptx.h"

/* After reach_mark: give each team of a kernel in IMAGE its own variable for
   the number of teams.  */
void teams_separate (struct ptx_image *image);

#endif

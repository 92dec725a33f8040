/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables of GCC's library that each team needs for itself.  */

#ifndef MKOFFLOAD_NVPTX_PER_TEAM_H
#define MKOFFLOAD_NVPTX_PER_TEAM_H

#include "ptx.h"

/* After reach_mark: give each team of a kernel in IMAGE its own variables for
   the number of teams, and for the number of threads and the other control
   variables.  */
void per_team_separate (struct ptx_image *image);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which kernels may run beside each other: GCC's device library keeps the
   number of teams of a region in a global variable, one for all kernels of an
   image; where our mkoffload linked it, in one for each team, and nobody comes
   here.  */

#ifndef NVPTX_TEAM_COUNT_H
#define NVPTX_TEAM_COUNT_H

#include "device.h"

/* Wait until all regions in flight on D have COUNT teams; then one more has,
   until nvptx_teams_leave.  */
HIDDEN void nvptx_teams_enter (struct nvptx_device *d, unsigned count) HOT;
HIDDEN void nvptx_teams_leave (struct nvptx_device *d) HOT;

#endif

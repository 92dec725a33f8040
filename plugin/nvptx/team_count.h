/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which kernels may run concurrently: GCC's device library keeps the number of
   teams of a region in one global variable for all kernels of an image.  In
   images that our mkoffload linked each team has its own variable, and this is
   not used.  */

#ifndef PLUGIN_NVPTX_TEAM_COUNT_H
#define PLUGIN_NVPTX_TEAM_COUNT_H

#include "base/compiler.h"
#include "sync/mutex.h"

struct nvptx_device;

struct nvptx_team_count
{
  struct gomp_mutex lock;     /* protects all that follows */
  unsigned count;             /* teams of each region in flight */
  unsigned regions;           /* in flight */
  unsigned waiting;           /* regions that wait for the others to end */
  struct gomp_wait_word left; /* counts how often the last one ended */
};

/* Wait until no region in flight on D has another number of teams than COUNT,
   and count one more region as in flight, until nvptx_team_count_leave.  */
HIDDEN void nvptx_team_count_enter (struct nvptx_device *d, unsigned count) HOT;
HIDDEN void nvptx_team_count_leave (struct nvptx_device *d) HOT;

#endif

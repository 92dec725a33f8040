/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which kernels may run concurrently: GCC's device library keeps the number of
   teams of a region, and that of the threads of a team, in global variables for
   all kernels of an image.  In images that our mkoffload linked each team has
   its own variables, and this is not used.  */

#ifndef PLUGIN_NVPTX_SAME_GRID_H
#define PLUGIN_NVPTX_SAME_GRID_H

#include "base/compiler.h"
#include "sync/mutex.h"

struct nvptx_device;

struct nvptx_same_grid
{
  struct gomp_mutex lock;     /* protects all that follows */
  unsigned teams;             /* of each region in flight */
  unsigned threads;           /* of each of these teams */
  unsigned regions;           /* in flight */
  unsigned waiting;           /* regions that wait for the others to end */
  struct gomp_wait_word left; /* counts how often the last one ended */
};

/* Wait until no region in flight on D has another number of teams than TEAMS,
   or other teams than of THREADS, and count one more region as in flight, until
   nvptx_same_grid_leave.  */
HIDDEN void nvptx_same_grid_enter (struct nvptx_device *d, unsigned teams,
                                   unsigned threads) HOT;
HIDDEN void nvptx_same_grid_leave (struct nvptx_device *d) HOT;

#endif

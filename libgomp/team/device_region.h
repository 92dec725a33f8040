/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A thread of a device process that runs launched regions.  Each region begins
   in a new initial task (OpenMP 5.1 section 2.14.5), although the thread is the
   same.  */

#ifndef GOMP_TEAM_DEVICE_REGION_H
#define GOMP_TEAM_DEVICE_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

struct gomp_device_icv;
struct gomp_league;

/* The stack of a thread that runs launched regions has at least this size.
   The thread may also have to run the part of a worker that does not
   arrive.  */
#define GOMP_LAUNCH_STACK (16u << 20)

/* This process is a device.  Call this before anything else of team/.  */
HIDDEN void gomp_device_region_enter (void);

/* The calling thread runs the region of LEAGUE, launch TAG (not 0), with at
   most THREAD_LIMIT (> 0) threads.  */
HIDDEN void gomp_device_region_run (struct gomp_league *league, uint64_t tag,
                                    int thread_limit) HOT;
/* As gomp_device_region_run, in the program's process: TAG has the number of
   the device, from 1, in its upper half, and ICV the device's variables.  */
HIDDEN void gomp_device_region_run_shared (struct gomp_league *league,
                                           uint64_t tag, int thread_limit,
                                           struct gomp_device_icv *icv);
/* The launch that the calling thread works for; 0: none.  Async-signal
   safe.  */
HIDDEN uint64_t gomp_device_region_tag (void);
/* Has a system call ended a worker in the middle of a region?  False also if
   the answer would take time.  */
HIDDEN bool gomp_device_region_lost_thread (void);

#endif

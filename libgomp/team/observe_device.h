/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The regions that a device runs in its process, or in the program's; observed,
   see observe.h.

   A region is an initial task, as a thread of the device has no other one.
   Teams are initial tasks, too, in a league that begins with the construct.  A
   thread that runs regions in the program's process begins and ends with each
   of them, since it waits for the next one for ever.  */

#ifndef GOMP_TEAM_OBSERVE_DEVICE_H
#define GOMP_TEAM_OBSERVE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "team/observe.h"

struct gomp_device_icv;
struct gomp_league;

/* gomp_device_region_run.  */
HIDDEN void gomp_device_region_run_observed (struct gomp_league *league,
                                             uint64_t tag,
                                             int thread_limit) COLD;
/* gomp_device_region_run_shared.  */
HIDDEN void
gomp_device_region_run_shared_observed (struct gomp_league *league,
                                        uint64_t tag, int thread_limit,
                                        struct gomp_device_icv *icv) COLD;
/* gomp_league_next for a construct that lies before AT.  */
HIDDEN bool gomp_league_next_observed (unsigned num_teams,
                                       unsigned thread_limit, bool first,
                                       const void *at) COLD;

#endif

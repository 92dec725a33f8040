/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The values of the affinity format (icv/affinity_format.h) for a thread.  */

#ifndef GOMP_TEAM_AFFINITY_REPORT_H
#define GOMP_TEAM_AFFINITY_REPORT_H

#include "icv/affinity_format.h"
#include "team/self.h"

/* The values of the calling thread SELF.  */
HIDDEN void gomp_team_affinity_values (const struct gomp_thread *self,
                                       struct gomp_affinity_values *values);
/* OMP_DISPLAY_AFFINITY: print the line of SELF, which entered its team, if its
   team or place has changed since the last time.  */
HIDDEN void gomp_team_show_affinity (struct gomp_thread *self) COLD;

#endif

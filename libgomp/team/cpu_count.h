/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The number of CPUs, kept up to date for the policy of waits.  */

#ifndef GOMP_TEAM_CPU_COUNT_H
#define GOMP_TEAM_CPU_COUNT_H

#include "base/compiler.h"

/* From now on check the number now and then.  Called once, before there are
   workers.  */
HIDDEN void gomp_team_watch_cpus (void);

#endif

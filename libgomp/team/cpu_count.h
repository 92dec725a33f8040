/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Keeps the number of CPUs for the policy of waits up to date.  */

#ifndef GOMP_TEAM_CPU_COUNT_H
#define GOMP_TEAM_CPU_COUNT_H

#include "base/compiler.h"

/* From now on check now and then.  Call it once, before there are workers.  */
HIDDEN void gomp_team_watch_cpus (void);

#endif

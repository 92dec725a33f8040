/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The CPUs that the policy for waits counts with, kept up to date.  */

#ifndef GOMP_TEAM_CPU_COUNT_H
#define GOMP_TEAM_CPU_COUNT_H

#include "base/compiler.h"

/* From now on look now and then; before there are workers, and once.  */
HIDDEN void gomp_team_watch_cpus (void);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process-wide locks of constructs (OpenMP 5.1 sections 2.19.1 and
   2.19.7).  */

#ifndef GOMP_TEAM_CRITICAL_H
#define GOMP_TEAM_CRITICAL_H

#include "base/compiler.h"
#include "sync/lock.h"

struct gomp_critical
{
  /* Critical without a name.  */
  GOMP_CACHE_ALIGNED struct gomp_owned_lock unnamed;
  /* Atomic that the processor lacks.  */
  GOMP_CACHE_ALIGNED struct gomp_owned_lock atomic;
};
HIDDEN extern struct gomp_critical gomp_critical;

#endif

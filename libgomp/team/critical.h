/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The process-wide locks of constructs (OpenMP 5.1 sections 2.19.1 and
   2.19.7).  */

#ifndef GOMP_TEAM_CRITICAL_H
#define GOMP_TEAM_CRITICAL_H

#include <stdatomic.h>

#include "base/compiler.h"
#include "sync/lock.h"

struct gomp_critical
{
  GOMP_CACHE_ALIGNED atomic_uint unnamed; /* critical without a name */
  GOMP_CACHE_ALIGNED atomic_uint atomic;  /* atomic that the processor lacks */
};
HIDDEN extern struct gomp_critical gomp_critical;

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A rule that the tests of C and of C++ share: thread_limit holds in a region,
   which may also run on the host or be deferred.  */

#ifndef TARGET_LIMITS_H
#define TARGET_LIMITS_H

#include <omp.h>

#include "check.h"

static inline void
check_limits (int on_device, int most)
{
  int limit = 0, later = 0;

#pragma omp target if (on_device) thread_limit(most) map(from : limit)
  limit = omp_get_thread_limit ();
  CHECK (limit == most);
#pragma omp target if (on_device) thread_limit(most) map(from : later) nowait
  later = omp_get_thread_limit ();
#pragma omp taskwait
  CHECK (later == most);
}

#endif

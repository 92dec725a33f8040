/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* omp_get_wtime, omp_get_wtick (OpenMP 5.1 section 3.10).  */

#include <time.h>

#include "abi/api.h"
#include "os/os.h"

double
omp_get_wtime (void)
{
  return (double)os_time_ns () / 1e9;
}

double
omp_get_wtick (void)
{
  struct timespec ts;
  if (clock_getres (CLOCK_MONOTONIC, &ts) != 0)
    return 1e-9;
  return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

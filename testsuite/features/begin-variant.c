/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Definitions that are variants.  { since 16 } */
#include <omp.h>

#pragma omp declare target
#pragma omp begin declare variant match(device = { kind(nohost) })
static int
where (void)
{
  return 2;
}
#pragma omp end declare variant

static int
where (void)
{
  return 1;
}
#pragma omp end declare target

int
main (void)
{
  int there = 0, host = 1;
#pragma omp target map(from : there, host)
  {
    there = where ();
    host = omp_is_initial_device ();
  }
  return there != (host ? 1 : 2) || where () != 1;
}

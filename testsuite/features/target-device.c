/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variants and metadirectives by the traits of a device.  { since 15 } */
#include <omp.h>

static int
of_host (void)
{
  return 1;
}
#pragma omp declare variant(of_host)                                           \
    match(target_device = { device_num(omp_initial_device), kind(host) })
static int
base (void)
{
  return 2;
}

static int
of_default (void)
{
  int answer = 0;
#pragma omp metadirective when(target_device = { kind(nohost) } : parallel     \
                               num_threads(1)) otherwise(single)
  answer = 1;
  return answer;
}

int
main (void)
{
  return base () != 1 || of_default () != 1;
}

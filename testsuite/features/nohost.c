/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions and variables that only devices have.  { since 13 } */
#include <omp.h>

#pragma omp begin declare target device_type(nohost)
static int table[4] = { 1, 2, 3, 4 };
int
on_device (int x)
{
  return table[1] + x;
}
#pragma omp end declare target
#pragma omp declare target
#pragma omp declare variant(on_device) match(device = { kind(nohost) })
int
base (int x)
{
  return 7 + x;
}
#pragma omp end declare target

int
main (void)
{
  int r = 0, host = 1;
#pragma omp target map(from : r, host)
  {
    r = base (1);
    host = omp_is_initial_device ();
  }
  return r != (host ? 8 : 3) || base (0) != 7;
}

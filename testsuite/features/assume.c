/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Assumptions, and an error that is a warning.  { since 13 } */
#pragma omp assumes no_openmp_routines
int
main (void)
{
  int x = 1;
#pragma omp target map(tofrom : x)
  {
#pragma omp assume holds(x > 0) no_parallelism
    x = x > 0 ? 2 : 3;
  }
  return x != 2;
}

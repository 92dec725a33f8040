/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Assumptions.  { since 13 } */
#pragma omp assumes no_openmp_routines
#pragma omp begin assumes no_openmp
static int
one (void)
{
  return 1;
}
#pragma omp end assumes

int
main (void)
{
  int x = one ();
#pragma omp target map(tofrom : x)
  {
#pragma omp assume holds(x > 0) no_parallelism
    x = x > 0 ? 2 : 3;
  }
  return x != 2;
}

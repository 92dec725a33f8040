/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a std::unique_ptr owns is not mapped with it.  */

/* { dg-shouldfail "the device cannot reach it" } */
#include <memory>

int
main ()
{
  std::unique_ptr<double[]> p (new double[30]);
  double sum = 0;
  for (int i = 0; i < 30; i++)
    p[i] = i;
  const double *q = p.get ();
#pragma omp target map(tofrom : sum) firstprivate(q)
  for (int i = 0; i < 30; i++)
    sum += q[i]; /* { dg-check host-memory } */
  return sum == 0;
}

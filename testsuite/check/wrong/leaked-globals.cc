/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Global vectors are still mapped when the program ends, and freed then: one
   report, of the mapping.  */

#include <vector>

static std::vector<double> v (30, 1.0), w (30, 1.0);

static double
run (std::vector<double> &data)
{
  double *p = data.data (), sum = 0;
  int n = static_cast<int> (data.size ());
#pragma omp target enter data map(to : p[0 : n]) // { dg-check leak }
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += p[i];
  return sum;
}

int
main ()
{
  return run (v) + run (w) == 60 ? 0 : 1;
}

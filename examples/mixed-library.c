/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The library of the mixed example, which gcc compiles.  */

#include "mixed.h"

double
sum (int n, const double *v)
{
  double result = 0;
#pragma omp parallel for reduction(+ : result)
  for (int i = 0; i < n; i++)
    result += v[i];
  return result;
}

struct place
scale (int device, int n, double *v, double factor)
{
  struct place place;
#pragma omp target device(device) map(tofrom : v [0:n]) map(from : place)
  {
    place = where_am_i ();
    for (int i = 0; i < n; i++)
      v[i] *= factor;
  }
  return place;
}

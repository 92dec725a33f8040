/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions of system headers, which are not inlined, make the accesses: the
   lines that call them are reported, each.  */
/* { dg-options "-O0" } */

#include <algorithm>
#include <complex>
#include <numeric>
#include <omp.h>
#include <vector>

static int
largest (const int *p, int n)
{
  int result = 0;
#pragma omp target map(tofrom : result)
  for (int i = 0; i < n; i++)
    result = std::max (result, p[i]); /* { dg-check stale } */
  return result;
}

static double
norms (const std::complex<double> *z, int n)
{
  double result = 0;
#pragma omp target is_device_ptr(z) map(tofrom : result)
  for (int i = 0; i < n; i++)
    result += std::norm (z[i]); /* { dg-check unwritten } */
  return result;
}

int
main ()
{
  std::vector<int> v (40);
  int *p = v.data (), n = static_cast<int> (v.size ()), sum = 0;
#pragma omp target data map(to : p[0 : n])
  {
    std::iota (v.begin (), v.end (), 1);
    sum += largest (p, n);
#pragma omp target update to(p[0 : n])
#pragma omp target
    for (int i = 0; i < n; i++)
      p[i] = 7;
    sum += std::accumulate (p, p + n, 0); /* { dg-check lost } */
    sum += *std::max_element (p, p + n);  /* { dg-check lost } */
  }
  int d = omp_get_default_device ();
  auto *z = static_cast<std::complex<double> *> (
      omp_target_alloc (8 * sizeof (std::complex<double>), d));
  double total = norms (z, 8);
  omp_target_free (z, d);
  return sum == 0 && total == 0;
}

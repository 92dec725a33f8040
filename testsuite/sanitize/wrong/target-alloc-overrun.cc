/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region reads past the end of a block of omp_target_alloc, by a function
   template.  */

#include <omp.h>

template <typename T>
static T
sum_of (const T *a, int n)
{
  T sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i]; /* { dg-report "heap-buffer-overflow" } */
  return sum;
}

int
main ()
{
  int device = omp_get_default_device (), n = 21;
  double *p = (double *)omp_target_alloc (20 * sizeof (double), device);
  double sum = 0;
#pragma omp target is_device_ptr(p) map(from : sum)
  {
    for (int i = 0; i < 20; i++)
      p[i] = i;
    sum = sum_of (p, n);
  }
  omp_target_free (p, device);
  return sum == 7;
}

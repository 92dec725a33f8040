/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device pointers are swapped between regions.  */

#include <stdlib.h>


#include <omp.h>

#define N 64

int
main (void)
{
  int d = omp_get_default_device (), h = omp_get_initial_device ();
  double out[N];
  double *a = omp_target_alloc (sizeof (out), d);
  double *b = omp_target_alloc (sizeof (out), d);
#pragma omp target is_device_ptr(a)
  for (int i = 0; i < N; i++)
    a[i] = i;
  for (int k = 0; k < 4; k++)
    {
#pragma omp target is_device_ptr(a, b)
      for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
      double *t = a;
      a = b;
      b = t;
    }
  omp_target_memcpy (out, a, sizeof (out), 0, 0, h, d);
  omp_target_free (a, d);
  omp_target_free (b, d);
  return out[5] != 9;
}

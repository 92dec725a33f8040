/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host swaps its pointers within target data and copies back by the wrong
   name after an odd number of steps.  */

#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
  int n = 100, steps = 3;
  float *a = calloc ((size_t)n, sizeof (float));
  float *b = calloc ((size_t)n, sizeof (float));
  float *result = a;
  a[0] = 1;
#pragma omp target data map(tofrom : a[0 : n]) map(to : b[0 : n])
  for (int k = 0; k < steps; k++)
    {
#pragma omp target
      for (int i = 1; i < n - 1; i++)
        b[i] = (a[i - 1] + a[i + 1]) / 2;
      float *t = a;
      a = b;
      b = t;
    }
  printf ("%g\n", (double)result[1]);
  printf ("%g\n", (double)a[1]); /* { dg-check lost } */
  free (a);
  free (b);
  return 0;
}

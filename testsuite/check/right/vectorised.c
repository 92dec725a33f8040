/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loops that the compiler vectorises, over lengths that do not fit.  */

/* { dg-options "-O3 -march=x86-64-v3" } */
#include <stdlib.h>

static int __attribute__ ((noinline)) work (float *a, const float *b, int n)
{
  float sum = 0;
#pragma omp target map(to : b[0 : n]) map(tofrom : a[0 : n], sum)
  {
#pragma omp simd
    for (int i = 0; i < n; i++)
      a[i] += 2 * b[i];
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += b[i] > 2 ? a[i] : 0;
  }
  return (int)sum;
}

int
main (void)
{
  float *a = malloc (37 * sizeof (float)), *b = malloc (37 * sizeof (float));
  int bad = 0;
  for (int n = 1; n <= 37; n += 4)
    {
      int want = 0;
      for (int i = 0; i < n; i++)
        {
          a[i] = 1;
          b[i] = i;
          want += i > 2 ? 1 + 2 * i : 0;
        }
      bad |= work (a, b, n) != want;
    }
  free (a);
  free (b);
  return bad;
}

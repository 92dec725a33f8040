/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The whole of a partly written array is moved about by loops; only what has a
   value is used.  */

#include <stdlib.h>

#define N 64

typedef float vector __attribute__ ((vector_size (16)));

int
main (void)
{
  double a[N], b[N], t;
  float f[N] __attribute__ ((aligned (16)));
  vector v[N / 4];
  int bad = 0;
#pragma omp target map(from : a, f)
  for (int i = 0; i < N; i += 2)
    f[i] = (float)(a[i] = i);
  for (int i = 0; i < N; i++)
    b[i] = a[i];
  for (int i = 0; i < N; i += 2)
    {
      t = b[i];
      b[i] = b[i + 1];
      b[i + 1] = t;
    }
  for (int i = 0; i < N / 4; i++)
    v[i] = *(vector *)&f[4 * i];
  for (int i = 0; i < N; i += 2)
    bad |= b[i + 1] != i || v[i / 4][i % 4] != i;
  return bad;
}

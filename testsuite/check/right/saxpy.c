/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections that are mapped as they are used.  */

#include <stdlib.h>


#define N 1000

int
main (void)
{
  float *x = malloc (N * sizeof (float)), *y = malloc (N * sizeof (float));
  for (int i = 0; i < N; i++)
    x[i] = i, y[i] = 1;
#pragma omp target teams distribute parallel for map(to : x[0 : N])           \
    map(tofrom : y[0 : N])
  for (int i = 0; i < N; i++)
    y[i] += 2 * x[i];
  int bad = 0;
  for (int i = 0; i < N; i++)
    bad |= y[i] != 1 + 2 * (float)i;
  free (x);
  free (y);
  return bad;
}

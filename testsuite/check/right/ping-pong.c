/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two buffers on the device change their roles.  */

#include <stdlib.h>

#define N 50

int
main (void)
{
  float *now = calloc (N, sizeof (float)), *next = calloc (N, sizeof (float));
  now[N / 2] = 1;
#pragma omp target enter data map(to : now[0 : N], next[0 : N])
  for (int step = 0; step < 4; step++)
    {
#pragma omp target teams distribute parallel for
      for (int i = 1; i < N - 1; i++)
        next[i] = (now[i - 1] + 2 * now[i] + now[i + 1]) / 4;
      float *t = now;
      now = next;
      next = t;
    }
#pragma omp target update from(now[0 : N])
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += now[i];
#pragma omp target exit data map(release : now[0 : N], next[0 : N])
  free (now);
  free (next);
  return sum < 0.99F || sum > 1.01F;
}

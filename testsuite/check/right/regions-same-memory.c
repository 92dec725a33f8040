/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is freed, or out of scope, once a region was waited for lies where the
   next one's data are; other regions are under way all the time.  */

#include <stdlib.h>

#define N 50

static int
square (int k)
{
  int in = k, out = 0;
#pragma omp target nowait map(to : in) map(from : out) depend(out : out)
  out = in * in;
#pragma omp taskwait depend(in : out)
  return out;
}

static int
cube (int k)
{
  int *a = malloc (N * sizeof (*a)), b[N];
#pragma omp target nowait map(from : a[ : N]) depend(out : a)
  for (int i = 0; i < N; i++)
    a[i] = k;
#pragma omp target depend(in : a) map(to : a[ : N]) map(from : b)
  for (int i = 0; i < N; i++)
    b[i] = a[i] * k * k;
  free (a);
  return b[N - 1];
}

int
main (void)
{
  int sum = 0;
  long other = 0;
#pragma omp target nowait map(tofrom : other) depend(out : other)
  other++;
  for (int k = 0; k < 20; k++)
    sum += square (k) + cube (k);
#pragma omp taskwait
  return sum != 2470 + 36100 || other != 1;
}

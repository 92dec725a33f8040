/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host reads what an update, and the end of the mapping, with nowait and
   dependences on a region, copy to it, and changes what an update copies.  A
   team of one thread: nothing begins before it waits.  */

#include <stdio.h>

#define N 100

static int a[N], b[N];

int
main (void)
{
#pragma omp target enter data map(to : a, b)
#pragma omp parallel num_threads(1)
  {
#pragma omp target nowait depend(out : a)
    for (int i = 0; i < N; i++)
      a[i] = i + b[i];
#pragma omp target update from(a[10 : 20]) nowait depend(inout : a)
    printf ("%d\n", a[15]); /* { dg-check race } */
#pragma omp taskwait
    printf ("%d\n", a[15]);
#pragma omp target nowait depend(out : b)
    for (int i = 0; i < N / 2; i++)
      b[i] = a[i];
#pragma omp target update to(b[60 : 20]) nowait depend(inout : b)
    b[61] = 3; /* { dg-check race } */
#pragma omp taskwait
#pragma omp target nowait depend(out : a)
    for (int i = 0; i < N; i++)
      a[i]++;
#pragma omp target exit data map(from : a) nowait depend(inout : a)
    printf ("%d\n", a[3]); /* { dg-check race } */
  }
#pragma omp target exit data map(delete : b)
  printf ("%d\n", a[3]);
  return 0;
}

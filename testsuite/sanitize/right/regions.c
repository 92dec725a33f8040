/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM 2 } */
/* Regions one after another use the same data, on
   several devices and from several threads.  */

#include <omp.h>

#define N 100

int
main (void)
{
  int a[N], devices = omp_get_num_devices ();
  for (int i = 0; i < N; i++)
    a[i] = 0;
#pragma omp parallel for num_threads(2)
  for (int d = 0; d < devices; d++)
    for (int k = 0; k < 3; k++)
#pragma omp target device(d) firstprivate(k) map(alloc : a)
#pragma omp parallel for num_threads(4)
      for (int i = 0; i < N; i++)
        a[i] = i + k;
  for (int k = 0; k < 5; k++)
    {
#pragma omp target device(k % devices) map(tofrom : a)
#pragma omp parallel for num_threads(4)
      for (int i = 0; i < N; i++)
        a[i]++;
      a[0]++;
    }
  for (int k = 0; k < 5; k++)
#pragma omp target nowait depend(inout : a) map(tofrom : a)
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++)
      a[i]++;
#pragma omp taskwait
  return a[0] != 15 || a[N - 1] != 10;
}

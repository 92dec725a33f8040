/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads of the host map, launch and unmap at once, on two devices.  */

/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */
#include <omp.h>

#define N 200

int
main (void)
{
  int shared[N], bad = 0;
  for (int i = 0; i < N; i++)
    shared[i] = i;
#pragma omp target enter data map(to : shared) device(0)
#pragma omp target enter data map(to : shared) device(1)
#pragma omp parallel num_threads(6) reduction(| : bad)
  for (int k = 0; k < 20; k++)
    {
      int own[N], d = (omp_get_thread_num () + k) % 2;
      for (int i = 0; i < N; i++)
        own[i] = k;
#pragma omp target data map(tofrom : own) device(d)
      {
#pragma omp target map(to : shared) device(d)
        for (int i = 0; i < N; i++)
          own[i] += shared[i];
#pragma omp target device(d) nowait depend(out : own)
        own[0]++;
#pragma omp taskwait
      }
      for (int i = 1; i < N; i++)
        bad |= own[i] != k + i;
      bad |= own[0] != k + 1;
    }
#pragma omp target exit data map(release : shared) device(0)
#pragma omp target exit data map(release : shared) device(1)
  return bad;
}

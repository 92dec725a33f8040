/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a device wrote and the host never got is not missed where the host got
   what another device wrote later.  */
/* { dg-do run } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM "2" } */

#define N 64

static int a[N];

int
main (void)
{
#pragma omp target enter data device(0) map(to: a)
#pragma omp target enter data device(1) map(to: a)
#pragma omp target device(1)
  for (int i = 0; i < N; i++)
    a[i] = 5;
#pragma omp target device(0)
  for (int i = 0; i < N; i++)
    a[i] = 7;
#pragma omp target update device(0) from(a)
  /* Before a region the checker looks what the host has.  */
#pragma omp target device(1)
  a[0] = 6;
  int bad = 0;
  for (int i = 1; i < N; i++)
    bad |= a[i] != 7;
#pragma omp target exit data device(0) map(delete: a)
#pragma omp target exit data device(1) map(delete: a)
  for (int i = 1; i < N; i++)
    bad |= a[i] != 7;
  return bad;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-O2 -fopenacc" } */
/* Directives of OpenACC in several queues, with waits where they are needed. */

#define N 100

int
main (void)
{
  int a[N], b[N], wrong = 0;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
#pragma acc parallel loop copy(a) async(1)
  for (int i = 0; i < N; i++)
    a[i]++;
#pragma acc enter data copyin(b) async(2)
#pragma acc parallel loop present(b) async(2)
  for (int i = 0; i < N; i++)
    b[i] *= 2;
#pragma acc parallel loop copy(a) present(b) async(1) wait(2)
  for (int i = 0; i < N; i++)
    a[i] += b[i];
#pragma acc exit data copyout(b) async(2) wait(1)
#pragma acc wait
  for (int i = 0; i < N; i++)
    wrong += a[i] != 3 * i + 1 || b[i] != 2 * i;
  return wrong != 0;
}

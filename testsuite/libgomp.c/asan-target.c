/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O1 -g -fsanitize=address" } */
/* { dg-require-effective-target asan } */
/* { dg-threads "1 4" } */
/* { dg-not-output "Sanitizer" } */
/* A program for AddressSanitizer offloads from several threads.  At its end the
   tool looks through all thread-local memory, the plugin's as well.  In GCC 12
   the tool may guess the address of that memory wrong, if a thread asks the
   tool for it.  */

#include "check.h"

#define N 64

int
main (void)
{
  int a[N], sum = 0;

  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    int part = 0;
#pragma omp target map(to : a) map(tofrom : part)
    for (int i = 0; i < N; i++)
      part += a[i];
    sum += part;
  }
  CHECK (sum % (N * (N - 1) / 2) == 0 && sum > 0);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 4; i++)
#pragma omp target nowait map(tofrom : a) depend(inout : a)
    a[0]++;
  CHECK (a[0] == 4);
  return 0;
}

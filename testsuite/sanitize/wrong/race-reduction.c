/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* A thread reads the result of a reduction before the others have added to
   it.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

#define N 1000

int
main (void)
{
  int sum = 0, read = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : sum, read)
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(+ : sum) nowait /* { dg-report "data race" } */
      for (int i = 0; i < N; i++)
        sum += i;
#pragma omp single
      read = sum; /* { dg-report "data race" } */
    }
  return read == -1;
}

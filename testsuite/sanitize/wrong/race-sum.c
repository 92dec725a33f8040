/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* { dg-output "byte 0 of the copy of sum, 4 bytes at" } */
/* The threads of a team add to one variable: a reduction is missing.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int
main (void)
{
  int sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma omp target map(tofrom : sum)
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 1000; i++)
      sum += i; /* { dg-report "data race" } */
  return sum == -1;
}

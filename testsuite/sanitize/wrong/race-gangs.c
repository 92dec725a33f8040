/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=thread" } */
/* { dg-output "of the copy of sum, 4 bytes at" } */
/* Gangs add to one variable: a reduction is missing.  */

/* ThreadSanitizer may miss a race of two accesses at the very same time.  */
#define TURNS 20

int
main (void)
{
  int sum = 0;
  for (int turn = 0; turn < TURNS; turn++)
#pragma acc parallel loop num_gangs(4) copy(sum)
    for (int i = 0; i < 1000; i++)
      sum += i; /* { dg-report "data race" } */
  return sum == 0;
}

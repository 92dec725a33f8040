/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=address" } */
/* A gang uses a variable of an iteration that has ended.  */

int
main (void)
{
  int sum = 0;
#pragma acc parallel num_gangs(2) copy(sum) reduction(+ : sum)
  {
    int *volatile last = 0;
#pragma acc loop seq
    for (int i = 0; i < 4; i++)
      {
        int own = i;
        last = &own;
      }
    sum += *last; /* { dg-report "stack-use-after-scope" } */
  }
  return sum == -1;
}

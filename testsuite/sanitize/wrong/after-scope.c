/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* The threads of a region use a variable of a block that has ended.  */

int
main (void)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    int *volatile last = 0;
    for (int i = 0; i < 4; i++)
      {
        int own = i;
        last = &own;
        sum += *last;
      }
    sum += *last; /* { dg-report "stack-use-after-scope" } */
  }
  return sum == -1;
}

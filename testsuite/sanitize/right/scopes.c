/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* { dg-sanitizer-options "detect_stack_use_after_return=1" } */
/* A region uses variables of blocks and functions while they last, in several
   threads and tasks.  */

#define CHECK(what) if (!(what)) __builtin_abort ()

#pragma omp declare target
static void
set (int *p, int n)
{
  int own[8] = { 0 };
  for (int i = 0; i < 8; i++)
    {
      int *volatile q = &own[i];
      *q = n;
    }
  *p = own[7];
}
#pragma omp end declare target

int
main (void)
{
  int sum = 0;
#pragma omp target map(tofrom : sum)
#pragma omp parallel num_threads(4) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    {
      int value;
      set (&value, i);
#pragma omp task shared(value)
      value++;
#pragma omp taskwait
      sum += value;
    }
  CHECK (sum == 4 * 55);
  return 0;
}

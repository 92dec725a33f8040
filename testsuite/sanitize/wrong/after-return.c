/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fno-inline -fsanitize=address" } */
/* { dg-sanitizer-options "detect_stack_use_after_return=1" } */
/* A region keeps the address of a variable of a function that has returned.  */

#pragma omp declare target
static int *
first_of (int n)
{
  int own[10] = { n };
  int *volatile p = own;
  return p;
}
#pragma omp end declare target

int
main (void)
{
  int n = 5, first = 0;
#pragma omp target map(tofrom : first)
  {
    int *p = first_of (n);
    first = *p; /* { dg-report "stack-use-after-return" } */
  }
  return first == -1;
}

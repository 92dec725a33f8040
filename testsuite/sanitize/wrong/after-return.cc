/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fno-inline -fsanitize=address" } */
/* { dg-sanitizer-options "detect_stack_use_after_return=1" } */
/* An object keeps a reference to a variable of the function that made it.  */

#pragma omp declare target
struct adder
{
  const int &own;
  int
  add (int n) const
  {
    return own + n; /* { dg-report "stack-use-after-return" } */
  }
};

static adder
make_adder (int n)
{
  int own[10] = { n };
  const int *volatile p = own;
  return { *p };
}
#pragma omp end declare target

int
main ()
{
  int n = 5, sum = 0;
#pragma omp target map(tofrom : sum)
  sum = make_adder (n).add (2); /* { dg-report "stack-use-after-return" } */
  return sum == -1;
}

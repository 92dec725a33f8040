/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Recursive functions and arrays of variable length on the device's stack.  */

#pragma omp declare target
static int
sum_of (int depth, const int *before, int n)
{
  int own[n + 1];
  for (int i = 0; i < n; i++)
    own[i] = before[i] + 1;
  own[n] = 0;
  if (depth > 0)
    return sum_of (depth - 1, own, n + 1);
  int sum = 0;
  for (int i = 0; i <= n; i++)
    sum += own[i];
  return sum;
}

static int
fibonacci (int n)
{
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}
#pragma omp end declare target

int
main (void)
{
  int first[1] = { 0 }, sum = 0, f = 0;
#pragma omp target map(to : first) map(from : sum, f)
  {
    sum = sum_of (9, first, 1);
    f = fibonacci (15);
  }
  return sum != 55 || f != 610;
}

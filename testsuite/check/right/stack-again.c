/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The stack of a function is used again by another one.  */

static int __attribute__ ((noinline))
first (void)
{
  int a[50] = { 0 }, sum = 0;
#pragma omp target map(to : a) map(tofrom : sum)
  for (int i = 0; i < 50; i++)
    sum += a[i] = i;
  return sum;
}

static int __attribute__ ((noinline))
second (int n)
{
  int b[50] = { 0 };
  for (int i = 0; i < n; i++)
    b[i] += 1;
  int sum = 0;
  for (int i = 0; i < 50; i++)
    sum += b[i];
  return sum;
}

int
main (void)
{
  int bad = 0;
  for (int i = 0; i < 5; i++)
    bad |= first () != 1225 || second (10) != 10;
  return bad;
}

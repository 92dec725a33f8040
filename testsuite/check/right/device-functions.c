/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions of declare target with pointers to stacks and to mappings.  */

#pragma omp declare target
static void
add (int *to, const int *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] += from[i];
}
static int
sum (const int *p, int n)
{
  return n == 0 ? 0 : p[0] + sum (p + 1, n - 1);
}
#pragma omp end declare target

int
main (void)
{
  int a[20], result = 0;
  for (int i = 0; i < 20; i++)
    a[i] = i;
#pragma omp target map(to : a) map(from : result)
  {
    int b[20] = { 0 };
    add (b, a, 20);
    add (b, a, 10);
    add (a, b, 20);
    result = sum (a, 20);
  }
  return result != 190 + 190 + 45;
}

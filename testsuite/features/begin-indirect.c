/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions between directives that regions call by pointers of the host.
   { since 14 } */
#pragma omp begin declare target indirect
static int
three (int x)
{
  return x + 3;
}
#pragma omp end declare target

int
main (void)
{
  int (*f) (int) = three, r = 0;
#pragma omp target map(to : f) map(from : r)
  r = f (4);
  return r != 7;
}

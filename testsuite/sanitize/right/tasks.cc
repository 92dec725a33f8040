/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* Tasks of a region, with dependences, in groups and loops.  */

#include <vector>

#pragma omp declare target
static int
fibonacci (int n)
{
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fibonacci (n - 1);
#pragma omp task shared(b)
  b = fibonacci (n - 2);
#pragma omp taskwait
  return a + b;
}
#pragma omp end declare target

int
main ()
{
  int f = 0, a[64] = { 0 }, chain = 1;
#pragma omp target map(tofrom : f, a, chain)
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    f = fibonacci (8);
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 64; i++)
      a[i] = i;
#pragma omp taskgroup
    {
#pragma omp task shared(a)
      a[0] = 5;
    }
    a[0]++;
    for (int i = 0; i < 10; i++)
#pragma omp task depend(inout : chain) shared(chain)
      chain *= 2;
  }
  return f != 21 || a[0] != 6 || a[63] != 63 || chain != 1024;
}

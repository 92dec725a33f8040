/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An exception leaves the function before the exit data.  */

#include <new>

static void __attribute__ ((noinline)) work (int *a, int n)
{
#pragma omp target enter data map(to : a[0 : n]) /* { dg-check leak } */
#pragma omp target
  a[0] = n;
  if (n > 3)
    throw std::bad_alloc ();
#pragma omp target exit data map(from : a[0 : n])
}

static int a[10];

int
main ()
{
  try
    {
      work (a, 10);
    }
  catch (const std::bad_alloc &)
    {
    }
}

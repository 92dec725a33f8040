/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The result of a target task that is mapped to the device only.  */

int
main (void)
{
  int a[10] = { 0 };
#pragma omp parallel
#pragma omp single
  {
#pragma omp target map(to : a) nowait depend(out : a)
    for (int i = 0; i < 10; i++)
      a[i] = i + 1;
#pragma omp taskwait
  }
  return a[4] != 0; /* { dg-check lost } */
}

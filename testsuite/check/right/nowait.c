/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Target tasks that depend on one another.  */

int
main (void)
{
  int a[100] = { 0 }, b[100] = { 0 }, bad = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target enter data map(to : a, b) nowait depend(out : a)
#pragma omp target nowait depend(inout : a)
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp target nowait depend(inout : a)
    for (int i = 0; i < 100; i++)
      b[i] = a[i] + 1;
#pragma omp target exit data map(from : a, b) nowait depend(inout : a)
#pragma omp taskwait
  }
  for (int i = 0; i < 100; i++)
    bad |= a[i] != i || b[i] != i + 1;
  return bad;
}

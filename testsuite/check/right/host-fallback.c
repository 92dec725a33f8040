/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A region that an if clause keeps on the host.  */

int
main (int argc, char **argv)
{
  int a[10] = { 0 }, sum = 0;
  (void)argv;
#pragma omp target map(to : a) map(tofrom : sum) if (argc > 5)
  for (int i = 0; i < 10; i++)
    {
      a[i] = i;
      sum += a[i];
    }
  for (int i = 0; i < 10; i++)
    sum -= a[i];
  return sum;
}

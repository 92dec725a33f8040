/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* update from where the host's new values should go to the device.  */

int
main (void)
{
  int a[25] = { 0 }, sum = 0;
#pragma omp target data map(to : a)
  {
    for (int i = 0; i < 25; i++)
      a[i] = i + 1;
#pragma omp target update from(a)
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < 25; i++)
      sum += a[i]; /* { dg-check stale } */
  }
  return sum < 0;
}

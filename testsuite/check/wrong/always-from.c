/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(always, from:) where the new input should go to the device.  */

int
main (void)
{
  int a[25] = { 0 }, sum = 0;
#pragma omp target enter data map(to : a)
  for (int i = 0; i < 25; i++)
    a[i] = i + 1;
#pragma omp target data map(always, from : a)
  ;
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < 25; i++)
    sum += a[i]; /* { dg-check stale } */
#pragma omp target exit data map(delete : a)
  return sum != 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The last update goes to the device, over the result: what the end of the data
   region copies back is the input.  */

int
main (void)
{
  int a[25] = { 0 }, sum = 0;
#pragma omp target data map(tofrom : a)
  {
#pragma omp target
    for (int i = 0; i < 25; i++)
      a[i] = i + 1;
#pragma omp target update to(a)
  }
  for (int i = 0; i < 25; i++)
    sum += a[i]; /* { dg-check lost } */
  return sum != 0;
}

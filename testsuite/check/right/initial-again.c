/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Each round gives the device the input again, which the round before has
   changed there.  */

int
main (void)
{
  int a[32], sum = 0;
  for (int i = 0; i < 32; i++)
    a[i] = 32 - i;
#pragma omp target data map(to : a)
  for (int round = 0; round < 3; round++)
    {
      int least = 0;
#pragma omp target update to(a)
#pragma omp target map(from : least)
      {
        for (int i = 1; i < 32; i++)
          for (int k = i; k > 0 && a[k - 1] > a[k]; k--)
            {
              int other = a[k];
              a[k] = a[k - 1];
              a[k - 1] = other;
            }
        least = a[0];
      }
      sum += least;
    }
  return sum != 3;
}

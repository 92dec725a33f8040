/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Accumulators that the host set to zero are mapped from the device only.  */

struct accumulator
{
  double sum = 0;
  long count = 0;
};

int
main ()
{
  accumulator acc;
#pragma omp target map(from : acc)
  for (int i = 0; i < 10; i++)
    {
      acc.sum += i; /* { dg-check unwritten } */
      acc.count = i;
    }
  return acc.count != 9;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Atomic updates of counters that start without a value.  */

int
main (void)
{
  int hist[8], data[64];
  for (int i = 0; i < 64; i++)
    data[i] = i % 8;
#pragma omp target teams distribute parallel for map(to : data) map(from : hist)
  for (int i = 0; i < 64; i++)
#pragma omp atomic
    hist[data[i]] += 1; /* { dg-check unwritten } */
  return 0;
}

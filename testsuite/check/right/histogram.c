/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Atomic updates of counters that are set before.  */

int
main (void)
{
  int hist[8], data[64], bad = 0;
  for (int i = 0; i < 64; i++)
    data[i] = i % 8;
#pragma omp target data map(to : data) map(from : hist)
  {
#pragma omp target
    for (int i = 0; i < 8; i++)
      hist[i] = 0;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 64; i++)
#pragma omp atomic
      hist[data[i]] += 1;
  }
  for (int i = 0; i < 8; i++)
    bad |= hist[i] != 8;
  return bad;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host clears its copy, in which it then receives what the device has
   changed, and that is not all.  */

#include <string.h>

#define N 24

int
main (void)
{
  int bins[N] = { 0 }, rows[4][N] = { { 0 } }, bad = 0;
#pragma omp target data map(to : bins, rows)
  for (int k = 0; k < 4; k++)
    {
#pragma omp target
      {
        bins[3 * k] += k;
        rows[k][5] += k;
      }
      memset (bins, 0xff, sizeof (bins));
      memset (rows, 0xff, sizeof (rows));
#pragma omp target update from(bins[0 : 12], bins[12 : 12])
#pragma omp target update from(rows[0 : 2], rows[2 : 2])
#pragma omp target map(tofrom : bad)
      for (int i = 0; i < N; i++)
        bad |= bins[i] < 0 || rows[k][4] < 0;
      bad |= bins[3 * k] != k || rows[k][5] != k;
    }
  return bad;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* After the swap the host asks for the older of two buffers.  */

#include <cstdio>
#include <utility>

int
main ()
{
  const int n = 20;
  float *now = new float[n](), *next = new float[n]();
#pragma omp target enter data map(to : now[0 : n], next[0 : n])
  for (int step = 0; step < 3; step++)
    {
#pragma omp target
      for (int i = 0; i < n; i++)
        next[i] = now[i] + 1;
      std::swap (now, next);
    }
#pragma omp target update from(next[0 : n])
  std::printf ("%g\n", now[3]); /* { dg-check lost } */
#pragma omp target exit data map(release : now[0 : n], next[0 : n])
  delete[] now;
  delete[] next;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* After the swap the host asks for the buffer that was written last.  */

#include <utility>

int
main ()
{
  const int n = 20;
  float *now = new float[n](), *next = new float[n]();
#pragma omp target enter data map(to : now[0 : n]) map(alloc : next[0 : n])
  for (int step = 0; step < 3; step++)
    {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < n; i++)
        next[i] = now[i] + 1;
      std::swap (now, next);
    }
#pragma omp target exit data map(from : now[0 : n]) map(release : next[0 : n])
  int bad = now[3] != 3;
  delete[] now;
  delete[] next;
  return bad;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rows of a vector of vectors: those that were mapped are reallocated by a
   resize.  */

#include <cstdio>
#include <vector>

int
main ()
{
  std::vector<std::vector<int> > rows (3, std::vector<int> (8, 1));
#pragma omp target
  {
  }
  for (auto &row : rows)
    {
      int *p = row.data ();
#pragma omp target enter data map(to : p[0 : 8])
    }
  rows[1].resize (1000); /* { dg-check leak } */
  for (int r = 0; r < 3; r += 2)
    {
      int *p = rows[r].data ();
#pragma omp target exit data map(from : p[0 : 8])
    }
  std::printf ("%d\n", rows[0][0] + rows[2][7]);
  return 0;
}

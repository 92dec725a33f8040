/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=thread" } */
/* Gangs have no race if their sum is a reduction and their count is atomic.  */

#include <vector>

#define CHECK(what) if (!(what)) __builtin_abort ()

struct field
{
  std::vector<double> cells;
  explicit field (unsigned n) : cells (n, 1.0) {}
  double
  sum ()
  {
    double *p = cells.data (), s = 0;
    int count = 0;
    int n = (int)cells.size ();
#pragma acc parallel loop num_gangs(4) copy(p[0 : n], count) reduction(+ : s)
    for (int i = 0; i < n; i++)
      {
        p[i] += i;
        s += p[i];
#pragma acc atomic
        count++;
      }
    return count == n ? s : 0;
  }
};

int
main ()
{
  field f (101);
  CHECK (f.sum () == 101 + 5050);
  CHECK (f.cells[100] == 101);
  return 0;
}

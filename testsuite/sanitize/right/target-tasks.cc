/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=thread" } */
/* { dg-set-target-env-var OFFLOAD_EMUL_NUM 2 } */
/* Target tasks of two devices and tasks of the host change one object, in the
   order of their dependences.  */

#include <vector>

#define CHECK(what) if (!(what)) __builtin_abort ()

struct field
{
  std::vector<int> cells;
  explicit field (int n) : cells ((unsigned)n, 0) {}
  void
  step (int device)
  {
    int *p = cells.data (), n = (int)cells.size ();
#pragma omp target nowait device(device) depend(inout : p[0])                  \
    map(tofrom : p[0 : n])
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
      p[i]++;
#pragma omp task depend(inout : p[0]) firstprivate(p)
    p[0]++;
  }
};

int
main ()
{
  field f (100);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 6; i++)
    f.step (i % 2);
  CHECK (f.cells[0] == 12 && f.cells[99] == 6);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* No device has a foreign runtime: the interop construct gives none, and waits
   for what it depends on.  */
/* { dg-do run } */

#include <omp.h>

#include "../libgomp.c/check.h"

int
main (void)
{
  int started = 0, x = 0;
  omp_interop_t o = (omp_interop_t)&x;
#pragma omp interop init(targetsync : o)
  CHECK (o == omp_interop_none);
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp target nowait depend(out : x) map(tofrom : x)
    x = 41;
#pragma omp task depend(inout : x) shared(x, started)
    {
      started = 1;
      x++;
    }
#pragma omp interop use(o) depend(inout : x)
    CHECK (started == 1 && x == 42);
#pragma omp task depend(out : x) shared(x)
    x = 7;
#pragma omp interop destroy(o) depend(in : x)
    CHECK (x == 7);
  }
  CHECK (o == omp_interop_none);
  return 0;
}

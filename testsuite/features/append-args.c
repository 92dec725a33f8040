/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Dispatch to a variant with one more argument, an interoperability object.
   { since 15 } */
#include <omp.h>

static int calls;

static void
with_object (int *p, omp_interop_t object)
{
  calls++;
  *p = object == omp_interop_none ? 2 : 3;
}
#pragma omp declare variant(with_object) match(construct = { dispatch })       \
    append_args(interop(targetsync))
void
base (int *p)
{
  *p = 1;
}

int
main (void)
{
  int x = 0;
  omp_interop_t object = omp_interop_none;

#pragma omp target map(tofrom : x)
  x--;
  base (&x);
  if (x != 1 || calls != 0)
    return 1;
#pragma omp dispatch
  base (&x);
  if (x < 2 || calls != 1)
    return 2;
#pragma omp dispatch interop(object)
  base (&x);
  if (x != 2 || calls != 2)
    return 3;
#pragma omp dispatch nocontext(1)
  base (&x);
  return x != 1 || calls != 2;
}

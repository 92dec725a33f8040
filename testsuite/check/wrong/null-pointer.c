/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The pointer in the mapped structure is still null.  */

/* { dg-shouldfail "nothing is there" } */
#include <stddef.h>

struct s
{
  int n;
  int *p;
};

int
main (void)
{
  struct s s = { 3, NULL };
#pragma omp target map(tofrom : s)
  s.p[0] = s.n; /* { dg-check host-memory } */
  return 0;
}

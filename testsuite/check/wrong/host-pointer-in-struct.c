/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A pointer in a mapped structure still points to the host.  */

#include <stdlib.h>


/* { dg-shouldfail "the device cannot reach it" } */

struct s
{
  int n;
  int *p;
};

int
main (void)
{
  struct s s = { 10, malloc (10 * sizeof (int)) };
  for (int i = 0; i < 10; i++)
    s.p[i] = i;
  int sum = 0;
#pragma omp target map(to : s) map(tofrom : sum)
  for (int i = 0; i < s.n; i++)
    sum += s.p[i]; /* { dg-check host-memory } */
  return 0;
}

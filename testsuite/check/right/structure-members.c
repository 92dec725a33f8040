/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Members of a structure and what they point to.  */

#include <stdlib.h>


struct s
{
  int n;
  int *p;
  double unused[100];
  int *q;
};

int
main (void)
{
  struct s s = { .n = 10 };
  s.p = malloc (s.n * sizeof (int));
  s.q = malloc (s.n * sizeof (int));
  for (int i = 0; i < s.n; i++)
    s.p[i] = i;
#pragma omp target map(to : s.n, s.p, s.q, s.p[0 : s.n])                      \
    map(from : s.q[0 : s.n])
  for (int i = 0; i < s.n; i++)
    s.q[i] = s.p[i] * 2;
  int bad = 0;
  for (int i = 0; i < s.n; i++)
    bad |= s.q[i] != 2 * i;
  free (s.p);
  free (s.q);
  return bad;
}

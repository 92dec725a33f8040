/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the host has of a region's data, and what the region alone has.  */
#include <stdlib.h>

#pragma omp requires reverse_offload

struct node { int n; int *p; double d; };
static int wrong;

static void
see (int is_right)
{
  wrong += !is_right;
}

int
main (void)
{
  int h[8], y = 5, failed = 0, *q = malloc (20 * sizeof *q);
  struct node s = { 3, h, 2.5 };
  for (int i = 0; i < 8; i++)
    h[i] = i;
  for (int i = 0; i < 20; i++)
    q[i] = i;
#pragma omp target map(tofrom: h, s, failed, y) map(tofrom: q[:20])            \
  map(tofrom: s.p[0:8])
  {
    int own[6] = { 1, 2, 3, 4, 5, 6 }, n = 2, *p = own;
    struct node l = { 4, own, 7.5 };
    h[0] = 50;
    y = 9;
#pragma omp target device(ancestor: 1) map(always, tofrom: h[0:2])
    {
      see (h[0] == 50 && h[1] == 1);
      h[1] = 51;
    }
    failed |= (h[1] != 51) << 0;
#pragma omp target device(ancestor: 1) map(tofrom: y)
    {
      see (y == 5);
      y = 11;
    }
    failed |= (y != 9) << 1;
#pragma omp target device(ancestor: 1) map(tofrom: p[1:n]) map(from: n)
    {
      see (p[1] == 2 && p[2] == 3);
      p[2] = 33;
      n = 44;
    }
    failed |= (own[2] != 33 || n != 44 || p != own) << 2;
#pragma omp target device(ancestor: 1)
    {
      see (q[7] == 7);
      q[8] = 1000;
    }
#pragma omp target device(ancestor: 1) map(tofrom: l.n, l.p[0:4], l.d)
    {
      see (l.n == 4 && l.p[1] == 2 && l.d == 7.5);
      l.p[1] = 66;
      l.n++;
      l.d = 1;
    }
    failed |= (l.p != own || own[1] != 66 || l.n != 5 || l.d != 1) << 3;
#pragma omp target device(ancestor: 1) map(tofrom: l) map(tofrom: l.p[0:4])
    {
      see (l.n == 5 && l.p[1] == 66);
      l.p[1] = 67;
      l.n++;
    }
    failed |= (l.p != own || own[1] != 67 || l.n != 6) << 4;
#pragma omp target device(ancestor: 1) map(to: l) firstprivate(own)
    {
      see (l.n == 6 && own[1] == 67);
      l.n = own[1] = 0;
    }
    failed |= (l.n != 6 || own[1] != 67) << 5;
#pragma omp target device(ancestor: 1) map(alloc: own)
    own[0] = 3;
    failed |= (own[0] != 1) << 6;
#pragma omp target device(ancestor: 1) map(tofrom: s.p[0:3], s.n)
    see (s.n == 3 && s.p[2] == 2);
#pragma omp parallel num_threads(4)
#pragma omp target device(ancestor: 1) firstprivate(n)
    see (n == 44);
  }
  free (q);
  return wrong + failed;
}

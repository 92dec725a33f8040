/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What nobody wrote is copied, structure by structure and as bytes, and read
   then.  */

#include <stdio.h>
#include <string.h>

struct point
{
  double x, y, z;
};

static double __attribute__ ((noipa))
get (const struct point *p)
{
  return p->z; /* { dg-check unwritten } */
}

int
main (void)
{
  struct point p[10], q[10], r;
#pragma omp target map(from : p)
  for (int i = 0; i < 10; i++)
    p[i].x = p[i].y = i;
  memcpy (q, p, sizeof (q));
  r = q[4];
  printf ("%g %g\n", q[3].x, r.y);
  printf ("%g\n", get (&q[3]));
  printf ("%g\n", p[2].z); /* { dg-check unwritten } */
  return 0;
}

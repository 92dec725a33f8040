/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A structure on the device keeps a pointer that was freed.  */

#include <omp.h>
#include <stdlib.h>

struct buffer
{
  int n;
  int *p;
};

int
main (void)
{
  int d = omp_get_default_device ();
  struct buffer b = { 10, omp_target_alloc (10 * sizeof (int), d) };
#pragma omp target data map(to : b)
  {
#pragma omp target
    for (int i = 0; i < b.n; i++)
      b.p[i] = i;
    omp_target_free (b.p, d);
#pragma omp target
    b.p[2] = 1; /* { dg-check freed } */
  }
  return 0;
}

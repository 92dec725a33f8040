/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A structure with an array of structures, attached.  */

#include <stdlib.h>


struct item
{
  int n;
  double *x;
};

int
main (void)
{
  struct item a[3];
  double sum = 0;
  for (int k = 0; k < 3; k++)
    {
      a[k].n = k + 1;
      a[k].x = malloc (a[k].n * sizeof (double));
      for (int i = 0; i < a[k].n; i++)
        a[k].x[i] = k;
    }
#pragma omp target enter data map(to : a)
  for (int k = 0; k < 3; k++)
    {
#pragma omp target enter data map(to : a[k].x[0 : a[k].n])
    }
#pragma omp target map(tofrom : sum)
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < a[k].n; i++)
      sum += a[k].x[i];
  for (int k = 0; k < 3; k++)
    {
#pragma omp target exit data map(release : a[k].x[0 : a[k].n])
    }
#pragma omp target exit data map(release : a)
  for (int k = 0; k < 3; k++)
    free (a[k].x);
  return sum != 0 + 2 + 6;
}

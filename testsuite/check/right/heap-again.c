/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory is freed after it is unmapped, and allocated again.  */

#include <stdlib.h>


int
main (void)
{
  int bad = 0;
  for (int k = 0; k < 20; k++)
    {
      int n = 10 + k, *a = malloc (n * sizeof (int));
      for (int i = 0; i < n; i++)
        a[i] = k;
#pragma omp target enter data map(to : a[0 : n])
#pragma omp target
      for (int i = 0; i < n; i++)
        a[i] += i;
#pragma omp target exit data map(from : a[0 : n])
      for (int i = 0; i < n; i++)
        bad |= a[i] != k + i;
      free (a);
    }
  return bad;
}

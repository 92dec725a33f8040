/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory is freed before it is unmapped.  */

#include <stdlib.h>


int
main (void)
{
  int *a = calloc (100, sizeof (int));
#pragma omp target
  {
  }
#pragma omp target enter data map(to : a[0 : 100])
  free (a); /* { dg-check leak } */
  return 0;
}

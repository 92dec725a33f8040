/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Data of target enter data that is still mapped at the end.  */

#include <stdlib.h>


static int *a;

int
main (void)
{
  a = calloc (10, sizeof (int));
#pragma omp target enter data map(to : a[0 : 10]) /* { dg-check leak } */
#pragma omp target
  a[1] = 1;
  return 0;
}

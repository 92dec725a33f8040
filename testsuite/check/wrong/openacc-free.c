/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-O2 -fopenacc" } */
/* The memory is freed while acc_copyin keeps it present.  */

#include <openacc.h>
#include <stdlib.h>

int
main (void)
{
  int *p = calloc (100, sizeof (int));
  acc_copyin (p, 100 * sizeof (int));
#pragma acc parallel loop present(p [0:100])
  for (int i = 0; i < 100; i++)
    p[i] = i;
  free (p); /* { dg-check leak } */
  return 0;
}

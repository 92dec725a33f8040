/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* enter data twice, exit data once.  */

#include <stdlib.h>

static int a[10];

static void __attribute__ ((noinline)) start (void)
{
#pragma omp target enter data map(to : a) /* { dg-check leak } */
}

int
main (void)
{
  start ();
  start ();
#pragma omp target
  a[1] = 1;
#pragma omp target exit data map(release : a)
  return 0;
}

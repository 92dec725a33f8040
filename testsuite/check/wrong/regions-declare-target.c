/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions without an order use a variable that is always there, one of them by
   a function and without an atomic operation.  */

#include <stdio.h>

#pragma omp declare target
static int total;
static int table[10];

static void __attribute__ ((noinline)) note (int i)
{
  total += i;
}
#pragma omp end declare target

int
main (void)
{
#pragma omp target nowait
  {
#pragma omp atomic
    total++;
    table[1] = 1;
  }
#pragma omp target nowait /* { dg-check race } */
  {
    note (2);
    table[2] = 2;
  }
#pragma omp taskwait
#pragma omp target update from(total)
  printf ("%d\n", total);
  return 0;
}

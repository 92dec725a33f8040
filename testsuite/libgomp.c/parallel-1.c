/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Each thread of a team runs the region once, with a number of its own.  */

#include <omp.h>
#include <stdlib.h>

int
main (void)
{
  int seen[64] = { 0 }, size = 0;
#pragma omp parallel num_threads(7)
  {
    seen[omp_get_thread_num ()]++;
#pragma omp single
    size = omp_get_num_threads ();
  }
  if (size != 7)
    abort ();
  for (int i = 0; i < 64; i++)
    if (seen[i] != (i < 7))
      abort ();
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables that main sets in the environment before the first use of the
   library have an effect.  */
/* { dg-do run }
   { dg-skip-stock "reads its variables before main only" } */

#include <omp.h>
#include <stdlib.h>

int
main (void)
{
  setenv ("OMP_NUM_THREADS", "3", 1);
  setenv ("OMP_DYNAMIC", "false", 1);
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n++;
  setenv ("OMP_NUM_THREADS", "2", 1);
  return n != 3 || omp_get_max_threads () != 3;
}

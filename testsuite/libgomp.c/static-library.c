/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-O2 -static" } */
/* { dg-set-target-env-var OMP_NUM_THREADS "3" } */
/* { dg-warning "statically linked applications" } */
/* The static library reads the environment, too.  */

#include <omp.h>

#include "check.h"

int
main (void)
{
  int count = 0;
  CHECK (omp_get_max_threads () == 3);
#pragma omp parallel reduction(+ : count)
  count += omp_get_num_threads ();
  CHECK (count == 9);
  return 0;
}

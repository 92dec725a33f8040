/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines of offgomp.h.  */
/* { dg-do run }
   { dg-skip-stock "has none of them" }
   { dg-set-target-env-var GOMP_SPINCOUNT "1000" } */

#include "check.h"

#include <offgomp.h>
#include <omp.h>
#include <string.h>
#include <unistd.h>

int
main (void)
{
  CHECK (strncmp (offgomp_version (), "offgomp ", 8) == 0);
  CHECK (strstr (offgomp_build_facts (), offgomp_version ()) != NULL);
  CHECK (strstr (offgomp_build_facts (), "compiler: ") != NULL);
  CHECK (offgomp_get_spin_time () == 4000);
  unsigned running = 0;
#pragma omp parallel num_threads(3)
#pragma omp master
  running = offgomp_get_running_threads ();
  CHECK (running == 3);
  offgomp_set_spin_time (0);
  CHECK (offgomp_get_spin_time () == 0);
#pragma omp parallel num_threads(3)
  ;
  for (int i = 0; i < 5000 && offgomp_get_running_threads () > 1; i++)
    usleep (1000);
  CHECK (offgomp_get_running_threads () == 1);
  offgomp_set_spin_time (~0ull);
  CHECK (offgomp_get_spin_time () == ~0ull);
  int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  CHECK (n == 2);
  return 0;
}

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

/* What a region of three is told of itself while no thread of it waits in the
   library, where it could sleep.  */
static unsigned
count_in_region (void)
{
  unsigned running = 0;
  int arrived = 0, counted = 0;
#pragma omp parallel num_threads(3)
  {
    int now;
#pragma omp atomic
    arrived++;
    do
#pragma omp atomic read
      now = arrived;
    while (now < 3);
#pragma omp masked
    {
      running = offgomp_get_running_threads ();
#pragma omp atomic write
      counted = 1;
    }
    do
#pragma omp atomic read
      now = counted;
    while (!now);
  }
  return running;
}

int
main (void)
{
  CHECK (strncmp (offgomp_version (), "offgomp ", 8) == 0);
  CHECK (strstr (offgomp_build_facts (), offgomp_version ()) != NULL);
  CHECK (strstr (offgomp_build_facts (), "compiler: ") != NULL);
  CHECK (offgomp_get_spin_time () == 4000);
  CHECK (count_in_region () == 3);
  offgomp_set_spin_time (0);
  CHECK (offgomp_get_spin_time () == 0);
#pragma omp parallel num_threads(3)
  ;
  while (offgomp_get_running_threads () != 1)
    usleep (1000);
  offgomp_set_spin_time (~0ull);
  CHECK (offgomp_get_spin_time () == ~0ull);
  int n = 0;
#pragma omp parallel num_threads(2) reduction(+ : n)
  n++;
  CHECK (n == 2);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-skip-stock "what a team sets is there in the next one" } */
/* Each team of a league on the host begins with the settings of the task that
   encountered the construct, and what a team sets ends with it.  */

#include <omp.h>

#include "check.h"

static int leagues;

/* Whether the settings are those before the league.  */
static int
is_first (int threads)
{
  omp_sched_t kind;
  int chunk;

  omp_get_schedule (&kind, &chunk);
  return omp_get_max_threads () == threads && chunk == 5
         && omp_get_max_active_levels () == 3
         && omp_get_default_allocator () == omp_default_mem_alloc;
}

static void
change (void)
{
  omp_set_num_threads (omp_get_max_threads () + 1);
  omp_set_schedule (omp_sched_dynamic, 9);
  omp_set_max_active_levels (1);
  omp_set_default_allocator (omp_large_cap_mem_alloc);
}

static void
league (int threads)
{
#pragma omp teams num_teams(3)
  {
    CHECK (is_first (threads));
    change ();
    CHECK (!is_first (threads));
    leagues++;
  }
  CHECK (is_first (threads));
}

int
main (void)
{
  /* As the environment has them, then as the program has set them.  */
  omp_set_schedule (omp_sched_static, 5);
  omp_set_max_active_levels (3);
  league (omp_get_max_threads ());
  omp_set_num_threads (7);
  league (7);
  CHECK (leagues == 6);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_THREAD_LIMIT "6" } */
/* { dg-set-target-env-var OMP_THREADS_RESERVE "structured(2),free_agent(2)" } */
/* { dg-skip-stock "from OpenMP 6.0" } */
/* Threads that are reserved for free agents are in no team.  (There are no free
   agents.) */

#include "check.h"

#include <omp.h>

static int
threads_of (int wanted)
{
  int n = 0;
#pragma omp parallel num_threads(wanted)
#pragma omp single
  n = omp_get_num_threads ();
  return n;
}

static void
nested (void)
{
  int running = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(4)
  {
    CHECK (__atomic_add_fetch (&running, 1, __ATOMIC_SEQ_CST) <= 4);
    __atomic_sub_fetch (&running, 1, __ATOMIC_SEQ_CST);
  }
}

/* A limit that the reserve exhausts leaves one thread.  */
static void
own_limit (void)
{
  int most = 0;
#pragma omp teams num_teams(1) thread_limit(2) reduction(max : most)
#pragma omp parallel num_threads(2) reduction(max : most)
  most = omp_get_num_threads ();
  CHECK (most == 1);
}

int
main (void)
{
  omp_set_dynamic (0);
  CHECK (omp_get_thread_limit () == 6);
  CHECK (threads_of (3) == 3);
  CHECK (threads_of (4) == 4);
  CHECK (threads_of (6) == 4);
  nested ();
  own_limit ();
  return 0;
}

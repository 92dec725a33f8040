/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Uses each thing that the host's runtime does.  The program is quick, and
   right on any library; mutants.sh runs it on broken ones.  */

#include <omp.h>
#include <stdlib.h>

#define N 300

static int sum, x[8], own;
#pragma omp threadprivate(own)

static void
tasks (void)
{
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < N; i++)
#pragma omp task
#pragma omp atomic
      sum++;
    for (int i = 0; i < N; i++)
#pragma omp task depend(inout : x[i % 4]) depend(in : x[4 + i % 3])
#pragma omp task
#pragma omp atomic
      sum++;
#pragma omp taskwait
#pragma omp taskloop grainsize(3)
    for (int i = 0; i < N; i++)
#pragma omp atomic
      sum++;
#pragma omp taskgroup task_reduction(+ : sum)
#pragma omp task in_reduction(+ : sum)
    sum++;
#pragma omp task depend(out : x[0])
    sum += 0;
#pragma omp taskwait depend(in : x[0])
  }
}

static void
priorities (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < N; i++)
#pragma omp task priority(i % 7)
#pragma omp atomic
    sum++;
}

static void
sharing (void)
{
#pragma omp parallel num_threads(4)
  {
    int p = 0;
    for (int k = 0; k < 20; k++)
      {
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < N; i++)
#pragma omp atomic
          sum++;
#pragma omp for schedule(guided) ordered
        for (int i = 0; i < 20; i++)
#pragma omp ordered
          sum++;
#pragma omp single copyprivate(p)
        p = k;
#pragma omp single nowait
#pragma omp atomic
        sum++;
#pragma omp critical
        sum += p - k;
#pragma omp barrier
      }
    own++;
#pragma omp for ordered(2)
    for (int i = 1; i < 9; i++)
      for (int j = 0; j < 9; j++)
        {
#pragma omp ordered depend(sink : i - 1, j)
#pragma omp ordered depend(source)
        }
  }
}

static void
teams (void)
{
  omp_set_max_active_levels (3);
  for (int n = 1; n < 12; n++)
#pragma omp parallel num_threads(n)
#pragma omp parallel num_threads(2)
#pragma omp atomic
    sum++;
#pragma omp teams num_teams(2)
#pragma omp parallel num_threads(2)
#pragma omp atomic
  sum++;
  omp_pause_resource_all (omp_pause_soft);
}

static void
locks (void)
{
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < N; i++)
    {
      omp_set_lock (&lock);
      sum++;
      omp_unset_lock (&lock);
      omp_set_nest_lock (&nest);
      omp_set_nest_lock (&nest);
      sum++;
      omp_unset_nest_lock (&nest);
      omp_unset_nest_lock (&nest);
    }
  omp_destroy_lock (&lock);
  omp_destroy_nest_lock (&nest);
}

static void
memory (void)
{
  omp_alloctrait_t traits[]
      = { { omp_atk_alignment, 256 }, { omp_atk_pool_size, 4096 } };
  omp_allocator_handle_t a
      = omp_init_allocator (omp_default_mem_space, 2, traits);
  for (int i = 1; i < 60; i++)
    {
      void *one = omp_alloc ((size_t)i * 10, a);
      void *two = omp_alloc ((size_t)i * 90, a);
      omp_free (one, a);
      omp_free (two, a);
    }
  omp_destroy_allocator (a);
}

int
main (void)
{
  tasks ();
  priorities ();
  sharing ();
  teams ();
  locks ();
  memory ();
  return 0;
}

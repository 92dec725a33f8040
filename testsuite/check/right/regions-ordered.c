/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that change what others read, each ordered before them by another means
   that OpenMP has, while regions on other data are under way.  */

#include <omp.h>

#define N 100

static int a[N], other[N];

static void
add (void)
{
#pragma omp target
  for (int i = 0; i < N; i++)
    a[i]++;
}

static void
by_tasks (void)
{
#pragma omp task depend(out : a)
  {
#pragma omp target nowait
    for (int i = 0; i < N; i++)
      a[i]++;
#pragma omp taskwait
  }
#pragma omp target nowait depend(inout : a)
  for (int i = 0; i < N; i++)
    a[i]++;
#pragma omp task depend(inout : a)
  add ();
#pragma omp taskwait depend(in : a)
  add ();
#pragma omp taskgroup
  {
#pragma omp task
    {
#pragma omp target nowait
      for (int i = 0; i < N; i++)
        a[i]++;
    }
  }
#pragma omp target update from(a)
}

static void
by_exclusion (void)
{
  for (int k = 0; k < 3; k++)
    {
#pragma omp target nowait depend(mutexinoutset : a)
      for (int i = 0; i < N; i++)
        a[i]++;
    }
#pragma omp target depend(in : a)
  for (int i = 0; i < N; i++)
    a[i]++;
}

static void
by_threads (void)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
#pragma omp parallel num_threads(4)
  {
#pragma omp single
    {
#pragma omp target nowait
      for (int i = 0; i < N; i++)
        a[i]++;
    }
#pragma omp critical
    add ();
#pragma omp barrier
    omp_set_lock (&lock);
    add ();
    omp_unset_lock (&lock);
#pragma omp barrier
#pragma omp for ordered
    for (int k = 0; k < 4; k++)
      {
#pragma omp ordered
        add ();
      }
#pragma omp master
    {
#pragma omp target nowait
      for (int i = 0; i < N; i++)
        a[i]++;
    }
  }
  omp_destroy_lock (&lock);
  add ();
}

int
main (void)
{
#pragma omp target data map(tofrom : a, other)
  {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp target nowait depend(out : other)
      for (int i = 0; i < N; i++)
        other[i]++;
      by_tasks ();
#pragma omp taskwait
      by_exclusion ();
    }
    by_threads ();
  }
  return a[3] != 24 || other[3] != 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Small parallel regions on a device, one after the other, in which one thread
   may do the part of another one that did not come in time.  Each thread number
   has its part of every construct, with its own data, and threads that wait for
   each other meet.  */

#include "target-check.h"

#define MOST 20 /* threads; more than one thread starts */
#define ROUNDS 300

/* Each number once; what a thread changes for itself the next one does not
   see.  */
static int
count_strange (int threads)
{
  int strange = 0, hits[MOST] = { 0 }, size = 0;

#pragma omp target map(tofrom : strange, hits, size)
#pragma omp parallel num_threads(threads)
  {
    int me = omp_get_thread_num (), had = omp_get_max_threads ();
    omp_allocator_handle_t allocator = omp_get_default_allocator ();

#pragma omp atomic
    hits[me]++;
#pragma omp atomic
    strange += had == 1000 + MOST || allocator == omp_low_lat_mem_alloc;
    omp_set_num_threads (1000 + MOST);
    omp_set_default_allocator (omp_low_lat_mem_alloc);
    if (me == 0)
      size = omp_get_num_threads ();
#pragma omp atomic
    strange += omp_get_thread_num () != me || omp_get_level () != 1
               || omp_get_ancestor_thread_num (1) != me;
  }
  for (int i = 0; i < MOST; i++)
    strange += hits[i] != (i < size);
  return strange;
}

static long
sum_of_loops (int threads)
{
  long sum = 0;

#pragma omp target map(tofrom : sum)
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  {
#pragma omp for nowait
    for (int i = 0; i < 100; i++)
      sum += i;
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 100; i++)
      sum += i;
#pragma omp for schedule(guided, 3) ordered nowait
    for (int i = 0; i < 100; i++)
      {
#pragma omp ordered
        sum += i;
      }
#pragma omp sections nowait
    {
#pragma omp section
      sum += 1;
#pragma omp section
      sum += 1;
    }
#pragma omp single nowait
    sum += 2;
  }
  return sum;
}

static int
sum_of_nested (int threads)
{
  int sum = 0;

#pragma omp target map(tofrom : sum)
  {
    omp_set_max_active_levels (2);
#pragma omp parallel num_threads(threads)
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      sum += omp_get_ancestor_thread_num (1) + 1;
    }
  }
  return sum;
}

static int
sum_of_tasks (int threads)
{
  int sum = 0;

#pragma omp target map(tofrom : sum)
#pragma omp parallel num_threads(threads)
  {
    for (int i = 0; i < 5; i++)
      {
#pragma omp task
#pragma omp atomic
        sum++;
      }
  }
  return sum;
}

/* Thread FIRST waits for all the others to have come, without a construct.  */
static int
meets (int threads, int first)
{
  int come = 0, others = 0;

#pragma omp target map(tofrom : come, others)
#pragma omp parallel num_threads(threads)
  {
    int now = 0, all = omp_get_num_threads () - 1;
    if (omp_get_thread_num () != first)
      {
#pragma omp atomic
        come++;
      }
    else
      {
        while (now < all)
          {
#pragma omp atomic read
            now = come;
          }
        others = now;
      }
  }
  return come == others;
}

static int
count_in_steps (int threads)
{
  int step = 0, strange = 0;

#pragma omp target map(tofrom : step, strange)
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < 3; i++)
    {
      int now;
#pragma omp atomic
      step++;
#pragma omp barrier
#pragma omp atomic read
      now = step;
#pragma omp atomic
      strange += now != (i + 1) * omp_get_num_threads ();
#pragma omp barrier
    }
  return strange;
}

static int
count_teams (int teams)
{
  int hits = 0;

#pragma omp target teams num_teams(teams) thread_limit(2) map(tofrom : hits)
#pragma omp parallel
  if (omp_get_thread_num () == 0)
    {
#pragma omp atomic
      hits += 1 + omp_get_team_num ();
    }
  return hits;
}

int
main (void)
{
  for (int round = 0; round < ROUNDS; round++)
    {
      int threads = round % 5 == 4 ? MOST : round % 5 + 1;

      CHECK (count_strange (threads) == 0);
      CHECK (sum_of_loops (threads) == 3 * 4950 + 4);
      CHECK (sum_of_tasks (threads) == 5 * threads);
      CHECK (meets (threads, round % threads));
      CHECK (count_in_steps (threads) == 0);
      CHECK (count_teams (threads) == threads * (threads + 1) / 2);
      if (round % 20 < 5)
        CHECK (sum_of_nested (threads) == threads * (threads + 1));
    }
  return 0;
}

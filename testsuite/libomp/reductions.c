/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions at the end of loops and sections that end in a barrier, one after
   the other, in nested regions and in leagues: each thread's results count
   once, and all threads see the sum behind the construct.  */
/* { dg-do run } */
/* { dg-threads "1 2 3 4 8" } */

#include <omp.h>

#include "../libgomp.c/check.h"

enum
{
  ROUNDS = 300,
  WORDS = 50,
  N = 64
};

/* More than a processor's word, combined by a function.  */
struct range
{
  long low, high, sum;
  int count;
};

static int combined;

static void
add (struct range *into, const struct range *from)
{
  if (from->low < into->low)
    into->low = from->low;
  if (from->high > into->high)
    into->high = from->high;
  into->sum += from->sum;
  into->count += from->count;
#pragma omp atomic
  combined++;
}

#pragma omp declare reduction(range                                            \
                              : struct range                                   \
                              : add(&omp_out, &omp_in))                        \
    initializer(omp_priv = { 1000, -1000, 0, 0 })

static void
arrays (void)
{
  double words[WORDS] = { 0 };
  long total = 0;
#pragma omp parallel
  for (int round = 1; round <= ROUNDS; round++)
    {
#pragma omp for reduction(+ : words, total) schedule(dynamic, 3)
      for (int i = 0; i < N; i++)
        {
          words[i % WORDS] += i;
          total += i;
        }
      CHECK (total == (long)round * N * (N - 1) / 2);
      CHECK (words[20] == 20 * round && words[3] == (3 + 53) * round);
#pragma omp barrier
    }
}

static void
functions (int threads)
{
  combined = 0;
#pragma omp parallel num_threads(threads)
  for (int round = 0; round < ROUNDS; round++)
    {
      static struct range r;
#pragma omp single
      r = (struct range){ 1000, -1000, 0, 0 };
#pragma omp for reduction(range : r)
      for (int i = 1; i <= N; i++)
        {
          struct range one = { i, i, i, 1 };
          add (&r, &one);
        }
      CHECK (r.low == 1 && r.high == N && r.count == N
             && r.sum == N * (N + 1) / 2);
#pragma omp barrier
#pragma omp single
      r = (struct range){ 1000, -1000, 0, 0 };
#pragma omp sections reduction(range : r)
      {
#pragma omp section
        {
          struct range one = { 5, 5, 5, 1 };
          add (&r, &one);
        }
#pragma omp section
        {
          struct range one = { 7, 7, 7, 1 };
          add (&r, &one);
        }
      }
      CHECK (r.low == 5 && r.high == 7 && r.count == 2 && r.sum == 12);
#pragma omp barrier
    }
  /* Once for each element and each thread.  */
  CHECK (combined == ROUNDS * (N + 2 + 2 * threads));
}

/* Teams of other sizes, at the same construct at the same time.  */
static void
nested (int threads)
{
  long wrong = 0;
  omp_set_max_active_levels (2);
#pragma omp parallel num_threads(threads) reduction(+ : wrong)
  {
    int inner = omp_get_thread_num () % 3 + 1;
    for (int round = 0; round < 20; round++)
      {
        long sums[4] = { 0, 0, 0, 0 };
#pragma omp parallel num_threads(inner)
#pragma omp for reduction(+ : sums)
        for (int i = 0; i < N; i++)
          sums[i % 4]++;
        wrong += sums[0] != N / 4 || sums[3] != N / 4;
      }
  }
  CHECK (wrong == 0);
}

static void
leagues (void)
{
  long sums[4] = { 0, 0, 0, 0 };
#pragma omp teams distribute parallel for num_teams(4) reduction(+ : sums)
  for (int i = 0; i < 4000; i++)
    sums[i % 4]++;
  for (int i = 0; i < 4; i++)
    CHECK (sums[i] == 1000);
}

int
main (void)
{
  arrays ();
  functions (omp_get_max_threads ());
  nested (omp_get_max_threads ());
  leagues ();
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-skip-stock "loses the order of ordered loops with nowait" } */
/* Random sequences of constructs in a region, mostly without barriers between
   them; some of them, or the region itself, are cancelled.  Each iteration,
   section, single and task is executed once if it was not cancelled, and else
   at most once.  */

#include "../unit/random.h"
#include "check.h"

#include <omp.h>
#include <sched.h>
#include <string.h>

#define REGIONS 60
#define CONSTRUCTS 60
#define MAX_ITERATIONS 40
#define KINDS 17

struct construct
{
  int kind;
  int iterations;
  int chunk;
  int canceller; /* iteration that cancels the loop */
};

static struct construct constructs[CONSTRUCTS];
static int times[CONSTRUCTS][MAX_ITERATIONS]; /* each was executed */
static int turn[CONSTRUCTS];                  /* of ordered */
static int last_construct;                    /* after it the region is
                                                 cancelled */
static int last_thread;                       /* by this thread */

static void
count (int c, int i)
{
#pragma omp atomic
  times[c][i]++;
}

static void
dawdle (uint64_t *random)
{
  if (random_below (random, 16) == 0)
    sched_yield ();
}

#define LOOP(clauses, body)                                                    \
  {                                                                            \
    PRAGMA (omp for clauses)                                                   \
    for (int i = 0; i < k->iterations; i++)                                    \
      {                                                                        \
        dawdle (own);                                                          \
        body;                                                                  \
      }                                                                        \
  }                                                                            \
  break
#define PRAGMA(text) _Pragma (#text)

/* Who waits for a thread that has left a cancelled region goes on.  */
static void
take_turn (int c, int i)
{
  if (last_construct < 0)
    {
      CHECK (turn[c] == i);
      turn[c]++;
    }
  count (c, i);
}

static void
in_order (int c, int i)
{
#pragma omp ordered
  {
    take_turn (c, i);
  }
}

/* No barrier, so no place where a thread could wait for one that left.  */
static void
without_barrier (int c, uint64_t *own)
{
  const struct construct *k = &constructs[c];
  switch (k->kind)
    {
    case 0:
      LOOP (nowait schedule (static), count (c, i));
    case 1:
      LOOP (nowait schedule (static, k->chunk), count (c, i));
    case 2:
      LOOP (nowait schedule (dynamic, k->chunk), count (c, i));
    case 3:
      LOOP (nowait schedule (monotonic : dynamic), count (c, i));
    case 4:
      LOOP (nowait schedule (guided, k->chunk), count (c, i));
    case 5:
      LOOP (nowait schedule (nonmonotonic : guided), count (c, i));
    case 6:
      LOOP (nowait schedule (runtime), count (c, i));
    case 7:
#pragma omp sections nowait
      {
        count (c, 0);
#pragma omp section
        count (c, 1);
#pragma omp section
        count (c, 2);
      }
      break;
    case 8:
#pragma omp single nowait
      count (c, 0);
      break;
    default:
      break;
    }
}

static void
in_turn (int c, uint64_t *own)
{
  const struct construct *k = &constructs[c];
  switch (k->kind)
    {
    case 9:
      LOOP (nowait ordered schedule (static, k->chunk), in_order (c, i));
    case 10:
      LOOP (nowait ordered schedule (dynamic, k->chunk), in_order (c, i));
    case 11:
#pragma omp for nowait ordered(1) schedule(dynamic)
      for (int i = 0; i < k->iterations; i++)
        {
#pragma omp ordered depend(sink : i - 1)
          take_turn (c, i);
#pragma omp ordered depend(source)
        }
      break;
    default:
      break;
    }
}

static void
spawn (int c, uint64_t *own)
{
  int me = omp_get_thread_num ();
  for (int i = me; i < constructs[c].iterations; i += omp_get_num_threads ())
#pragma omp task firstprivate(c, i)
    count (c, i);
  dawdle (own);
}

static void
region (int c, int limit, int number)
{
#pragma omp parallel firstprivate(c)
  {
    uint64_t state = random_start (((uint64_t)number << 8) + 1
                                   + (uint64_t)omp_get_thread_num ());
    uint64_t *own = &state;
    int me = omp_get_thread_num ();
    for (; c < limit; c++)
      {
        const struct construct *k = &constructs[c];
        int data = -1;
        without_barrier (c, own);
        in_turn (c, own);
        if (k->kind == 12)
          {
#pragma omp for schedule(dynamic)
            for (int i = 0; i < k->iterations; i++)
              {
                count (c, i);
#pragma omp cancel for if (i == k->canceller)
              }
          }
        if (k->kind == 13)
          {
#pragma omp sections
            {
              count (c, 0);
#pragma omp section
              {
                count (c, 1);
#pragma omp cancel sections if (k->canceller == 1)
              }
            }
          }
        if (k->kind == 14)
          {
#pragma omp single copyprivate(data)
            data = c;
            CHECK (data == c);
          }
        if (k->kind == 15)
          {
            spawn (c, own);
#pragma omp barrier
            for (int i = 0; i < k->iterations; i++)
              CHECK (times[c][i] == 1);
          }
        if (k->kind == 16)
          {
#pragma omp taskgroup
            {
              spawn (c, own);
#pragma omp task
              {
#pragma omp cancel taskgroup if (k->canceller == me)
              }
            }
          }
        if (c == last_construct && me == last_thread)
          {
#pragma omp cancel parallel
          }
#pragma omp cancellation point parallel
      }
  }
}

static void
choose (uint64_t *random)
{
  memset (times, 0, sizeof (times));
  memset (turn, 0, sizeof (turn));
  for (int c = 0; c < CONSTRUCTS; c++)
    {
      struct construct *k = &constructs[c];
      k->kind = random_below (random, KINDS);
      k->iterations = 1 + random_below (random, MAX_ITERATIONS);
      k->chunk = 1 + random_below (random, 5);
      k->canceller = random_below (random, 2)
                         ? random_below (random, MAX_ITERATIONS)
                         : -1;
    }
}

static int
executed (const struct construct *k)
{
  switch (k->kind)
    {
    case 7:
      return 3;
    case 8:
      return 1;
    case 13:
      return 2;
    case 14:
      return 0;
    default:
      return k->iterations;
    }
}

/* WHOLE: those before LIMIT were not cut off with the region.  */
static void
verify (int limit, int whole)
{
  for (int c = 0; c < CONSTRUCTS; c++)
    {
      const struct construct *k = &constructs[c];
      int most = c < limit ? executed (k) : 0;
      int cancelled = !whole || (k->kind == 12 && k->canceller >= 0)
                      || (k->kind == 13 && k->canceller == 1)
                      || (k->kind == 16 && k->canceller >= 0);
      for (int i = 0; i < MAX_ITERATIONS; i++)
        if (i < most && !cancelled)
          CHECK (times[c][i] == 1);
        else
          CHECK (times[c][i] <= (i < most));
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  uint64_t random = random_start (0);
  static const omp_sched_t schedules[]
      = { omp_sched_static, omp_sched_dynamic, omp_sched_guided };
  for (int r = 0; r < REGIONS; r++)
    {
      choose (&random);
      omp_set_schedule (schedules[random_below (&random, 3)],
                        random_below (&random, 4));
      int cancels = random_below (&random, 2);
      int limit
          = cancels ? CONSTRUCTS : 1 + (int)random_below (&random, CONSTRUCTS);
      last_construct = cancels ? (int)random_below (&random, CONSTRUCTS) : -1;
      last_thread = random_below (&random, omp_get_max_threads ());
      region (0, limit, r);
      verify (limit, !cancels);
    }
  return 0;
}

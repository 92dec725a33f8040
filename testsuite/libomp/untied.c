/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Untied tasks: another thread goes on with one at a scheduling point, and
   children, dependences, taskgroups, reductions and cancellation are as for
   other tasks.  A task with a depend clause is deferred.  */
/* { dg-do run } */
/* { dg-skip-stock "LLVM's library fails an assertion of its own" } */
/* { dg-set-target-env-var OMP_CANCELLATION "true" } */
/* { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "9" } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>
#include <sched.h>

#include "../libgomp.c/check.h"

static int
get (int *word)
{
  return __atomic_load_n (word, __ATOMIC_ACQUIRE);
}

static void
put (int *word, int value)
{
  __atomic_store_n (word, value, __ATOMIC_RELEASE);
}

static void
await (int *word, int value)
{
  while (get (word) < value)
    sched_yield ();
}

/* The thread that began the task is kept by a child of it until the task has
   gone on: it can only do so in another one.  */
static void
elsewhere (void)
{
  int first = -1, kept = 0, went_on = 0, x = 0;
#pragma omp parallel
#pragma omp single
  if (omp_get_num_threads () > 1)
    {
#pragma omp task untied depend(out : x)
      {
        first = omp_get_thread_num ();
        while (!get (&kept))
          {
            int y;
#pragma omp task depend(out : y) shared(first, kept, went_on)
            if (omp_get_thread_num () == first && !get (&went_on))
              {
                put (&kept, 1);
                await (&went_on, 1);
              }
#pragma omp taskyield
          }
        CHECK (omp_get_thread_num () != first);
        CHECK (omp_in_explicit_task ());
        put (&went_on, 1);
      }
#pragma omp taskwait
      CHECK (went_on == 1);
    }
}

/* Like recursive functions, with parts between all calls.  */
static long
tree (int depth)
{
  long left = 0, right = 0, own = 0;
  int x = 0, y = 0;
  if (depth == 0)
    return 1;
#pragma omp task untied shared(left) depend(out : x)
  {
#pragma omp taskyield
    left = tree (depth - 1);
#pragma omp taskyield
    left += 1;
  }
#pragma omp task untied shared(right, own) depend(out : y)
  {
#pragma omp task shared(own)
    own = 1;
#pragma omp taskyield
    right = tree (depth - 1);
#pragma omp taskwait
    CHECK (own == 1);
#pragma omp taskyield
    right += own;
  }
#pragma omp taskwait
  return left + right;
}

static void
group (void)
{
  int own = 0, x = 0;
#pragma omp taskgroup
  {
    for (int k = 0; k < 10; k++)
      {
#pragma omp task untied depend(in : x) shared(own)
        {
#pragma omp taskyield
#pragma omp task depend(in : x) shared(own)
#pragma omp atomic
          own++;
        }
#pragma omp taskyield
      }
  }
  CHECK (own == 10);
}

static void
children (void)
{
  int done = 0, groups = 0, x = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 40; i++)
#pragma omp task untied depend(in : x) firstprivate(i)
      {
        int own = 0;
        for (int k = 0; k < 10; k++)
          {
#pragma omp task depend(in : x) shared(own)
            {
#pragma omp atomic
              own++;
#pragma omp atomic
              done++;
            }
#pragma omp taskyield
          }
#pragma omp taskwait
        CHECK (own == 10);
#pragma omp task if (i % 2) depend(out : x)
#pragma omp atomic
        done++;
      }
    for (int i = 0; i < 40; i++)
#pragma omp task untied depend(in : x)
      {
#pragma omp taskyield
        group ();
#pragma omp taskyield
#pragma omp atomic
        groups++;
      }
  }
  CHECK (done == 440 && groups == 40);
}

static void
dependences (void)
{
  for (int round = 0; round < 20; round++)
    {
      int x = 0, sum = 0;
#pragma omp parallel
#pragma omp single
      {
#pragma omp task untied depend(out : x)
        {
          x = 1;
#pragma omp taskyield
          x = 2;
#pragma omp taskyield
          x = 3;
        }
        for (int i = 0; i < 8; i++)
#pragma omp task untied depend(in : x) depend(mutexinoutset : sum)
          {
            int before = sum;
            CHECK (x == 3);
#pragma omp taskyield
            sum = before + x;
          }
#pragma omp task depend(in : sum)
        CHECK (sum == 24);
      }
    }
}

/* More than a thread has room for.  */
static void
many (void)
{
  int done = 0, x = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task untied depend(out : x)
  {
    for (int i = 0; i < 3000; i++)
      {
#pragma omp task shared(done) untied
        {
          int y = 0;
#pragma omp task shared(done) depend(out : y)
#pragma omp atomic
          done++;
#pragma omp taskwait
#pragma omp atomic
          done++;
        }
      }
#pragma omp taskwait
    CHECK (done == 6000);
  }
}

/* The part of a task begins above its children and the child of a younger task,
   which is above them.  The other thread is not to help.  */
static void
beneath (void)
{
  int busy = 0, over = 0, x = 0, c = 0, n = 0, t = 0;
  omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
  if (omp_get_num_threads () == 2)
    {
      int starter = omp_get_thread_num ();
#pragma omp task depend(in : x)
      {
        CHECK (omp_get_thread_num () != starter);
        put (&busy, 1);
        await (&over, 1);
      }
      await (&busy, 1);
#pragma omp task detach(event) depend(out : n)
      ;
#pragma omp task untied priority(5) depend(in : n) shared(n)
      {
        int y;
#pragma omp task depend(out : y) shared(n)
        n++;
#pragma omp taskyield
        ;
      }
#pragma omp task untied priority(3) depend(out : t) firstprivate(event)
      {
        int y;
        c = 0;
#pragma omp task depend(out : y) shared(c)
        c++;
        omp_fulfill_event (event);
#pragma omp taskyield
#pragma omp taskwait
        CHECK (c == 1);
      }
#pragma omp taskwait depend(inout : t)
      put (&over, 1);
    }
}

static void
reductions (void)
{
  long sum = 0;
  int x = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < 100; i++)
#pragma omp task untied in_reduction(+ : sum) depend(in : x) firstprivate(i)
    {
      sum += i;
#pragma omp taskyield
      sum += 1;
#pragma omp taskyield
      sum += 1;
    }
  CHECK (sum == 4950 + 200);
}

static void
loops (void)
{
  int done = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop untied grainsize(3)
  for (int i = 0; i < 200; i++)
    {
#pragma omp taskyield
#pragma omp atomic
      done++;
    }
  CHECK (done == 200);
}

/* Undeferred ones and those with an event stay in their thread.  */
static void
others (void)
{
  int done = 0, x = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++)
    {
      omp_event_handle_t event;
#pragma omp task untied if (0)
      {
        int me = omp_get_thread_num ();
#pragma omp taskyield
        CHECK (omp_get_thread_num () == me);
        done++;
      }
#pragma omp task untied detach(event) depend(out : x) shared(done)
      {
#pragma omp taskyield
#pragma omp atomic
        done++;
      }
#pragma omp task untied firstprivate(event)
      {
#pragma omp taskyield
        omp_fulfill_event (event);
      }
#pragma omp taskwait
    }
  CHECK (done == 40);
}

/* A task that has begun is not dropped; it sees that it is cancelled.  */
static void
cancelled (void)
{
  int begun = 0, ended = 0, x = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  {
    for (int i = 0; i < 50; i++)
#pragma omp task untied depend(in : x) shared(begun, ended)
      {
#pragma omp atomic
        begun++;
#pragma omp taskyield
#pragma omp atomic
        ended++;
#pragma omp cancel taskgroup
        CHECK (!omp_get_cancellation ());
      }
  }
  CHECK (begun == ended && begun >= 1);
}

int
main (void)
{
  long leaves = 0;
  elsewhere ();
#pragma omp parallel
#pragma omp single
  leaves = tree (7);
  CHECK (leaves == 128 + 2 * 127);
  children ();
  dependences ();
  many ();
  beneath ();
  reductions ();
  loops ();
  others ();
  cancelled ();
  return 0;
}

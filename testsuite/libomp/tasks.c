/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Explicit tasks: deferred, undeferred, final, untied and detached ones, large
   and small, with dependences of each kind.  */
/* { dg-do run } */
/* { dg-set-target-env-var OMP_MAX_TASK_PRIORITY "5" } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>
#include <string.h>

#include "../libgomp.c/check.h"

static long
fib (int n)
{
  long a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib (n - 1);
#pragma omp task shared(b) if (n > 10)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

/* Memory of a task that fits no block of the heap. */
struct large
{
  char bytes[5000];
};

static void
sizes (void)
{
  struct large big;
  int sum = 0;
  memset (&big, 7, sizeof (big));
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; i++)
    {
      char few[3] = { (char)i, 1, 2 };
#pragma omp task firstprivate(big, few, i) priority(i % 6)
      {
        CHECK (big.bytes[0] == 7 && big.bytes[4999] == 7 && few[0] == i);
#pragma omp atomic
        sum += i;
      }
      memset (&big, 7, 10);
    }
  CHECK (sum == 435);
}

static void
undeferred (void)
{
  int order = 0, inner = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task if (0) shared(order, inner)
    {
      CHECK (omp_in_explicit_task ());
      order = 1;
#pragma omp task shared(inner)
      inner = 1;
#pragma omp taskwait
      CHECK (inner == 1);
    }
    CHECK (order == 1 && !omp_in_explicit_task ());
#pragma omp task final(1) shared(order)
    {
      CHECK (omp_in_final ());
#pragma omp task shared(order)
      {
        CHECK (omp_in_final ());
        order = 2;
      }
      CHECK (order == 2);
    }
#pragma omp taskwait
    CHECK (!omp_in_final ());
    /* Settings are the task's.  */
    omp_set_num_threads (3);
#pragma omp task if (0)
    omp_set_num_threads (5);
    CHECK (omp_get_max_threads () == 3);
  }
}

static void
untied (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; i++)
#pragma omp task untied shared(sum) firstprivate(i)
    {
      int local = i, inner = 0;
#pragma omp taskyield
      local += 1;
#pragma omp task shared(inner)
      inner = 100;
#pragma omp taskwait
      CHECK (inner == 100);
#pragma omp taskyield
#pragma omp atomic
      sum += local;
    }
  CHECK (sum == 1275);
}

static void
dependences (void)
{
  for (int round = 0; round < 20; round++)
    {
      int x = 0, y = 0, many[40] = { 0 }, sum = 0;
#pragma omp parallel
#pragma omp single
      {
#pragma omp task depend(out : x)
        x = 1;
        for (int i = 0; i < 5; i++)
#pragma omp task depend(in : x) depend(inout : many[i])
          many[i] += x;
#pragma omp task depend(out : x)
        x = 2;
        for (int i = 0; i < 5; i++)
#pragma omp task depend(mutexinoutset : sum) depend(in : many[i])
          sum += many[i];
#pragma omp task depend(in : sum) depend(out : y)
        y = sum;
#pragma omp taskwait depend(in : y)
        CHECK (y == 5);
#pragma omp task depend(iterator(i = 0 : 40), out : many[i])
        for (int i = 0; i < 40; i++)
          many[i] = i;
#pragma omp task depend(iterator(i = 0 : 40), in                               \
                        : many[i]) depend(out                                  \
                                          : x) shared(x)
        x = many[39];
#pragma omp task if (0) depend(in : x, many[39])
        CHECK (x == 39);
        omp_depend_t d;
#pragma omp depobj(d) depend(inout : y)
#pragma omp task depend(depobj : d)
        y = 6;
#pragma omp depobj(d) update(in)
#pragma omp task depend(depobj : d)
        CHECK (y == 6);
#pragma omp taskwait
#pragma omp depobj(d) destroy
#if __clang_major__ > 16
        int both = 0;
        for (int i = 0; i < 4; i++)
#  pragma omp task depend(inoutset : x) shared(both)
#  pragma omp atomic
          both++;
#  pragma omp task depend(inout : x) shared(both)
        CHECK (both == 4);
#  pragma omp task depend(out : omp_all_memory)
        x = y = 9;
#  pragma omp task depend(in : y)
        CHECK (x == 9);
#  pragma omp taskwait
#endif
      }
    }
}

/* A chain across the threads.  */
static void
chain (void)
{
  int last = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2000; i++)
#pragma omp task depend(inout : last)
    {
      CHECK (last == i);
      last++;
    }
  CHECK (last == 2000);
}

static void
detached (void)
{
  int done = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++)
      {
        omp_event_handle_t event;
        int x = 0;
#pragma omp task detach(event) depend(out : x) shared(done)
#pragma omp atomic
        done++;
#pragma omp task firstprivate(event)
        omp_fulfill_event (event);
#pragma omp task depend(in : x) shared(done)
#pragma omp atomic
        done++;
#pragma omp taskwait
      }
    omp_event_handle_t event;
#pragma omp task detach(event) if (0)
    omp_fulfill_event (event);
  }
  CHECK (done == 40);
}

static void
groups (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 20; i++)
#pragma omp task
        {
#pragma omp task
#pragma omp atomic
          sum += i;
        }
    }
    CHECK (sum == 190);
  }
}

int
main (void)
{
  long f = 0;
  sizes ();
  undeferred ();
  untied ();
  dependences ();
  chain ();
  detached ();
  groups ();
#pragma omp parallel
#pragma omp masked
  f = fib (20);
  CHECK (f == 6765);
  /* Outside any region tasks run at once.  */
  CHECK (fib (12) == 144);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Runs the construct that its first argument names, in a way whose events
   events.sh knows; again and again for as many seconds of CPU time as the
   second one says.  */

#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile int x;

static void
regions (void)
{
  for (int i = 0; i < 3; i++)
#pragma omp parallel
    x = i;
}

static void
sizes (void)
{
  for (int i = 1; i <= 4; i++)
#pragma omp parallel num_threads(i)
    x = i;
}

static void
nested (void)
{
  omp_set_max_active_levels (3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  x = 1;
}

static void
barriers (void)
{
#pragma omp parallel
  {
#pragma omp barrier
#pragma omp barrier
  }
}

static void
loops (void)
{
#pragma omp parallel
  for (int k = 0; k < 2; k++)
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 10; i++)
      x = i;
}

static void
cancelled (void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num () == 0)
      {
#pragma omp cancel parallel
      }
#pragma omp barrier
  }
}

static void *
one_region (void *arg)
{
#pragma omp parallel num_threads(2)
  x = 1;
  return arg;
}

static void
foreign (void)
{
  for (int i = 0; i < 3; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, one_region, NULL);
      pthread_join (thread, NULL);
    }
}

static void
tasks (void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 20; i++)
#pragma omp task
      x = i;
#pragma omp taskwait
#pragma omp task if (0)
    x = 1;
#pragma omp task final(1) untied mergeable
    {
#pragma omp task
      x = 2;
    }
  }
}

static void
dependent_tasks (void)
{
  int a = 0, b = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 5; i++)
      {
#pragma omp task depend(inout : a)
        a++;
#pragma omp task depend(in : a) depend(out : b)
        b = a;
      }
#pragma omp taskwait depend(in : b)
#pragma omp task depend(inout : a) if (0)
    a++;
  }
}

static void
groups (void)
{
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 3; k++)
#pragma omp taskgroup
    for (int i = 0; i < 4; i++)
#pragma omp task
      {
#pragma omp taskyield
        x = i;
      }
}

static void
taskloops (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(5) reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  if (sum != 4950)
    abort ();
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(10) nogroup
  for (unsigned long long i = 0; i < 100; i++)
    x = (int)i;
}

/* Each is merged by one thread, after all tasks.  */
static void
reductions (void)
{
  int sum = 0;
#pragma omp parallel reduction(task, + : sum)
#pragma omp task in_reduction(+ : sum)
  sum++;
#pragma omp parallel
  {
#pragma omp for reduction(task, + : sum) schedule(dynamic)
    for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum)
      sum += i;
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum)
      sum += i;
#pragma omp sections reduction(task, + : sum)
    {
#pragma omp task in_reduction(+ : sum)
      sum++;
#pragma omp section
#pragma omp task in_reduction(+ : sum)
      sum++;
    }
#ifdef __clang__ /* clang 19 compiles no scope */
#  pragma omp atomic
#else
#  pragma omp scope reduction(task, + : sum)
#  pragma omp task in_reduction(+ : sum)
#endif
    sum++;
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum)
      for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum)
        sum += i;
#pragma omp taskloop reduction(+ : sum)
      for (int i = 0; i < 10; i++)
        sum += i;
    }
  }
  int threads = omp_get_max_threads ();
  if (sum != 4 * 45 + 2 + 2 * threads)
    abort ();
}

/* A loop without iterations merges nothing.  */
static void
no_reductions (void)
{
  int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < x; i++)
    sum += i;
}

static void
detached (void)
{
  omp_event_handle_t event;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 6; i++)
    {
#pragma omp task detach(event)
      x = i;
#pragma omp task firstprivate(event)
      omp_fulfill_event (event);
#pragma omp taskwait
    }
}

static void
singles (void)
{
#pragma omp parallel
  {
    int value = 0;
#pragma omp single
    x = 1;
#pragma omp single nowait
    x = 2;
#pragma omp single copyprivate(value)
    value = 3;
    if (value != 3)
      abort ();
  }
}

static void
sections (void)
{
#pragma omp parallel
  {
#pragma omp sections
    { x = 1;
#pragma omp section
  x = 2;
#pragma omp section
  x = 3;
}
#pragma omp sections nowait
{
  x = 1;
#pragma omp section
  x = 2;
}
}
#pragma omp parallel sections
{
  x = 1;
#pragma omp section
  x = 2;
}
}

static void
schedules (void)
{
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < 50; i++)
    x = i;
#pragma omp parallel
  {
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < 50; i++)
      x = i;
#pragma omp for schedule(runtime)
    for (unsigned long long i = 0; i < 50; i++)
      x = (int)i;
#pragma omp for schedule(monotonic : dynamic)
    for (int i = 0; i < 50; i++)
      x = i;
  }
}

static void
ordered (void)
{
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 10; i++)
#pragma omp ordered
    x = i;
}

static void
criticals (void)
{
  static long double d;
#pragma omp parallel
  {
#pragma omp critical
    x = 1;
#pragma omp critical(name)
    x = 2;
#pragma omp atomic
    d += 1;
  }
}

static void
locks (void)
{
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
#pragma omp parallel
  {
    omp_set_lock (&lock);
    omp_unset_lock (&lock);
    while (!omp_test_lock (&lock))
      {
      }
    omp_unset_lock (&lock);
    omp_set_nest_lock (&nest);
    omp_set_nest_lock (&nest);
    omp_test_nest_lock (&nest);
    for (int i = 0; i < 3; i++)
      omp_unset_nest_lock (&nest);
  }
  omp_destroy_lock (&lock);
  omp_destroy_nest_lock (&nest);
}

static void
cancelled_tasks (void)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 50; i++)
#pragma omp task
    {
      if (i == 0)
        {
#pragma omp cancel taskgroup
        }
#pragma omp cancellation point taskgroup
      x = i;
    }
}

static void
doacross (void)
{
#pragma omp parallel for ordered(2) schedule(dynamic)
  for (int i = 0; i < 4; i++)
    for (long k = 0; k < 5; k++)
      {
#pragma omp ordered depend(sink : i - 1, k)
        x = i;
#pragma omp ordered depend(source)
      }
}

static void
backwards (void)
{
#pragma omp parallel for schedule(dynamic, 3)
  for (long i = 50; i > 0; i -= 2)
    x = (int)i;
#pragma omp parallel for schedule(guided)
  for (unsigned long long i = 0; i < 100; i += 7)
    x = (int)i;
}

static void
leagues (void)
{
#pragma omp teams num_teams(3)
  {
    if (omp_get_num_teams () != 3)
      abort ();
#pragma omp parallel num_threads(2)
    x = 1;
  }
}

static void
errors (void)
{
#pragma omp error at(execution) severity(warning) message("one")
#pragma omp error at(execution) severity(warning)
}

static void
hinted_locks (void)
{
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock_with_hint (&lock, omp_sync_hint_contended);
  omp_init_nest_lock_with_hint (&nest, omp_sync_hint_speculative);
  omp_destroy_lock (&lock);
  omp_destroy_nest_lock (&nest);
}

/* The tool stops before the second region.  */
static void
stopped (void)
{
#pragma omp parallel num_threads(2)
  x = 1;
  if (omp_pause_resource_all ((omp_pause_resource_t)3) != 0)
    abort ();
#pragma omp parallel num_threads(2)
  x = 2;
}

/* Most of these tasks are dropped.  */
static void
cancelled_events (void)
{
  omp_event_handle_t events[50];
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 50; i++)
        {
          omp_event_handle_t event;
#pragma omp task detach(event)
          x = i;
          events[i] = event;
        }
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
      for (int i = 0; i < 50; i++)
        omp_fulfill_event (events[i]);
    }
  }
}

#ifdef __clang__
#  include "clang.inc"
#endif

static const struct
{
  const char *name;
  void (*run) (void);
} constructs[] = {
#define C(name)                                                                \
  {                                                                            \
#    name, name                                                                \
  }
  C (regions),
  C (sizes),
  C (nested),
  C (barriers),
  C (loops),
  C (cancelled),
  C (foreign),
  C (tasks),
  C (dependent_tasks),
  C (groups),
  C (taskloops),
  C (detached),
  C (reductions),
  C (no_reductions),
  C (singles),
  C (sections),
  C (schedules),
  C (ordered),
  C (criticals),
  C (locks),
  C (cancelled_tasks),
  C (doacross),
  C (backwards),
  C (leagues),
  C (errors),
  C (hinted_locks),
  C (stopped),
  C (cancelled_events),
#ifdef __clang__
  C (static_loops),
  C (static_chunks),
  C (static_sections),
  C (no_iterations),
  C (distributes),
  C (masks),
  C (flushes),
  C (sums),
  C (orphaned_sum),
  C (task_kinds),
  C (undeferred_tasks),
  C (undeferred_events),
  C (untied_task),
  C (thrown_away),
  C (static_doacross),
  C (serial_regions),
  C (last_calls),
  C (copies),
  C (hinted_criticals),
#endif
#undef C
};

/* Of CPU time: other programs may leave none to this one for a while.  */
static double
seconds (void)
{
  return (double)clock () / CLOCKS_PER_SEC;
}

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (constructs) / sizeof (constructs[0]); i++)
    if (argc > 1 && strcmp (argv[1], constructs[i].name) == 0)
      {
        double end = argc > 2 ? seconds () + strtod (argv[2], NULL) : 0;
        do
          constructs[i].run ();
        while (seconds () < end);
        return 0;
      }
  return 1;
}

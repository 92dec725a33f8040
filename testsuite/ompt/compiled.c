/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Constructs whose events come if the program is compiled with
   -DOFFGOMP_TOOL_EVENTS: runs the one that its argument names.  compiled.sh
   knows the events.  */

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int x;
static int a[100];

static void
loops (void)
{
  int n = 10, from = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = from; i < n; i++)
      x = i;
#pragma omp for schedule(static, 3) nowait
    for (int i = from + 1; i <= n; i += 4)
      x = i;
#pragma omp for schedule(auto) collapse(3)
    for (int i = 0; i < n; i++)
      for (unsigned k = 9; k > 3; k -= 2)
        for (long m = n; m >= 0; m -= 3)
          x = i;
#pragma omp barrier
  }
}

static void
bounds (void)
{
  int n = 10;
  int *end = a + 100;
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = n; i < 5; i++)
      x = i;
#pragma omp for nowait
    for (int *p = a + 1; p < end; p += 3)
      *p = 1;
#pragma omp for nowait
    for (int *p = end; p > a; p--)
      p[-1] = 1;
#pragma omp for nowait
    for (unsigned char c = 0; c != 200; c++)
      x = c;
#pragma omp for nowait
    for (unsigned long long u = -100ULL; u < -1ULL; u += 50)
      x = 1;
#pragma omp for nowait collapse(2)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < i; k++)
        x = k;
  }
}

/* GCC makes further barriers and calls for some clauses.  */
static void
clauses (void)
{
  int v = 3, sum = 0, last = 0;
#pragma omp parallel
  {
#pragma omp for firstprivate(v) lastprivate(v)
    for (int i = 0; i < 10; i++)
      v += i;
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
      sum += i;
#pragma omp for lastprivate(conditional : last)
    for (int i = 0; i < 10; i++)
      if (i < 7)
        last = i;
  }
  if (sum != 45 || last != 6)
    abort ();
  sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 10; i++)
    {
      sum += i;
#pragma omp scan inclusive(sum)
      a[i] = sum;
    }
#pragma omp parallel for reduction(task, + : sum)
  for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum)
    sum += i;
  if (sum != 90 || a[9] != 45)
    abort ();
}

static void
combined (void)
{
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    x = i;
#pragma omp parallel for simd
  for (int i = 0; i < 20; i++)
    a[i] = i;
#pragma omp parallel for ordered
  for (int i = 0; i < 5; i++)
#pragma omp ordered
    x = i;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 6; i++)
    x = i;
#pragma omp parallel
#pragma omp loop
  for (int i = 0; i < 7; i++)
    x = i;
#pragma omp for
  for (int i = 0; i < 8; i++)
    x = i;
}

static void
leagues (void)
{
#pragma omp teams num_teams(1) thread_limit(2)
  {
#pragma omp distribute
    for (int i = 0; i < 10; i++)
      x = i;
#pragma omp distribute parallel for
    for (int i = 0; i < 20; i++)
      a[i] = i;
  }
}

static void
masked (void)
{
#pragma omp parallel
  {
#pragma omp master
    x = 1;
#pragma omp masked
    x = 2;
#pragma omp masked filter(omp_get_num_threads () - 1)
    x = 3;
  }
}

static void
scopes (void)
{
  int sum = 0;
#pragma omp parallel
  {
#pragma omp scope reduction(+ : sum)
    {
      sum++;
#pragma omp for
      for (int i = 0; i < 4; i++)
        sum++;
#pragma omp barrier
    }
#pragma omp scope nowait
    x = 1;
#pragma omp barrier
  }
  if (sum <= 4)
    abort ();
}

static void
singles (void)
{
#pragma omp parallel num_threads(1)
  {
    int value = 0;
#pragma omp single nowait
    x = 1;
#pragma omp barrier
#pragma omp single
    x = 2;
#pragma omp single copyprivate(value)
    value = 3;
    x = value;
  }
}

static void
flushes (void)
{
#pragma omp parallel
  {
    x = 1;
#pragma omp flush
    x = 2;
#pragma omp flush(x)
#pragma omp \
    flush seq_cst
    __sync_synchronize ();
#pragma omp flush acq_rel
    __atomic_thread_fence (__ATOMIC_ACQ_REL); /* "omp flush" */
  }
}

/* The second thread does not come to the barrier in the scope.  */
static void
cancelled (void)
{
  static volatile int is_inside;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 10; i++)
      {
#pragma omp cancel for
      }
    if (omp_get_thread_num () == 1)
      {
        while (!is_inside)
          ;
#pragma omp cancel parallel
      }
#pragma omp scope nowait
    {
      is_inside = 1;
#pragma omp barrier
      x = 1;
    }
  }
}

static const struct
{
  const char *name;
  void (*run) (void);
} constructs[] = {
#define C(name)                                                                \
  {                                                                            \
#    name, name                                                                \
  }
  C (loops),  C (bounds),  C (clauses), C (combined), C (leagues),
  C (masked), C (scopes),  C (singles), C (flushes),  C (cancelled),
#undef C
};

int
main (int argc, char **argv)
{
  for (size_t i = 0; i < sizeof (constructs) / sizeof (constructs[0]); i++)
    if (argc > 1 && strcmp (argv[1], constructs[i].name) == 0)
      {
        constructs[i].run ();
        return 0;
      }
  return 1;
}

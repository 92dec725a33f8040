/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Taskloops, and reductions that tasks take part in: of a taskgroup, a
   taskloop, a region and a loop.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>

#include "../libgomp.c/check.h"

#define PRAGMA(text) _Pragma (#text)
#define LOOP(type, header, expected, clauses)                                  \
  {                                                                            \
    long sum = 0;                                                              \
    int count = 0;                                                             \
    type last = 0;                                                             \
    PRAGMA (omp parallel)                                                      \
    PRAGMA (omp single)                                                        \
    {                                                                          \
      PRAGMA (omp taskloop lastprivate (last) shared (sum, count) clauses)     \
      for                                                                      \
        header                                                                 \
        {                                                                      \
          PRAGMA (omp atomic)                                                  \
          sum += (long)i;                                                      \
          PRAGMA (omp atomic)                                                  \
          count++;                                                             \
          last = i;                                                            \
        }                                                                      \
    }                                                                          \
    CHECK (sum == (expected) && (count == 0 || last == final));                \
  }

#define ALL(clauses)                                                           \
  {                                                                            \
    long final = n - 1;                                                        \
    LOOP (int, (int i = 0; i < n; i++), (long)n *(n - 1) / 2, clauses)         \
    final = 1;                                                                 \
    LOOP (unsigned long, (unsigned long i = (unsigned long)n; i > 0; i--),     \
          (long)n *(n + 1) / 2, clauses)                                       \
    final = -3 * (n - 1);                                                      \
    LOOP (long, (long i = 0; i > -3L * n; i -= 3),                             \
          -3 * ((long)n * (n - 1) / 2), clauses)                               \
  }

static void
loops (int n)
{
  ALL ()
  ALL (grainsize (7))
  ALL (num_tasks (5))
  ALL (num_tasks (1000))
  ALL (if (n > 50))
  ALL (untied)
  ALL (collapse (1))
}

struct pair
{
  int a;
  double b;
};
#pragma omp declare reduction(join                                             \
                              : struct pair                                    \
                              : omp_out.a += omp_in.a, omp_out.b += omp_in.b)  \
    initializer(omp_priv = { 0, 0 })

static void
reductions (void)
{
  int sum = 5, product = 1;
  struct pair p = { 1, 0.5 };
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(* : product)      \
    task_reduction(join : p)
    {
      for (int i = 1; i <= 100; i++)
#pragma omp task in_reduction(+ : sum) in_reduction(join : p) firstprivate(i)
        {
          sum += i;
          p.a += i;
          p.b += 0.5;
        }
      for (int i = 0; i < 5; i++)
#pragma omp task in_reduction(* : product)
        product *= 2;
    }
    CHECK (sum == 5055 && product == 32 && p.a == 5051 && p.b == 50.5);
#pragma omp taskloop reduction(+ : sum) grainsize(3)
    for (int i = 0; i < 100; i++)
      sum += i;
    CHECK (sum == 5055 + 4950);
  }
  int total = 0;
#pragma omp parallel reduction(task, + : total)
  {
    total++;
#pragma omp task in_reduction(+ : total)
    total += 10;
  }
  CHECK (total == 11 * omp_get_max_threads ());
  total = 0;
#pragma omp parallel
  {
#pragma omp for reduction(task, + : total)
    for (int i = 0; i < 20; i++)
#pragma omp task in_reduction(+ : total) firstprivate(i)
      total += i;
    CHECK (total == 190);
  }
}

int
main (void)
{
  static const int sizes[] = { 0, 1, 2, 30, 100 };
  for (unsigned i = 0; i < sizeof (sizes) / sizeof (*sizes); i++)
    loops (sizes[i]);
  for (int i = 0; i < 10; i++)
    reductions ();
  return 0;
}

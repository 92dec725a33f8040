/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4" } */
/* A taskloop with a reduction that has no iterations reduces nothing.  */

#include <omp.h>

#include <stdbool.h>
#include <stdint.h>

#include "check.h"

extern void GOMP_taskloop (void (*) (void *), void *, void (*) (void *, void *),
                           long, long, unsigned, unsigned long, int, long, long,
                           long);
extern void GOMP_taskloop_ull (void (*) (void *), void *,
                               void (*) (void *, void *), long, long, unsigned,
                               unsigned long, int, unsigned long long,
                               unsigned long long, unsigned long long);

static volatile long none = 5;
static volatile unsigned long long none_either = 5;

static long
sum_up (void)
{
  long sum = 3;
#pragma omp taskloop reduction(+ : sum)
  for (long i = 5; i < none; i++)
    sum += i;
  long product = 1;
#pragma omp taskloop reduction(* : product) num_tasks(4)
  for (unsigned long long i = 5; i < none_either; i++)
    product *= 7;
  return sum * product;
}

static void
never (void *block)
{
  (void)block;
  CHECK (0);
}

/* The compiler's array is marked as not registered, where it has not looked at
   the number of iterations itself.  */
static void
mark (void)
{
  enum
  {
    UP = 1 << 8,
    IF = 1 << 10,
    REDUCTION = 1 << 12
  };
  uintptr_t reduction[10] = { 1, 64, 16, -1, 0, 0, 0, 0, 0, 0 };
  struct
  {
    long start, end;
    uintptr_t *reduction;
  } block = { 0, 0, reduction };
  GOMP_taskloop (never, &block, NULL, sizeof block, 8, IF | REDUCTION, 0, 0, 5,
                 5, 1);
  CHECK (reduction[2] == 0);
  reduction[2] = 16;
  GOMP_taskloop_ull (never, &block, NULL, sizeof block, 8, UP | IF | REDUCTION,
                     0, 0, 5, 5, 1);
  CHECK (reduction[2] == 0);
}

int
main (void)
{
  mark ();
  CHECK (sum_up () == 3);
#pragma omp parallel
#pragma omp single
  CHECK (sum_up () == 3);
  return 0;
}

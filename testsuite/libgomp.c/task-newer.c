/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-skip-stock "from GCC 13 on" } */
/* inoutset dependences, omp_all_memory and taskwait with nowait, which newer
   compilers emit.  */

#include "check.h"

#include <omp.h>
#include <stdint.h>

extern void GOMP_task (void (*) (void *), void *, void (*) (void *, void *),
                       long, long, _Bool, unsigned, void **, int, void *);
extern void GOMP_taskwait_depend_nowait (void **);

enum
{
  SETS = 30
};

static int a, b, phase, members;

static void
member (void *arg)
{
  (void)arg;
  CHECK (__atomic_load_n (&phase, __ATOMIC_RELAXED) == 1);
  __atomic_add_fetch (&members, 1, __ATOMIC_RELAXED);
}

static void
next_phase (void *arg)
{
  (void)arg;
  CHECK (phase == 0 || members == SETS);
  phase++;
}

static void
spawn (void (*fn) (void *), void **depend)
{
  GOMP_task (fn, NULL, NULL, 0, 1, 1, 8, depend, 0, NULL);
}

static void
inoutset (void)
{
  struct
  {
    void *address;
    uintptr_t kind;
  } object = { &a, 5 };
  void *set[] = { NULL, (void *)1, NULL, NULL, NULL, &object };
  void *inout[] = { (void *)1, (void *)1, &a };
  phase = members = 0;
#pragma omp parallel
#pragma omp single
  {
    spawn (next_phase, inout);
    for (int i = 0; i < SETS; i++)
      spawn (member, set);
    spawn (next_phase, inout);
  }
  CHECK (phase == 2);
}

static void
all_memory (void)
{
  void *all[] = { (void *)1, (void *)1, NULL };
  phase = members = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 10; round++)
    {
#pragma omp task depend(inout : a)
      a = 2 * round + 1;
#pragma omp task depend(inout : b)
      b = 2 * round + 1;
      GOMP_taskwait_depend_nowait (all);
#pragma omp task depend(in : a)
      CHECK (b == 2 * round + 1 && a == b);
#pragma omp task depend(in : b)
      CHECK (b == 2 * round + 1 && a == b);
      GOMP_taskwait_depend_nowait (all);
    }
}

int
main (void)
{
  for (int i = 0; i < 20; i++)
    {
      inoutset ();
      all_memory ();
    }
  return 0;
}

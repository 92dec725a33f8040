/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 3600 } */
/* { dg-require-effective-target offload_device } */
/* { dg-additional-options "-DOFFLOAD_EMUL_CHECK" } */
/* The program runs out of memory: from one allocation on, each in turn, malloc
   and its like fail until the program ends.  Its exit handlers use what the
   library protects by locks, with memory again: none may be held.  */

#include "attack.h"

#include <omp.h>

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t count, size_t size);
extern void *__libc_realloc (void *old, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);

static long left = -1; /* allocations that succeed; negative: all */

static bool
is_left (void)
{
  long now = __atomic_load_n (&left, __ATOMIC_RELAXED);

  if (now < 0)
    return true;
  if (now == 0 || __atomic_sub_fetch (&left, 1, __ATOMIC_RELAXED) < 0)
    {
      errno = ENOMEM;
      return false;
    }
  return true;
}

void *
malloc (size_t size)
{
  return is_left () ? __libc_malloc (size) : NULL;
}

void *
calloc (size_t count, size_t size)
{
  return is_left () ? __libc_calloc (count, size) : NULL;
}

void *
realloc (void *old, size_t size)
{
  return is_left () ? __libc_realloc (old, size) : NULL;
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return is_left () ? __libc_memalign (alignment, size) : NULL;
}

#define N 20
static int data[N], sums[N];

static bool
use_tasks (void)
{
  int sum = 0;

#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 200; i++)
#pragma omp task priority(i % 3) shared(sum)
#pragma omp atomic
      sum++;
    for (int i = 0; i < 40; i++)
#pragma omp task depend(inout : data[i % 2]) shared(sum)
#pragma omp atomic
      sum++;
#pragma omp taskloop reduction(+ : sum)
    for (int i = 0; i < 10; i++)
      sum++;
  }
  return sum == 250;
}

static bool
use_device (void)
{
  int sum = 0;

#pragma omp target enter data map(to : data)
#pragma omp target map(from : sum)
  {
    sum = 0;
    for (int i = 0; i < N; i++)
      sum += i;
  }
  for (int i = 0; i < N; i++)
#pragma omp target map(from : sums [i:1]) nowait depend(out : sums[i])
    sums[i] = i;
#pragma omp taskwait
#pragma omp target exit data map(from : data)
  for (int i = 0; i < N; i++)
    sum -= sums[i];
  return sum == 0;
}

static void
at_exit (void)
{
  __atomic_store_n (&left, -1, __ATOMIC_RELAXED);
  use_tasks ();
  if (omp_get_initial_device () > 0)
    {
#pragma omp target update to(data)
    }
}

static void
body (const char *name)
{
  char what[16];
  long count;

  if (sscanf (name, "%15s %ld", what, &count) != 2)
    exit (97);
  atexit (at_exit);
  __atomic_store_n (&left, count, __ATOMIC_RELAXED);
  bool good = strcmp (what, "tasks") == 0 ? use_tasks () : use_device ();
  __atomic_store_n (&left, -1, __ATOMIC_RELAXED);
  attack_result (good);
}

static void
try_all (const char *what, const char *variable, long last, long step)
{
  char name[64];
  bool good = true;

  for (long i = 0; i < last; i += step)
    {
      snprintf (name, sizeof name, "%s %ld", what, i);
      good = attack_try (name, variable) && good;
    }
  attack_tell (good, variable != NULL ? "checker" : what);
}

int
main (int argc, char **argv)
{
  /* Each of them where there is more time.  */
  bool all = attack_rounds (1) > 1;

  if (argc == 2)
    body (argv[1]);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  try_all ("tasks", NULL, 40, 1);
  try_all ("device", NULL, 250, all ? 1 : 5);
  try_all ("device", "OFFLOAD_EMUL_CHECK=all", 650, all ? 1 : 13);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run }
   { dg-threads "8" }
   { dg-set-target-env-var OMP_MAX_ACTIVE_LEVELS "2" } */
/* Threads of the library call no malloc, neither in regions nor between them
   nor while they are idle: the C library would give each of them an arena,
   which takes 64 MiB of the address space.  */

#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "check.h"

static pthread_t initial;
static atomic_bool watch;
static atomic_int used;

void *__libc_malloc (size_t);
void *__libc_calloc (size_t, size_t);
void *__libc_memalign (size_t, size_t);
void *__libc_realloc (void *, size_t);

static void
count (void)
{
  if (atomic_load (&watch) && !pthread_equal (pthread_self (), initial))
    atomic_fetch_add (&used, 1);
}

void *
malloc (size_t size)
{
  count ();
  return __libc_malloc (size);
}

void *
calloc (size_t number, size_t size)
{
  count ();
  return __libc_calloc (number, size);
}

void *
realloc (void *block, size_t size)
{
  count ();
  return __libc_realloc (block, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  count ();
  return __libc_memalign (alignment, size);
}

static void
regions (int threads)
{
  int sum = 0, loops = 0, single = 0, turns = 0, updates = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  {
    sum++;
#pragma omp barrier
#pragma omp for schedule(dynamic) reduction(+ : loops)
    for (int i = 0; i < 100; i++)
      loops++;
#pragma omp for schedule(guided) nowait reduction(+ : loops)
    for (int i = 0; i < 100; i++)
      loops++;
#pragma omp for schedule(static, 3) nowait reduction(+ : loops)
    for (int i = 0; i < 100; i++)
      loops++;
#pragma omp single
    single++;
#pragma omp critical
    turns++;
#pragma omp atomic
    updates++;
    omp_get_num_procs ();
  }
  CHECK (sum == threads && loops == 300 && single == 1);
  CHECK (turns == threads && updates == threads);
}

int
main (void)
{
  initial = pthread_self ();
  atomic_store (&watch, true);
  for (int threads = 2; threads <= 8; threads += 2)
    for (int i = 0; i < 3; i++)
      regions (threads);
  usleep (100000);
  regions (8);
  /* Also of threads that are made anew.  */
  omp_pause_resource_all (omp_pause_soft);
  regions (8);
  CHECK (atomic_load (&used) == 0);
  return 0;
}

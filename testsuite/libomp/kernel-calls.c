/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What target regions of flang call: parallel regions and loops as functions.
   Each iteration is done once, and each thread gets the region's words.  */
/* { dg-do run } */
/* { dg-skip-stock "LLVM's library has these calls for GPUs alone" } */
/* { dg-additional-options "-mllvm -openmp-opt-disable" } clang knows these
   calls, and expects them in regions alone.  */
/* { dg-threads "1 2 4 8" } */

#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "../libgomp.c/check.h"

#define MOST 100

extern int32_t __kmpc_target_init (void *environment, void *launch);
extern void __kmpc_target_deinit (void);
typedef void (*task) (int32_t *thread, int32_t *number, ...);
extern void __kmpc_parallel_60 (void *at, int32_t thread, int32_t condition,
                                int32_t threads, int32_t bind, task fn,
                                void *wrapper, void **args, int64_t count,
                                int32_t strict);
extern void __kmpc_parallel_51 (void *at, int32_t thread, int32_t condition,
                                int32_t threads, int32_t bind, task fn,
                                void *wrapper, void **args, int64_t count);
#define LOOPS(type, name)                                                      \
  extern void __kmpc_for_static_loop_##name (                                  \
      void *at, void (*body) (type i, void *arg), void *arg, type trip,        \
      type threads, type chunk, int8_t one);                                   \
  extern void __kmpc_distribute_static_loop_##name (                           \
      void *at, void (*body) (type i, void *arg), void *arg, type trip,        \
      type chunk, int8_t one);                                                 \
  extern void __kmpc_distribute_for_static_loop_##name (                       \
      void *at, void (*body) (type i, void *arg), void *arg, type trip,        \
      type threads, type team_chunk, type chunk, int8_t one);                  \
  static void body_##name (type i, void *arg)                                  \
  {                                                                            \
    __atomic_fetch_add ((int *)arg + i, 1, __ATOMIC_RELAXED);                  \
  }                                                                            \
  static void loops_##name (int trip, int chunk, int *for_, int *both)         \
  {                                                                            \
    __kmpc_for_static_loop_##name (NULL, body_##name, for_, (type)trip,        \
                                   (type)omp_get_num_threads (), (type)chunk,  \
                                   0);                                         \
    __kmpc_distribute_for_static_loop_##name (                                 \
        NULL, body_##name, both, (type)trip, 0, 0, (type)chunk, 0);            \
  }                                                                            \
  static void alone_##name (int trip, int chunk, int *teams)                   \
  {                                                                            \
    __kmpc_distribute_static_loop_##name (NULL, body_##name, teams,            \
                                          (type)trip, (type)chunk, 0);         \
  }
LOOPS (int32_t, 4)
LOOPS (uint32_t, 4u)
LOOPS (int64_t, 8)
LOOPS (uint64_t, 8u)

static int counts[12][MOST];

static void
in_region (int32_t *thread, int32_t *number, ...)
{
  (void)thread, (void)number;
}

/* The words of a region: two numbers.  */
static void
share (int32_t *thread, int32_t *number, intptr_t trip, intptr_t chunk)
{
  CHECK (*number == omp_get_thread_num ());
  CHECK (*thread >= 0);
  loops_4 ((int)trip, (int)chunk, counts[0], counts[1]);
  loops_4u ((int)trip, (int)chunk, counts[2], counts[3]);
  loops_8 ((int)trip, (int)chunk, counts[4], counts[5]);
  loops_8u ((int)trip, (int)chunk, counts[6], counts[7]);
}

static int members;

/* Nine words: some are on the stack.  */
static void
words (int32_t *thread, int32_t *number, intptr_t a, intptr_t b, intptr_t c,
       intptr_t d, intptr_t e, intptr_t f, intptr_t g, intptr_t h, intptr_t i)
{
  (void)thread, (void)number;
  CHECK (a == 1 && b == 2 && c == 3 && d == 4 && e == 5 && f == 6 && g == 7
         && h == 8 && i == 9);
#pragma omp atomic
  members++;
}

static void
loops (int trip, int chunk)
{
  void *args[] = { (void *)(intptr_t)trip, (void *)(intptr_t)chunk };
  memset (counts, 0, sizeof (counts));
  __kmpc_parallel_60 (NULL, 0, 1, -1, -1, (task)(void (*) (void))share, NULL,
                      args, 2, 0);
  alone_4 (trip, chunk, counts[8]);
  alone_4u (trip, chunk, counts[9]);
  alone_8 (trip, chunk, counts[10]);
  alone_8u (trip, chunk, counts[11]);
  for (int k = 0; k < 12; k++)
    for (int i = 0; i < MOST; i++)
      CHECK (counts[k][i] == (i < trip));
}

static int
members_of (int condition, int threads)
{
  void *args[9];
  for (intptr_t i = 0; i < 9; i++)
    args[i] = (void *)(i + 1);
  members = 0;
  __kmpc_parallel_51 (NULL, 0, condition, threads, -1,
                      (task)(void (*) (void))words, NULL, args, 9);
  return members;
}

int
main (void)
{
  CHECK (__kmpc_target_init (NULL, NULL) == -1);
  __kmpc_parallel_60 (NULL, 0, 1, -1, -1, in_region, NULL, NULL, 0, 0);
  for (int trip = 0; trip <= MOST; trip += trip < 10 ? 1 : 30)
    for (int chunk = 0; chunk < 5; chunk++)
      loops (trip, chunk);
  omp_set_dynamic (0);
  CHECK (members_of (0, -1) == 1);
  CHECK (members_of (1, 1) == 1);
  CHECK (members_of (1, -1) == omp_get_max_threads ());
  CHECK (members_of (1, 3) == 3);
  __kmpc_target_deinit ();
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Each entry point for doacross loops: a wavefront over two dimensions, and
   iterations that wait for iterations some rows above.  */

#include "check.h"

#include <omp.h>
#include <stdbool.h>

typedef unsigned long long ull;

#define MONOTONIC 0x80000000L

#define CHUNKED(X)                                                             \
  X (static)                                                                   \
  X (dynamic)                                                                  \
  X (guided)
#define DECLARE(name)                                                          \
  extern bool GOMP_loop_doacross_##name##_start (unsigned, long *, long,       \
                                                 long *, long *);              \
  extern bool GOMP_loop_ull_doacross_##name##_start (unsigned, ull *, ull,     \
                                                     ull *, ull *);            \
  extern bool GOMP_loop_##name##_next (long *, long *);                        \
  extern bool GOMP_loop_ull_##name##_next (ull *, ull *);
CHUNKED (DECLARE)
extern bool GOMP_loop_doacross_runtime_start (unsigned, long *, long *, long *);
extern bool GOMP_loop_ull_doacross_runtime_start (unsigned, ull *, ull *,
                                                  ull *);
extern bool GOMP_loop_runtime_next (long *, long *);
extern bool GOMP_loop_ull_runtime_next (ull *, ull *);
extern bool GOMP_loop_doacross_start (unsigned, long *, long, long, long *,
                                      long *, void *, void **);
extern bool GOMP_loop_ull_doacross_start (unsigned, ull *, long, ull, ull *,
                                          ull *, void *, void **);
extern void GOMP_doacross_post (long *);
extern void GOMP_doacross_wait (long, ...);
extern void GOMP_doacross_ull_post (ull *);
extern void GOMP_doacross_ull_wait (ull, ...);
extern void GOMP_loop_end (void);

enum
{
  ROWS = 23,
  COLUMNS = 7
};
static volatile int value[ROWS][COLUMNS];

static void
compute (int i, int j)
{
  int up = i > 0 ? value[i - 1][j] : 0, left = j > 0 ? value[i][j - 1] : 0;
  CHECK (up == i + j || i == 0);
  CHECK (left == i + j || j == 0);
  value[i][j] = i + j + 1;
}

static void
finish (void)
{
  GOMP_loop_end ();
#pragma omp single
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      {
        CHECK (value[i][j] == i + j + 1);
        value[i][j] = 0;
      }
}

#define DRIVE(type, start, next, post, wait)                                   \
  {                                                                            \
    type counts[] = { ROWS, COLUMNS }, from, to;                               \
    if (start)                                                                 \
      do                                                                       \
        for (type i = from; i < to; i++)                                       \
          for (type j = 0; j < COLUMNS; j++)                                   \
            {                                                                  \
              type here[] = { i, j };                                          \
              if (i > 0)                                                       \
                wait (i - 1, j);                                               \
              if (j > 0)                                                       \
                wait (i, j - 1);                                               \
              compute ((int)i, (int)j);                                        \
              post (here);                                                     \
            }                                                                  \
      while (next (&from, &to));                                               \
    finish ();                                                                 \
  }
#define DRIVE_LONG(start, next)                                                \
  DRIVE (long, start, GOMP_loop_##next##_next, GOMP_doacross_post,             \
         GOMP_doacross_wait)
#define DRIVE_ULL(start, next)                                                 \
  DRIVE (ull, start, GOMP_loop_ull_##next##_next, GOMP_doacross_ull_post,      \
         GOMP_doacross_ull_wait)

static void
old (long chunk)
{
#define RUN(name)                                                              \
  DRIVE_LONG (                                                                 \
      GOMP_loop_doacross_##name##_start (2, counts, chunk, &from, &to), name)  \
  DRIVE_ULL (GOMP_loop_ull_doacross_##name##_start (2, counts, (ull)chunk,     \
                                                    &from, &to),               \
             name)
  CHUNKED (RUN)
#undef RUN
  DRIVE_LONG (GOMP_loop_doacross_runtime_start (2, counts, &from, &to), runtime)
  DRIVE_ULL (GOMP_loop_ull_doacross_runtime_start (2, counts, &from, &to),
             runtime)
}

static void
unified (long chunk)
{
#define RUN(code, name)                                                        \
  DRIVE_LONG (GOMP_loop_doacross_start (2, counts, code, chunk, &from, &to,    \
                                        NULL, NULL),                           \
              name)                                                            \
  DRIVE_ULL (GOMP_loop_ull_doacross_start (2, counts, code, (ull)chunk, &from, \
                                           &to, NULL, NULL),                   \
             name)
  RUN (0, runtime)
  RUN (MONOTONIC | 1, static)
  RUN (MONOTONIC | 2, dynamic)
  RUN (3, guided)
#undef RUN
}

int
main (void)
{
  for (int chunk = 1; chunk < 4; chunk++)
    {
      omp_set_schedule (chunk == 1 ? omp_sched_static : omp_sched_dynamic,
                        chunk);
#pragma omp parallel
      {
        old (chunk);
        unified (chunk);
      }
    }
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-skip-stock "its ordered loops go wrong after one in which a thread got nothing" } */
/* Each entry point for loops, called as old and new compilers call it: every
   iteration runs once, ordered ones in order.  Present compilers emit few of
   these calls.  */

#include "check.h"

#include <omp.h>
#include <stdbool.h>
#include <string.h>

typedef unsigned long long ull;

#define MONOTONIC 0x80000000L

/* The families: name, ordered, and the `next' that goes with `start'.  */
#define CHUNKED(X)                                                             \
  X (static, false, static)                                                    \
  X (dynamic, false, dynamic)                                                  \
  X (guided, false, guided)                                                    \
  X (nonmonotonic_dynamic, false, nonmonotonic_dynamic)                        \
  X (nonmonotonic_guided, false, nonmonotonic_guided)                          \
  X (ordered_static, true, ordered_static)                                     \
  X (ordered_dynamic, true, ordered_dynamic)                                   \
  X (ordered_guided, true, ordered_guided)
#define BY_ICV(X)                                                              \
  X (runtime, false, runtime)                                                  \
  X (nonmonotonic_runtime, false, nonmonotonic_runtime)                        \
  X (maybe_nonmonotonic_runtime, false, maybe_nonmonotonic_runtime)            \
  X (ordered_runtime, true, ordered_runtime)
#define COMBINED(X)                                                            \
  X (static, static)                                                           \
  X (dynamic, dynamic)                                                         \
  X (guided, guided)                                                           \
  X (nonmonotonic_dynamic, nonmonotonic_dynamic)                               \
  X (nonmonotonic_guided, nonmonotonic_guided)
#define COMBINED_BY_ICV(X)                                                     \
  X (runtime, runtime)                                                         \
  X (nonmonotonic_runtime, nonmonotonic_runtime)                               \
  X (maybe_nonmonotonic_runtime, maybe_nonmonotonic_runtime)

#define DECLARE(name, ordered, next)                                           \
  extern bool GOMP_loop_##name##_start (long, long, long, long, long *,        \
                                        long *);                               \
  extern bool GOMP_loop_##name##_next (long *, long *);                        \
  extern bool GOMP_loop_ull_##name##_start (bool, ull, ull, ull, ull, ull *,   \
                                            ull *);                            \
  extern bool GOMP_loop_ull_##name##_next (ull *, ull *);
#define DECLARE_BY_ICV(name, ordered, next)                                    \
  extern bool GOMP_loop_##name##_start (long, long, long, long *, long *);     \
  extern bool GOMP_loop_##name##_next (long *, long *);                        \
  extern bool GOMP_loop_ull_##name##_start (bool, ull, ull, ull, ull *,        \
                                            ull *);                            \
  extern bool GOMP_loop_ull_##name##_next (ull *, ull *);
#define DECLARE_COMBINED(name, next)                                           \
  extern void GOMP_parallel_loop_##name (void (*) (void *), void *, unsigned,  \
                                         long, long, long, long, unsigned);
#define DECLARE_COMBINED_BY_ICV(name, next)                                    \
  extern void GOMP_parallel_loop_##name (void (*) (void *), void *, unsigned,  \
                                         long, long, long, unsigned);
CHUNKED (DECLARE)
BY_ICV (DECLARE_BY_ICV)
COMBINED (DECLARE_COMBINED)
COMBINED_BY_ICV (DECLARE_COMBINED_BY_ICV)
extern void GOMP_parallel_loop_static_start (void (*) (void *), void *,
                                             unsigned, long, long, long, long);
extern void GOMP_parallel_loop_dynamic_start (void (*) (void *), void *,
                                              unsigned, long, long, long, long);
extern void GOMP_parallel_loop_guided_start (void (*) (void *), void *,
                                             unsigned, long, long, long, long);
extern void GOMP_parallel_loop_runtime_start (void (*) (void *), void *,
                                              unsigned, long, long, long);
extern void GOMP_parallel_end (void);
extern bool GOMP_loop_start (long, long, long, long, long, long *, long *,
                             void *, void **);
extern bool GOMP_loop_ordered_start (long, long, long, long, long, long *,
                                     long *, void *, void **);
extern bool GOMP_loop_ull_start (bool, ull, ull, ull, long, ull, ull *, ull *,
                                 void *, void **);
extern bool GOMP_loop_ull_ordered_start (bool, ull, ull, ull, long, ull, ull *,
                                         ull *, void *, void **);
extern void GOMP_ordered_start (void);
extern void GOMP_ordered_end (void);
extern void GOMP_loop_end (void);
extern void GOMP_loop_end_nowait (void);
extern bool GOMP_loop_end_cancel (void);
extern void GOMP_barrier (void);

/* A loop: its iterations are FIRST, FIRST + STEP, ... before LAST.  */
struct space
{
  long first, last, step;
};
static const struct space spaces[]
    = { { 3, 203, 7 }, { 90, -31, -4 }, { 0, 1, 1 },
        { 5, 5, 1 },   { -20, 19, 1 },  { 4, -4, -1 } };
enum
{
  SPACES = sizeof spaces / sizeof spaces[0],
  OFFSET = 100,
  SIZE = 600
};

static int seen[SIZE];
/* Volatile: the compiler takes the entry points for its built-in functions,
   which do not touch static variables.  */
static volatile int last_ordered;

static void
iterate (const struct space *s, long from, long to, bool ordered)
{
  CHECK (s->step > 0 ? from < to && to <= s->last + s->step - 1
                     : from > to && to >= s->last + s->step + 1);
  for (long i = from; s->step > 0 ? i < to : i > to; i += s->step)
    {
      __atomic_add_fetch (&seen[i + OFFSET], 1, __ATOMIC_RELAXED);
      if (!ordered)
        continue;
      GOMP_ordered_start ();
      CHECK (last_ordered == (int)((i - s->first) / s->step) - 1);
      last_ordered++;
      GOMP_ordered_end ();
    }
}

static void
check_all_seen (const struct space *s, const char *name)
{
  for (long i = -OFFSET; i < SIZE - OFFSET; i++)
    {
      bool inside = s->step > 0 ? i >= s->first && i < s->last
                                : i <= s->first && i > s->last;
      int expected = inside && (i - s->first) % s->step == 0;
      if (seen[i + OFFSET] != expected)
        fprintf (stderr, "%s: iteration %ld ran %d times\n", name, i,
                 seen[i + OFFSET]);
      CHECK (seen[i + OFFSET] == expected);
    }
  memset (seen, 0, sizeof seen);
  last_ordered = -1;
}

/* In the middle of a region: end the loop in one of the three ways, and look
   at what it did.  */
static void
finish (const struct space *s, const char *name, int way)
{
  if (way == 0)
    GOMP_loop_end ();
  else if (way == 1)
    CHECK (!GOMP_loop_end_cancel ());
  else
    {
      GOMP_loop_end_nowait ();
      GOMP_barrier ();
    }
#pragma omp single
  check_all_seen (s, name);
}

/* Run the loop that the call START begins; NEXT has its further chunks.  */
#define DRIVE(type, start, next, name, ordered)                                \
  for (int k = 0; k < SPACES; k++)                                             \
    {                                                                          \
      const struct space *s = &spaces[k];                                      \
      type from, to;                                                           \
      if (start)                                                               \
        do                                                                     \
          iterate (s, (long)from, (long)to, ordered);                          \
        while (next (&from, &to));                                             \
      finish (s, name, k % 3);                                                 \
    }
/* Values of the other family are biased so that they stay in order.  */
#define BIAS (1ull << 63)
#define DRIVE_ULL(start, next, name, ordered)                                  \
  for (int k = 0; k < SPACES; k++)                                             \
    {                                                                          \
      const struct space *s = &spaces[k];                                      \
      ull from, to, first = (ull)s->first + BIAS, last = (ull)s->last + BIAS;  \
      if (start)                                                               \
        do                                                                     \
          iterate (s, (long)(from - BIAS), (long)(to - BIAS), ordered);        \
        while (next (&from, &to));                                             \
      finish (s, name, k % 3);                                                 \
    }

static void
chunked (long chunk)
{
#define RUN(name, ordered, next)                                               \
  DRIVE (long,                                                                 \
         GOMP_loop_##name##_start (s->first, s->last, s->step,                 \
                                   chunk != 0                 ? chunk          \
                                   : strstr (#name, "static") ? 0              \
                                                              : 1,             \
                                   &from, &to),                                \
         GOMP_loop_##next##_next, #name, ordered)                              \
  DRIVE_ULL (GOMP_loop_ull_##name##_start (s->step > 0, first, last,           \
                                           (ull)s->step,                       \
                                           chunk != 0 ? (ull)chunk             \
                                           : strstr (#name, "static") ? 0      \
                                                                      : 1,     \
                                           &from, &to),                        \
             GOMP_loop_ull_##next##_next, "ull " #name, ordered)
  CHUNKED (RUN)
#undef RUN
}

static void
by_icv (void)
{
#define RUN(name, ordered, next)                                               \
  DRIVE (long,                                                                 \
         GOMP_loop_##name##_start (s->first, s->last, s->step, &from, &to),    \
         GOMP_loop_##next##_next, #name, ordered)                              \
  DRIVE_ULL (GOMP_loop_ull_##name##_start (s->step > 0, first, last,           \
                                           (ull)s->step, &from, &to),          \
             GOMP_loop_ull_##next##_next, "ull " #name, ordered)
  BY_ICV (RUN)
#undef RUN
}

/* The unified entry points.  */
static void **
memory (void **mem)
{
  *mem = (void *)100;
  return mem;
}

#define UNIFIED(code, next_name)                                               \
  DRIVE (long,                                                                 \
         GOMP_loop_start (s->first, s->last, s->step, code, 2, &from, &to,     \
                          NULL, memory (&mem)),                                \
         GOMP_loop_##next_name##_next, "unified " #code, false)                \
  DRIVE_ULL (GOMP_loop_ull_start (s->step > 0, first, last, (ull)s->step,      \
                                  code, 2, &from, &to, NULL, memory (&mem)),   \
             GOMP_loop_ull_##next_name##_next, "unified ull " #code, false)
#define UNIFIED_ORDERED(code, next_name)                                       \
  DRIVE (long,                                                                 \
         GOMP_loop_ordered_start (s->first, s->last, s->step, code, 2, &from,  \
                                  &to, NULL, memory (&mem)),                   \
         GOMP_loop_ordered_##next_name##_next, "unified ordered " #code, true) \
  DRIVE_ULL (GOMP_loop_ull_ordered_start (s->step > 0, first, last,            \
                                          (ull)s->step, code, 2, &from, &to,   \
                                          NULL, memory (&mem)),                \
             GOMP_loop_ull_ordered_##next_name##_next,                         \
             "unified ordered ull " #code, true)

static void
unified (void)
{
  void *mem;
  UNIFIED (0, maybe_nonmonotonic_runtime)
  UNIFIED (1, static)
  UNIFIED (2, nonmonotonic_dynamic)
  UNIFIED (3, nonmonotonic_guided)
  UNIFIED (4, nonmonotonic_runtime)
  UNIFIED (MONOTONIC | 0, runtime)
  UNIFIED (MONOTONIC | 1, static)
  UNIFIED (MONOTONIC | 2, dynamic)
  UNIFIED (MONOTONIC | 3, guided)
  UNIFIED_ORDERED (0, runtime)
  UNIFIED_ORDERED (MONOTONIC | 1, static)
  UNIFIED_ORDERED (MONOTONIC | 2, dynamic)
  UNIFIED_ORDERED (MONOTONIC | 3, guided)
}

/* Memory that a team shares until the end of the loop.  */
static void
team_memory (void)
{
  static void *common;
  for (int round = 0; round < 20; round++)
    {
      size_t size = (size_t)round * 40 + 8;
      void *mem = (void *)size;
      long from, to;
      bool begun;
      if (round % 2 == 0)
        begun = GOMP_loop_start (0, 1, 1, MONOTONIC | 1, 0, NULL, NULL, NULL,
                                 &mem);
      else
        begun = GOMP_loop_start (0, 100, 1, 2, 1, &from, &to, NULL, &mem);
      CHECK (begun || round % 2 == 1);
      CHECK ((size_t)mem % sizeof (long long) == 0);
#pragma omp critical
      {
        if (common == NULL)
          {
            common = mem;
            for (size_t i = 0; i < size; i++)
              CHECK (((char *)mem)[i] == 0);
          }
        CHECK (common == mem);
        ++*(long *)mem;
      }
      while (round % 2 == 1 && begun && GOMP_loop_dynamic_next (&from, &to))
        continue;
      GOMP_barrier ();
      CHECK (*(long *)mem == omp_get_num_threads ());
#pragma omp single
      common = NULL;
      GOMP_loop_end ();
    }
}

/* ---- Loops that begin with their region.  */

struct combined
{
  const struct space *space;
  bool (*next) (long *, long *);
  int threads;
};

static void
body (void *arg)
{
  const struct combined *c = arg;
  long from, to;
  __atomic_add_fetch (&((struct combined *)arg)->threads, 1, __ATOMIC_RELAXED);
  while (c->next (&from, &to))
    iterate (c->space, from, to, false);
  GOMP_loop_end_nowait ();
}

static void
combined (void)
{
  unsigned threads = (unsigned)omp_get_max_threads ();
  for (int k = 0; k < SPACES; k++)
    {
      const struct space *s = &spaces[k];
      struct combined c = { .space = s };
#define RUN(name, next_name)                                                   \
  c.next = GOMP_loop_##next_name##_next;                                       \
  GOMP_parallel_loop_##name (body, &c, 0, s->first, s->last, s->step, 3, 0);   \
  check_all_seen (s, "parallel " #name);
      COMBINED (RUN)
#undef RUN
#define RUN(name, next_name)                                                   \
  c.next = GOMP_loop_##next_name##_next;                                       \
  GOMP_parallel_loop_##name (body, &c, 0, s->first, s->last, s->step, 0);      \
  check_all_seen (s, "parallel " #name);
      COMBINED_BY_ICV (RUN)
#undef RUN
#define RUN(name, ...)                                                         \
  c.next = GOMP_loop_##name##_next;                                            \
  c.threads = 0;                                                               \
  GOMP_parallel_loop_##name##_start (body, &c, threads, s->first, s->last,     \
                                     s->step __VA_ARGS__);                     \
  body (&c);                                                                   \
  GOMP_parallel_end ();                                                        \
  CHECK (c.threads == (int)threads);                                           \
  check_all_seen (s, "parallel start " #name);
      RUN (static, , 2)
      RUN (dynamic, , 2)
      RUN (guided, , 2)
      RUN (runtime)
#undef RUN
    }
}

int
main (void)
{
  static const omp_sched_t kinds[]
      = { omp_sched_static,
          omp_sched_dynamic,
          omp_sched_guided,
          omp_sched_auto,
          omp_sched_static | omp_sched_monotonic,
          omp_sched_dynamic | omp_sched_monotonic };
  last_ordered = -1;
  for (int i = 0; i < 4; i++)
    {
      omp_set_schedule (kinds[i], i % 3);
#pragma omp parallel
      {
        chunked (i);
        by_icv ();
        unified ();
        team_memory ();
      }
      combined ();
    }
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the programs of host.py have in common.  With SERIAL they are compiled
   without OpenMP, and print the same.  */

#ifndef EXTRA_RANDOM_HOST_H
#define EXTRA_RANDOM_HOST_H

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SERIAL
#  include <omp.h>
#  define parallel_only(x) (x)
#else
#  define parallel_only(x) 0
typedef int omp_lock_t, omp_nest_lock_t, omp_sched_t;
typedef struct
{
  void *p[2];
} omp_depend_t;
#  define omp_set_schedule(kind, chunk) ((void)(kind), (void)(chunk))
#  define omp_get_num_threads() 1
#  define omp_get_thread_num() 0
#  define omp_get_level() 0
#  define omp_get_ancestor_thread_num(level) 0
#  define omp_get_team_size(level) 1
#  define omp_get_cancellation() 0
#  define omp_get_max_active_levels() 1
#  define omp_set_max_active_levels(levels) ((void)(levels))
#  define omp_init_lock(lock) 0
#  define omp_destroy_lock(lock) 0
#  define omp_set_lock(lock) 0
#  define omp_unset_lock(lock) 0
#  define omp_test_lock(lock) 1
#  define omp_init_nest_lock(lock) 0
#  define omp_destroy_nest_lock(lock) 0
#  define omp_set_nest_lock(lock) 0
#  define omp_unset_nest_lock(lock) 0
#endif

typedef unsigned long long ull;
typedef __int128 wide;

struct generator
{
  ull state;
};

static inline ull
mix (ull x)
{
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdULL;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ULL;
  x ^= x >> 33;
  return x;
}

static inline ull
draw (struct generator *r)
{
  return mix (r->state += 0x9e3779b97f4a7c15ULL);
}

static inline ull
below (struct generator *r, ull limit)
{
  return limit ? draw (r) % limit : 0;
}

/* Add to a sum that does not depend on the order.  With SERIAL, too, the
   program may have started threads of its own.  */
static inline void
add (ull *sum, ull x)
{
  x = mix (x);
#ifndef SERIAL
#  pragma omp atomic
  *sum += x;
#else
  __atomic_fetch_add (sum, x, __ATOMIC_RELAXED);
#endif
}

static inline long
pick_count (struct generator *r)
{
  static const long counts[] = { 0, 1, 2, 3, 5, 8, 17, 64, 100, 333 };
  return counts[below (r, 10)];
}

static inline long
pick_chunk (struct generator *r)
{
  static const long chunks[]
      = { 1, 1, 2, 3, 5, 16, 100, 1000000, INT_MAX, LONG_MAX };
  return chunks[below (r, 10)];
}

static inline int
pick_threads (struct generator *r)
{
  return 1 + (int)below (r, 8);
}

struct bounds
{
  wide low, step, end;
};

/* COUNT iterations upwards by step to before end, in MINIMUM..MAXIMUM; ALL: of
   which they may fill all.  */
static inline struct bounds
pick_bounds (struct generator *r, wide minimum, wide maximum, long count,
             int all)
{
  wide room = (all ? maximum - minimum : maximum / 2) / (count + 1);
  wide steps[6] = { 1, 1, 2, 7, 1000, room };
  struct bounds b;
  b.step = steps[below (r, 6)];
  if (b.step > room)
    b.step = room;
  if (b.step < 1)
    b.step = 1;
  wide length = b.step * count, last = maximum - length;
  wide lows[4] = { minimum, last, minimum <= 0 && last >= 0 ? 0 : last,
                   minimum + (wide)draw (r) % (last - minimum + 1) };
  b.low = lows[below (r, 4)];
  b.end = b.low + length;
  if (count > 0)
    b.end -= (wide)below (r, b.step > 1000 ? 1000 : (ull)b.step);
  return b;
}

static inline void
pick_schedule (struct generator *r)
{
  unsigned kind = 1 + (unsigned)below (r, 4);
  if (below (r, 3) == 0)
    kind |= 0x80000000u;
  int chunk = (int)(below (r, 3) ? pick_chunk (r) & INT_MAX : 0);
  omp_set_schedule ((omp_sched_t)kind, chunk);
}

struct pair
{
  long sum;
  ull bits;
};

#pragma omp declare reduction(join                                             \
                              : struct pair                                    \
                              : omp_out.sum += omp_in.sum,                     \
                                omp_out.bits ^= omp_in.bits)                   \
    initializer(omp_priv = { 0, 0 })

#endif

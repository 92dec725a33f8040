/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* The chunks of guided loops: each chunk is the rest of the loop, divided by
   the number of threads and rounded up.  Only the last chunk is smaller than
   the chunk size.  Monotonic and nonmonotonic schedules, both types of
   counters.  */

#include <omp.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"

#define MOST 5000

bool GOMP_loop_guided_start (long, long, long, long, long *, long *);
bool GOMP_loop_guided_next (long *, long *);
bool GOMP_loop_nonmonotonic_guided_start (long, long, long, long, long *,
                                          long *);
bool GOMP_loop_nonmonotonic_guided_next (long *, long *);
bool GOMP_loop_nonmonotonic_runtime_start (long, long, long, long *, long *);
bool GOMP_loop_nonmonotonic_runtime_next (long *, long *);
bool GOMP_loop_ull_nonmonotonic_guided_start (
    bool, unsigned long long, unsigned long long, unsigned long long,
    unsigned long long, unsigned long long *, unsigned long long *);
bool GOMP_loop_ull_nonmonotonic_guided_next (unsigned long long *,
                                             unsigned long long *);
void GOMP_loop_end (void);

enum kind
{
  MONOTONIC,
  NONMONOTONIC,
  RUNTIME,
  UNSIGNED,
  KINDS
};

static long size_at[MOST + 1]; /* of the chunk that begins there */

static void
note (long low, long high)
{
  CHECK (low >= 0 && high > low && high <= MOST && size_at[low] == 0);
  size_at[low] = high - low;
}

/* Each thread's part of a loop from 0 to COUNT.  */
static void
run (enum kind kind, long count, long chunk)
{
  long low, high;
  unsigned long long l, h;
  bool more;
  if (kind == MONOTONIC)
    for (more = GOMP_loop_guided_start (0, count, 1, chunk, &low, &high); more;
         more = GOMP_loop_guided_next (&low, &high))
      note (low, high);
  else if (kind == NONMONOTONIC)
    for (more = GOMP_loop_nonmonotonic_guided_start (0, count, 1, chunk, &low,
                                                     &high);
         more; more = GOMP_loop_nonmonotonic_guided_next (&low, &high))
      note (low, high);
  else if (kind == RUNTIME)
    for (more = GOMP_loop_nonmonotonic_runtime_start (0, count, 1, &low, &high);
         more; more = GOMP_loop_nonmonotonic_runtime_next (&low, &high))
      note (low, high);
  else
    for (more = GOMP_loop_ull_nonmonotonic_guided_start (
             true, 0, (unsigned long long)count, 1, (unsigned long long)chunk,
             &l, &h);
         more; more = GOMP_loop_ull_nonmonotonic_guided_next (&l, &h))
      note ((long)l, (long)h);
  GOMP_loop_end ();
}

static void
check_chunks (long count, long chunk, long threads)
{
  long low = 0;
  while (low < count)
    {
      long rest = count - low;
      long size = (rest + threads - 1) / threads;
      if (size < chunk)
        size = chunk < rest ? chunk : rest;
      CHECK (size_at[low] == size);
      low += size;
    }
}

int
main (void)
{
  static const long counts[] = { 1, 7, 8, 100, 1000, 4999 };
  static const long chunks[] = { 1, 3, 64 };
  for (int kind = 0; kind < KINDS; kind++)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 3; j++)
        for (int threads = 2; threads <= 5; threads++)
          {
            memset (size_at, 0, sizeof (size_at));
            omp_set_schedule (omp_sched_guided, (int)chunks[j]);
#pragma omp parallel num_threads(threads)
            run ((enum kind)kind, counts[i], chunks[j]);
            check_chunks (counts[i], chunks[j], threads);
          }
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* { dg-timeout 120 } */
/* Random graphs of deferred regions with dependences, whose data are on the
   device: each sees what its predecessors have left there.  Threads make them
   at the same time, each its own.  On a device of another machine they are sent
   before their predecessors have ended.  */

#include <omp.h>
#include <stdint.h>

#include "check.h"

#define CELLS 12
#define STEPS 200

static uint64_t
next (uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

/* One step: TO gets a new value from itself, A and B.  The order of two steps
   matters if one of them writes what the other one uses.  */
#pragma omp declare target
static uint64_t
mix (uint64_t to, uint64_t a, uint64_t b, int step)
{
  return (to ^ a) * 0x9e3779b97f4a7c15u + (b >> 7) + (uint64_t)step;
}
#pragma omp end declare target

static void
on_device (uint64_t *cell, int to, int a, int b, int step)
{
#pragma omp target nowait depend(inout                                         \
                                 : cell[to]) depend(in                         \
                                                    : cell[a], cell[b])        \
    map(tofrom                                                                 \
        : cell[:CELLS]) firstprivate(to, a, b, step)
  cell[to] = mix (cell[to], cell[a], cell[b], step);
}

static void
on_host (uint64_t *cell, int to, int a, int b, int step)
{
  cell[to] = mix (cell[to], cell[a], cell[b], step);
}

typedef void step_function (uint64_t *cell, int to, int a, int b, int step);

static void
run (uint64_t seed, uint64_t *cell, step_function *function)
{
  for (int step = 0; step < STEPS; step++)
    {
      int to = (int)(next (&seed) % CELLS);
      int a = (int)(next (&seed) % CELLS);
      int b = (int)(next (&seed) % CELLS);
      function (cell, to, a, b, step);
    }
}

static void
graph (uint64_t seed)
{
  uint64_t cell[CELLS], expected[CELLS];
  for (int i = 0; i < CELLS; i++)
    cell[i] = expected[i] = seed + (uint64_t)i;
  run (seed, expected, on_host);
#pragma omp target enter data map(to : cell)
  run (seed, cell, on_device);
#pragma omp taskwait
#pragma omp target exit data map(from : cell)
  for (int i = 0; i < CELLS; i++)
    CHECK (cell[i] == expected[i]);
}

/* A step that brings the note K along and takes it back.  */
static void
brings_on_device (uint64_t *cell, uint64_t *note, int to, int a, int k,
                  int step)
{
#pragma omp target nowait depend(inout                                         \
                                 : cell[to], note[k]) depend(in                \
                                                             : cell[a])        \
    map(tofrom                                                                 \
        : cell[:CELLS], note [k:1]) firstprivate(to, a, k, step)
  {
    cell[to] = mix (cell[to], cell[a], note[k], step);
    note[k] ^= cell[to];
  }
}

/* The same, with tasks of the host that read notes before others change
   them.  */
static void
graph_brings (uint64_t seed)
{
  uint64_t cell[CELLS], expected[CELLS], note[CELLS], wanted[CELLS];
  uint64_t seen[STEPS] = { 0 }, to_see[STEPS] = { 0 };
  for (int i = 0; i < CELLS; i++)
    {
      cell[i] = expected[i] = seed + (uint64_t)i;
      note[i] = wanted[i] = seed * (uint64_t)i;
    }
#pragma omp target enter data map(to : cell)
  for (int step = 0; step < STEPS; step++)
    {
      int to = (int)(next (&seed) % CELLS);
      int a = (int)(next (&seed) % CELLS);
      int k = (int)(next (&seed) % CELLS);
      brings_on_device (cell, note, to, a, k, step);
      expected[to] = mix (expected[to], expected[a], wanted[k], step);
      wanted[k] ^= expected[to];
      to_see[step] = wanted[k];
#pragma omp task depend(in : note[k]) firstprivate(k, step) shared(seen, note)
      seen[step] = step % 3 == 0 ? note[k] : 0;
    }
#pragma omp taskwait
#pragma omp target exit data map(from : cell)
  for (int i = 0; i < CELLS; i++)
    CHECK (cell[i] == expected[i] && note[i] == wanted[i]);
  for (int step = 0; step < STEPS; step += 3)
    CHECK (seen[step] == to_see[step]);
}

/* The work in the middle of the graph is the host's.  */
static void
with_host_tasks (void)
{
  int x = 1, sum = 0;
#pragma omp target enter data map(to : x)
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 20; i++)
    {
#pragma omp target nowait depend(inout : x) map(tofrom : x)
      x++;
#pragma omp target nowait depend(inout : x) map(tofrom : x)
      x *= 2;
#pragma omp target update from(x) depend(inout : x) nowait
#pragma omp task depend(in : x) shared(sum, x)
      sum += x % 1000;
#pragma omp target nowait depend(inout : x) map(tofrom : x)
      x %= 1000;
    }
#pragma omp target exit data map(from : x)
  int y = 1, other = 0;
  for (int i = 0; i < 20; i++)
    {
      y = (y + 1) * 2;
      other += y % 1000;
      y %= 1000;
    }
  CHECK (x == y && sum == other);
}

int
main (void)
{
  for (uint64_t seed = 1; seed <= 3; seed++)
    {
      graph (seed);
      graph_brings (seed);
    }
#pragma omp parallel
  {
    graph (100 + (uint64_t)omp_get_thread_num ());
    graph_brings (300 + (uint64_t)omp_get_thread_num ());
  }
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    graph (200);
    graph_brings (400);
  }
  with_host_tasks ();
  return 0;
}

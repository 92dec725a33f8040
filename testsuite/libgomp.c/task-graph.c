/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Random dependence graphs give the result of the sequential program.  */

#include "check.h"

#include <omp.h>
#include <string.h>

#define CELLS 24
#define TASKS 4000
#define MAX_IN 4
#define MAX_OUT 3

struct work
{
  int in[MAX_IN], out[MAX_OUT], add[1];
  int ins, outs, adds;
};

static struct work works[TASKS];
static unsigned long cells[CELLS];
static unsigned long sums[CELLS];

static void
choose (int *cell, int *count, int most)
{
  *count = rand () % (most + 1);
  for (int i = 0; i < *count; i++)
    cell[i] = rand () % CELLS;
}

static void
perform (const struct work *w, unsigned long id)
{
  unsigned long x = id;
  for (int i = 0; i < w->ins; i++)
    x = x * 31 + cells[w->in[i]];
  for (int i = 0; i < w->outs; i++)
    cells[w->out[i]] = cells[w->out[i]] * 17 + x + i;
  /* Any order will do, but not two at a time.  */
  for (int i = 0; i < w->adds; i++)
    sums[w->add[i]] += x;
}

static void
sequential (void)
{
  for (int t = 0; t < TASKS; t++)
    perform (&works[t], t);
}

static void
spawn (int t)
{
  struct work *w = &works[t];
  switch (t % 4)
    {
    case 0:
      {
        omp_depend_t object;
#pragma omp depobj(object) depend(inout : cells[CELLS - 1])
#pragma omp task firstprivate(t, w) depend(depobj                              \
                                           : object)                           \
    depend(iterator(i = 0                                                      \
                    : w->ins),                                                 \
           in                                                                  \
           : cells[w->in[i]]) depend(iterator(i = 0                            \
                                              : w->outs),                      \
                                     inout                                     \
                                     : cells[w->out[i]])                       \
        depend(iterator(i = 0                                                  \
                        : w->adds),                                            \
               mutexinoutset                                                   \
               : sums[w->add[i]])
        perform (w, t);
#pragma omp depobj(object) destroy
      }
      break;
    case 1:
#pragma omp task firstprivate(t, w) if (t % 8 == 1) depend(iterator(i = 0      \
                                                                    : w->ins), \
                                                           in                  \
                                                           : cells[w->in[i]])  \
    depend(iterator(i = 0                                                      \
                    : w->outs),                                                \
           out                                                                 \
           : cells[w->out[i]]) depend(iterator(i = 0                           \
                                               : w->adds),                     \
                                      mutexinoutset                            \
                                      : sums[w->add[i]])
      perform (w, t);
      break;
    default:
#pragma omp task firstprivate(t, w) depend(iterator(i = 0                      \
                                                    : w->ins),                 \
                                           in                                  \
                                           : cells[w->in[i]])                  \
    depend(iterator(i = 0                                                      \
                    : w->outs),                                                \
           out                                                                 \
           : cells[w->out[i]]) depend(iterator(i = 0                           \
                                               : w->adds),                     \
                                      inout                                    \
                                      : sums[w->add[i]])
      perform (w, t);
      break;
    }
}

static void
parallel (void)
{
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < TASKS; t++)
    {
      spawn (t);
      if (t % 1000 == 999)
        {
#pragma omp taskwait depend(in : cells[0]) depend(inout : sums[1])
        }
    }
}

int
main (void)
{
  unsigned long wanted_cells[CELLS], wanted_sums[CELLS];
  for (int round = 0; round < 5; round++)
    {
      srand (round + 1);
      for (int t = 0; t < TASKS; t++)
        {
          choose (works[t].in, &works[t].ins, MAX_IN);
          choose (works[t].out, &works[t].outs, MAX_OUT);
          choose (works[t].add, &works[t].adds, 1);
        }
      memset (cells, 0, sizeof (cells));
      memset (sums, 0, sizeof (sums));
      sequential ();
      memcpy (wanted_cells, cells, sizeof (cells));
      memcpy (wanted_sums, sums, sizeof (sums));
      memset (cells, 0, sizeof (cells));
      memset (sums, 0, sizeof (sums));
      parallel ();
      CHECK (memcmp (wanted_cells, cells, sizeof (cells)) == 0);
      CHECK (memcmp (wanted_sums, sums, sizeof (sums)) == 0);
    }
  return 0;
}

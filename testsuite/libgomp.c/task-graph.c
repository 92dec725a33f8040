/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */
/* Random dependence graphs, under several parents at once and nested, give the
   results of the sequential program.  */

#define _GNU_SOURCE
#include "../unit/random.h"
#include "check.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

#define ROUNDS 4
#define PARENTS 3
#define CELLS 24
#define TASKS 1500
#define MAX_IN 4
#define MAX_OUT 3
#define MAX_ADD 2

/* A task reads some cells, then changes others; it adds to sums, one at a time
   in any order, and raises marks, where several may be at the same time.  */
struct work
{
  int in[MAX_IN], out[MAX_OUT], add[MAX_ADD], mark[1];
  int ins, outs, adds, marks;
  int form;  /* of the directive */
  int outer; /* 0: a leaf; else what its child adds to the cells */
};

struct data
{
  struct work works[TASKS];
  unsigned long cells[CELLS];
  unsigned long sums[CELLS];
  unsigned long marks[CELLS];
};

static struct data graphs[PARENTS];
static struct data wanted;

static void
choose (uint64_t *random, int *cell, int *count, int most)
{
  *count = random_below (random, most + 1);
  for (int i = 0; i < *count; i++)
    cell[i] = random_below (random, CELLS);
}

static void
choose_all (struct data *d, uint64_t *random)
{
  memset (d, 0, sizeof (*d));
  for (int t = 0; t < TASKS; t++)
    {
      struct work *w = &d->works[t];
      choose (random, w->in, &w->ins, MAX_IN);
      choose (random, w->out, &w->outs, MAX_OUT);
      choose (random, w->add, &w->adds, MAX_ADD);
      choose (random, w->mark, &w->marks, 1);
      w->form = random_below (random, 8);
      w->outer = random_below (random, 10) == 0 ? 3 : 0;
    }
}

/* A chain of two children: what a parent's tasks depend on is no matter of its
   children's.  */
static void
change (unsigned long *cell, unsigned long x, int outer)
{
  if (outer == 0)
    {
      *cell = *cell * 17 + x;
      return;
    }
#pragma omp task depend(out : *cell) firstprivate(cell, x)
  *cell = *cell * 17 + x;
#pragma omp task depend(inout : *cell) firstprivate(cell, outer)
  *cell += outer;
#pragma omp taskwait
}

static void
perform (struct data *d, const struct work *w, unsigned long id)
{
  unsigned long x = id;
  for (int i = 0; i < w->ins; i++)
    x = x * 31 + d->cells[w->in[i]];
  for (int i = 0; i < w->outs; i++)
    change (&d->cells[w->out[i]], x + i, w->outer);
  for (int i = 0; i < w->adds; i++)
    d->sums[w->add[i]] += x;
  for (int i = 0; i < w->marks; i++)
#pragma omp atomic
    d->marks[w->mark[i]] += x;
}

/* Read what was added and marked, as a cell.  */
static void
gather (struct data *d, int i)
{
  d->cells[i] += d->sums[i] * 3 + d->marks[i];
}

#define IN depend (iterator (i = 0 : w->ins), in : d->cells[w->in[i]])
#define CHANGE(how)                                                            \
  depend (iterator (i = 0 : w->outs), how : d->cells[w->out[i]])
#define ADD(how) depend (iterator (i = 0 : w->adds), how : d->sums[w->add[i]])
#define PRAGMA(text) _Pragma (#text)
#define TASK(clauses)                                                          \
  PRAGMA (omp task firstprivate (d, t, w) clauses)                             \
  perform (d, w, t)

/* A depend object of inoutset, which GCC 12 knows neither as a word nor in its
   library: there mutexinoutset will do.  */
static void
make_set (omp_depend_t *set, unsigned long *cell)
{
#pragma omp depobj(*set) depend(mutexinoutset : *cell)
  if (dlsym (RTLD_DEFAULT, "offgomp_version") != NULL)
    ((uintptr_t *)set)[1] = 5;
}

static void
spawn (struct data *d, int t)
{
  struct work *w = &d->works[t];
  omp_depend_t set, more;
  unsigned long nothing;
  unsigned long *marked = w->marks ? &d->marks[w->mark[0]] : &nothing;
  make_set (&set, marked);
#pragma omp depobj(more) depend(in : *marked)
  switch (w->form)
    {
    case 0:
      {
#pragma omp depobj(more) update(mutexinoutset)
      }
      TASK (IN CHANGE (inout) ADD (mutexinoutset) depend (depobj : set, more));
      break;
    case 1:
      TASK (if (0) IN CHANGE (out) ADD (mutexinoutset) depend (depobj : set));
      break;
    case 2:
      TASK (IN CHANGE (out) ADD (inout) depend (depobj : set));
      break;
    case 3:
      {
#pragma omp depobj(more) update(inout)
      }
      TASK (IN CHANGE (inout) ADD (mutexinoutset) depend (depobj : more));
      break;
    case 4:
      TASK (untied IN CHANGE (inout) ADD (mutexinoutset) depend (depobj : set));
      break;
    default:
      TASK (IN CHANGE (inout) ADD (mutexinoutset) depend (depobj : set));
      break;
    }
#pragma omp depobj(set) destroy
#pragma omp depobj(more) destroy
}

static void
spawn_all (struct data *d)
{
  for (int t = 0; t < TASKS; t++)
    {
      spawn (d, t);
      int i = t % CELLS;
      if (t % 50 == 49)
#pragma omp task firstprivate(d, i) depend(inout                               \
                                           : d->cells[i])                      \
    depend(in                                                                  \
           : d->sums[i], d->marks[i])
        gather (d, i);
      if (t % 400 == 399)
        {
#pragma omp taskwait depend(in : d->cells[0]) depend(inout : d->sums[1])
        }
    }
#pragma omp taskwait
}

/* The same with one thread that defers nothing.  */
static void
sequential (struct data *d)
{
  for (int t = 0; t < TASKS; t++)
    {
      perform (d, &d->works[t], t);
      if (t % 50 == 49)
        gather (d, t % CELLS);
    }
}

static void
parallel (void)
{
#pragma omp parallel
#pragma omp single
  for (int p = 0; p < PARENTS; p++)
#pragma omp task firstprivate(p)
    spawn_all (&graphs[p]);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  for (int round = 0; round < ROUNDS; round++)
    {
      uint64_t random = random_start ((uint64_t)round), again = random;
      for (int p = 0; p < PARENTS; p++)
        choose_all (&graphs[p], &random);
      parallel ();
      for (int p = 0; p < PARENTS; p++)
        {
          choose_all (&wanted, &again);
          sequential (&wanted);
          CHECK (memcmp (wanted.cells, graphs[p].cells, sizeof wanted.cells)
                 == 0);
          CHECK (memcmp (wanted.sums, graphs[p].sums, sizeof wanted.sums) == 0);
          CHECK (memcmp (wanted.marks, graphs[p].marks, sizeof wanted.marks)
                 == 0);
        }
    }
  return 0;
}

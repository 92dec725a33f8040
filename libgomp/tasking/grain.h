/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks that are too small to be worth deferring.

   Deferring a task costs its producer some 50 ns, and the thread that takes it
   as much again.  A task whose body takes less should run at once, however many
   threads wait.  After A.  Duran, J.  Corbalán, E.  Ayguadé, An Adaptive
   Cut-off for Task Parallelism, SC 2008, a thread measures what it runs and
   decides for each task function.

   A function is on trial only after a number of its tasks were deferred, so
   that the other threads have something to do meanwhile.  A trial that goes
   well is followed by small batches of tasks that run at once, with a look at
   the clock after each batch, and another trial if a batch took long: a
   function whose tasks become large holds up its thread for at most one batch
   and a task.  Then its tasks are deferred again, four times as many as the
   last time.  Functions that spawn deferred tasks are not candidates: the time
   that they take does not show the work that they start.

   Functions are found by hash; if the entry is another function's, the
   following entries are searched.  Two functions that took one entry from each
   other would be deferred for ever.

   All data are private to the thread.  */

#ifndef GOMP_TASKING_GRAIN_H
#define GOMP_TASKING_GRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

/* The most tasks in a batch; more if they come from one loop (row taskloop), or
   no other thread could run them (row task-priority with one thread).  */
#define GOMP_GRAIN_BATCH 8
#define GOMP_GRAIN_LOOP_BATCH 32
#define GOMP_GRAIN_ALONE_BATCH 64
#define GOMP_GRAIN_ENTRIES 32 /* a power of 2 */

/* What is known about a task function.  */
struct gomp_grain
{
  void (*fn) (void *); /* NULL: a free entry */
  unsigned quick;      /* tasks of the batch that have not run */
  unsigned batch;      /* size of the batch; 0: tasks are deferred; 1: one
                          is on trial */
  unsigned doubt;      /* tasks to defer before the next trial */
  unsigned strikes;    /* trials in a row that took slightly too long */
  unsigned penalty;    /* tasks to defer after the next failure */
  bool large;          /* a task took very long, and no later one was quick */
  uint64_t began;      /* clock at the beginning of the batch */
  uint64_t taken;      /* the time of the task on trial */
};

struct gomp_grains
{
  struct gomp_grain entries[GOMP_GRAIN_ENTRIES]; /* by hash of the function */
  struct gomp_grain other;  /* stands for all functions without an entry: never
                               on trial */
  unsigned missed;          /* how often there was no room for an entry */
  struct gomp_grain *timed; /* the entry whose task is about to go on trial, or
                               NULL */
  uint64_t limit;           /* of a task, in ticks; 0: not known yet */
  uint64_t first_ticks;     /* ticks and nanoseconds at one moment, for
                               comparison */
  uint64_t first_ns;
};

HIDDEN void gomp_grain_init (struct gomp_grains *grains);
/* The batch of FN is finished, or there is none: may a new task run at once?  A
   batch has at most MOST tasks.  */
HIDDEN bool gomp_grain_consider (struct gomp_grains *grains,
                                 void (*fn) (void *), unsigned most) HOT;
/* A task on trial for GRAIN, which began at BEGAN, in ticks, has ended.  */
HIDDEN void gomp_grain_time (struct gomp_grain *grain, uint64_t began);
/* A loop begins to spawn tasks of FN: earlier measurements are of another
   loop.  */
HIDDEN void gomp_grain_restart (struct gomp_grains *grains,
                                void (*fn) (void *));
/* A task of FN is about to be deferred for a reason other than its size.  May
   it be small?  */
HIDDEN bool gomp_grain_hopeful (struct gomp_grains *grains,
                                void (*fn) (void *));
/* Such a task is deferred nevertheless: gomp_grain_hopeful is false for a
   while.  */
HIDDEN void gomp_grain_postpone (struct gomp_grains *grains,
                                 void (*fn) (void *));
/* The factor by which the thread may wait longer than the first time to avoid
   that a task of FN is deferred: in proportion to the tasks deferred since the
   last time.  */
HIDDEN unsigned gomp_grain_patience (struct gomp_grains *grains,
                                     void (*fn) (void *));
/* Is FN known, and is there no sign that its tasks are large?  */
HIDDEN bool gomp_grain_may_be_small (struct gomp_grains *grains,
                                     void (*fn) (void *));
/* A task of FN took very long.  */
HIDDEN void gomp_grain_is_large (struct gomp_grains *grains,
                                 void (*fn) (void *));
/* Has more time passed since BEGAN, in ticks, than TASKS small tasks take?  */
HIDDEN bool gomp_grain_took (struct gomp_grains *grains, uint64_t began,
                             unsigned tasks);
/* A task of FN defers tasks.  */
HIDDEN void gomp_grain_exclude (struct gomp_grains *grains,
                                void (*fn) (void *)) HOT;

/* The entry of FN, if it is not the first choice of its hash, or a new one.  */
HIDDEN struct gomp_grain *gomp_grain_find (struct gomp_grains *grains,
                                           void (*fn) (void *)) HOT;

static inline unsigned
gomp_grain_hash (void (*fn) (void *))
{
  uintptr_t h = (uintptr_t)fn;
  return ((h >> 4) ^ (h >> 9)) % GOMP_GRAIN_ENTRIES;
}

static inline struct gomp_grain *
gomp_grain_of (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = &grains->entries[gomp_grain_hash (fn)];
  return likely (grain->fn == fn) ? grain : gomp_grain_find (grains, fn);
}

/* True: FN is in a batch, so a task of FN runs at once.  False: ask
   gomp_grain_consider.  */
static inline bool
gomp_grain_quick (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (unlikely (grain->quick == 0))
    return false;
  grain->quick--;
  return true;
}

/* The same without a call; it may say false more often.  */
static inline bool
gomp_grain_quick_first (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = &grains->entries[gomp_grain_hash (fn)];
  if (unlikely (grain->fn != fn || grain->quick == 0))
    return false;
  grain->quick--;
  return true;
}

/* The same for a loop: how many tasks of FN should run at once.  */
static inline unsigned
gomp_grain_take_batch (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (!gomp_grain_consider (grains, fn, GOMP_GRAIN_LOOP_BATCH))
    return 0;
  grain->quick = 0;
  return grain->batch;
}

#endif

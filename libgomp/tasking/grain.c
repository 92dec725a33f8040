/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The decisions of grain.h; called by the thread that owns the data.  */

#include "tasking/grain.h"

#include "arch/arch.h"
#include "os/os.h"

/* A task that takes less should not be deferred (rows task-one and chain).  */
#define LIMIT_NS 100
/* How long the two clocks are compared.  */
#define COMPARE_NS 50000
/* Tasks deferred before the first trial, and at most before another one.  */
#define FIRST_DOUBT 64
#define MOST_DOUBT (1u << 16)
#define EXCLUDED UINT32_MAX
/* The same where no task was large (row chain).  */
#define MOST_POSTPONED 1024
/* A single task that exceeds the limit counts as a strike: there may have been
   an interrupt, or stores for tasks deferred before that wait for the thieves'
   cache lines.  This many strikes in a row mean large tasks, and so does a task
   that exceeds the limit by this factor.  */
#define MOST_STRIKES 3
#define LARGE 256
/* Entries that a function may have (row taskgroup).  */
#define CHOICES 8
/* Of so many functions in a row without an entry, one takes another function's
   entry: less often than functions with an entry are looked up.  */
#define MISSES_PER_ENTRY 1024

void
gomp_grain_init (struct gomp_grains *grains)
{
  grains->other.doubt = EXCLUDED;
  grains->first_ns = os_time_ns ();
  grains->first_ticks = arch_ticks ();
}

static NOINLINE bool
find_limit (struct gomp_grains *grains)
{
  uint64_t ns = os_time_ns () - grains->first_ns;
  uint64_t ticks = arch_ticks () - grains->first_ticks;
  if (ns < COMPARE_NS)
    return false;
  grains->limit = (uint64_t)((double)ticks * LIMIT_NS / (double)ns) + 1;
  return true;
}

static inline bool
limit_is_known (struct gomp_grains *grains)
{
  return likely (grains->limit != 0) || find_limit (grains);
}

static void
take_entry (struct gomp_grain *grain, void (*fn) (void *))
{
  *grain = (struct gomp_grain){ .fn = fn,
                                .doubt = FIRST_DOUBT,
                                .penalty = FIRST_DOUBT };
}

static NOINLINE struct gomp_grain *
replace_entry (struct gomp_grains *grains, void (*fn) (void *))
{
  if (++grains->missed % MISSES_PER_ENTRY != 0)
    return &grains->other;
  unsigned choice = grains->missed / MISSES_PER_ENTRY % CHOICES;
  struct gomp_grain *grain
      = &grains->entries[(gomp_grain_hash (fn) + choice) % GOMP_GRAIN_ENTRIES];
  if (grain == grains->timed)
    return &grains->other;
  take_entry (grain, fn);
  return grain;
}

struct gomp_grain *
gomp_grain_find (struct gomp_grains *grains, void (*fn) (void *))
{
  unsigned hash = gomp_grain_hash (fn);
  for (unsigned i = 0; i < CHOICES; i++)
    {
      struct gomp_grain *grain
          = &grains->entries[(hash + i) % GOMP_GRAIN_ENTRIES];
      if (grain->fn == NULL)
        take_entry (grain, fn);
      if (grain->fn == fn)
        return grain;
    }
  return replace_entry (grains, fn);
}

static bool
begin_batch (struct gomp_grain *grain, unsigned size, uint64_t now)
{
  grain->batch = size;
  grain->quick = size - 1;
  grain->began = now;
  return true;
}

/* Time one task.  */
static bool
begin_trial (struct gomp_grains *grains, struct gomp_grain *grain)
{
  grain->batch = 1;
  grain->quick = 0;
  grain->taken = 0;
  grains->timed = grain;
  return true;
}

void
gomp_grain_time (struct gomp_grain *grain, uint64_t began)
{
  grain->taken = arch_ticks () - began;
}

/* Defer the next tasks, more of them if the task on trial held up its
   thread.  */
static bool
fail (struct gomp_grain *grain, bool large)
{
  grain->quick = 0;
  grain->batch = 0;
  grain->strikes = 0;
  grain->doubt = grain->penalty;
  grain->large = large;
  if (grain->penalty < (large ? MOST_DOUBT : MOST_POSTPONED))
    grain->penalty *= large ? 4 : 2;
  return false;
}

/* A trial is over.  */
static bool
judge (struct gomp_grains *grains, struct gomp_grain *grain, unsigned most)
{
  if (unlikely (grain->taken > grains->limit))
    {
      bool large = grain->taken > LARGE * grains->limit;
      if (large || ++grain->strikes == MOST_STRIKES)
        return fail (grain, large);
      return begin_trial (grains, grain);
    }
  grain->strikes = 0;
  grain->large = false;
  return begin_batch (grain, most < 2 ? most : 2, arch_ticks ());
}

bool
gomp_grain_consider (struct gomp_grains *grains, void (*fn) (void *),
                     unsigned most)
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->batch == 0)
    {
      if (grain->doubt != 0)
        {
          grain->doubt -= grain->doubt != EXCLUDED;
          return false;
        }
      return limit_is_known (grains) && begin_trial (grains, grain);
    }
  if (grain->batch == 1)
    return judge (grains, grain, most);
  /* This also counts what its thread did between the tasks.  One reading of the
     clock ends a batch and begins the next: it takes longer than a small
     task.  */
  uint64_t now = arch_ticks ();
  if (unlikely (now - grain->began > grain->batch * grains->limit))
    return begin_trial (grains, grain);
  /* Long success makes up for a failure, which may have come from another
     process that took the CPU.  */
  if (grain->penalty > FIRST_DOUBT)
    grain->penalty--;
  unsigned size = 2 * grain->batch;
  return begin_batch (grain, size < most ? size : most, now);
}

bool
gomp_grain_hopeful (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->batch != 0)
    return true;
  if (grain->doubt != 0)
    {
      grain->doubt -= grain->doubt != EXCLUDED;
      return false;
    }
  return limit_is_known (grains);
}

void
gomp_grain_postpone (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->doubt != EXCLUDED)
    fail (grain, false);
}

unsigned
gomp_grain_patience (struct gomp_grains *grains, void (*fn) (void *))
{
  return gomp_grain_of (grains, fn)->penalty / FIRST_DOUBT;
}

bool
gomp_grain_may_be_small (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  return grain->doubt != EXCLUDED && !grain->large;
}

void
gomp_grain_is_large (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->doubt != EXCLUDED)
    fail (grain, true);
}

bool
gomp_grain_took (struct gomp_grains *grains, uint64_t began, unsigned tasks)
{
  return arch_ticks () - began > tasks * grains->limit;
}

void
gomp_grain_restart (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->batch > 1)
    {
      grain->quick = 0;
      grain->batch = 0;
      grain->doubt = 0;
    }
}

void
gomp_grain_exclude (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  grain->doubt = EXCLUDED;
  grain->quick = 0;
  grain->batch = 0;
}

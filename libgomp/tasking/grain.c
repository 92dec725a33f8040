/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The decisions of grain.h; called by the thread that the data belong to.  */

#include "tasking/grain.h"

#include "arch/arch.h"
#include "os/os.h"

/* A task that takes less should not be deferred.  */
#define LIMIT_NS 100
/* How long the two clocks are compared.  */
#define COMPARE_NS 50000
/* Tasks deferred before the first trial, and at most before another one.  */
#define FIRST_DOUBT 32
#define MOST_DOUBT (1u << 16)
#define EXCLUDED UINT32_MAX
/* A batch that exceeds its limit is a strike: it may have been an interrupt,
   or stores of what was deferred before that wait for the thieves' cache lines.
   One that exceeds it so many times is two: it may have been a pause between
   two tasks.  More strikes in turn than these are large tasks.  */
#define LARGE 256
#define MOST_STRIKES 2

void
gomp_grain_init (struct gomp_grains *grains)
{
  grains->first_ns = os_time_ns ();
  grains->first_ticks = arch_ticks ();
}

static NOINLINE void
find_limit (struct gomp_grains *grains)
{
  uint64_t ns = os_time_ns () - grains->first_ns;
  uint64_t ticks = arch_ticks () - grains->first_ticks;
  if (ns < COMPARE_NS)
    return;
  grains->limit = (uint64_t)((double)ticks * LIMIT_NS / (double)ns) + 1;
}

static void
take_entry (struct gomp_grain *grain, void (*fn) (void *))
{
  *grain = (struct gomp_grain){ .fn = fn,
                                .doubt = FIRST_DOUBT,
                                .penalty = FIRST_DOUBT };
}

static bool
begin_batch (struct gomp_grain *grain, unsigned size, uint64_t now)
{
  grain->batch = size;
  grain->quick = size - 1;
  grain->began = now;
  return true;
}

static bool
fail (struct gomp_grain *grain)
{
  grain->batch = 0;
  grain->strikes = 0;
  grain->doubt = grain->penalty;
  if (grain->penalty < MOST_DOUBT)
    grain->penalty *= 4;
  return false;
}

bool
gomp_grain_consider (struct gomp_grains *grains, void (*fn) (void *),
                     unsigned most)
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (unlikely (grain->fn != fn))
    {
      take_entry (grain, fn);
      return false;
    }
  if (grain->batch == 0)
    {
      if (grain->doubt != 0)
        {
          grain->doubt -= grain->doubt != EXCLUDED;
          return false;
        }
      if (unlikely (grains->limit == 0))
        find_limit (grains);
      return grains->limit != 0 && begin_batch (grain, 1, arch_ticks ());
    }
  uint64_t now = arch_ticks ();
  uint64_t taken = now - grain->began;
  if (unlikely (taken > grain->batch * grains->limit))
    {
      grain->strikes += taken > LARGE * grains->limit ? 2 : 1;
      return grain->strikes > MOST_STRIKES ? fail (grain)
                                           : begin_batch (grain, 1, now);
    }
  grain->strikes = 0;
  /* Long success makes up for a failure, which may have been another process
     that took the CPU.  */
  if (grain->penalty > FIRST_DOUBT)
    grain->penalty--;
  unsigned size = 2 * grain->batch;
  return begin_batch (grain, size < most ? size : most, now);
}

bool
gomp_grain_hopeful (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->fn != fn)
    take_entry (grain, fn);
  if (grain->batch != 0)
    return true;
  if (grain->doubt != 0)
    {
      grain->doubt -= grain->doubt != EXCLUDED;
      return false;
    }
  return true;
}

void
gomp_grain_postpone (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->fn != fn)
    return;
  grain->quick = 0;
  grain->batch = 0;
  grain->doubt = FIRST_DOUBT;
}

bool
gomp_grain_was_large (struct gomp_grains *grains, uint64_t began)
{
  return arch_ticks () - began > LARGE * grains->limit;
}

void
gomp_grain_restart (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->fn != fn || grain->batch == 0)
    return;
  grain->quick = 0;
  grain->batch = 0;
  grain->doubt = 0;
}

void
gomp_grain_exclude (struct gomp_grains *grains, void (*fn) (void *))
{
  struct gomp_grain *grain = gomp_grain_of (grains, fn);
  if (grain->fn != fn)
    take_entry (grain, fn);
  grain->doubt = EXCLUDED;
  grain->quick = 0;
  grain->batch = 0;
}

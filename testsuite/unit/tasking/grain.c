/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which task functions count as small.  The tests choose the time, by the
   beginning of the batch and the limit.  */

#include "tasking/grain.h"

#include "check.h"

#include "arch/arch.h"
#include "os/os.h"

static bool
is_small (struct gomp_grains *grains, void (*fn) (void *))
{
  return gomp_grain_quick (grains, fn)
         || gomp_grain_consider (grains, fn, GOMP_GRAIN_BATCH);
}

static void
first (void *data)
{
  (void)data;
}

static void
second (void *data)
{
  (void)data;
}

static struct gomp_grains grains;

static struct gomp_grain *
entry (void (*fn) (void *))
{
  return gomp_grain_of (&grains, fn);
}

static uint64_t duration; /* of a task on trial, in ticks */

/* Spawn a task of FN; true: it ran at once.  */
static bool
ask (void (*fn) (void *))
{
  bool small = is_small (&grains, fn);
  if (grains.timed != NULL)
    {
      gomp_grain_time (grains.timed, arch_ticks () - duration);
      grains.timed = NULL;
    }
  return small;
}

/* How many tasks of FN are deferred until one is not.  */
static unsigned
deferred (void (*fn) (void *))
{
  unsigned n = 0;
  while (n < 10000000 && !ask (fn))
    n++;
  return n;
}

static void
trial (void)
{
  gomp_grain_init (&grains);
  grains.limit = UINT64_MAX / 512; /* everything is small */
  unsigned before = deferred (first);
  EXPECT (before > 8);
  EXPECT (before < 1000);
  bool all = true;
  for (int i = 0; i < 1000; i++)
    all = all && ask (first);
  EXPECT (all);
  EXPECT (entry (first)->batch == GOMP_GRAIN_BATCH);
}

static void
failure (void)
{
  unsigned last = 0;
  bool grows = true;
  for (int round = 0; round < 4; round++)
    {
      grains.limit = 1; /* nothing is small */
      duration = 1000;
      unsigned nested = 0;
      while (ask (first))
        nested++;
      EXPECT (nested <= 2 * GOMP_GRAIN_BATCH);
      grains.limit = UINT64_MAX / 512;
      duration = 0;
      unsigned n = deferred (first);
      grows = grows && n > last;
      last = n;
    }
  EXPECT (grows);
}

static void
pause (void)
{
  grains.limit = UINT64_MAX / 512;
  deferred (first);
  for (int i = 0; i < 100; i++)
    ask (first);
  grains.limit = 1000000;
  entry (first)->quick = 0;
  entry (first)->began = arch_ticks () - 100000000000u;
  EXPECT (ask (first));
  EXPECT (ask (first) && ask (first));
}

static void
exclusion (void)
{
  grains.limit = UINT64_MAX / 512;
  deferred (second);
  gomp_grain_exclude (&grains, second);
  bool any = false;
  for (int i = 0; i < 1000000; i++)
    any = any || ask (second);
  EXPECT (!any);
  EXPECT (!gomp_grain_hopeful (&grains, second));
}

/* As many functions as one likes; nobody calls them.  */
static void (*function (unsigned n)) (void *)
{
  return (void (*) (void *)) (uintptr_t)(0x100000 + 0x200 * (uintptr_t)n);
}

/* Functions whose entries lie on each other.  */
static void
collision (void)
{
  grains = (struct gomp_grains){ .limit = UINT64_MAX / 512 };
  gomp_grain_init (&grains);
  for (unsigned n = 0; n < 4; n++)
    for (unsigned i = 0; i < 200; i++)
      {
        ask (function (0));
        ask (function (32 * n));
      }
  bool all = true;
  for (unsigned n = 0; n < 4; n++)
    {
      EXPECT (gomp_grain_hash (function (32 * n))
              == gomp_grain_hash (function (0)));
      all = all && ask (function (32 * n));
    }
  EXPECT (all);
}

/* More functions than entries: most find one, none harms those that have one,
   and one that comes late gets one some time.  */
static void
crowd (void)
{
  grains = (struct gomp_grains){ .limit = UINT64_MAX / 512 };
  gomp_grain_init (&grains);
  unsigned small = 0;
  for (unsigned i = 0; i < 400; i++)
    for (unsigned n = 0; n < 3 * GOMP_GRAIN_ENTRIES; n++)
      small += ask (function (n));
  EXPECT (small > 400 * GOMP_GRAIN_ENTRIES / 4);
  EXPECT (deferred (first) < 100000);
}

/* Who asks for hope only makes the limit known, too.  */
static void
beginning (void)
{
  grains = (struct gomp_grains){ .first_ns = os_time_ns () - 1000000000,
                                 .first_ticks = arch_ticks () - 1000000000 };
  unsigned n = 0;
  while (n < 1000 && !gomp_grain_hopeful (&grains, first))
    n++;
  EXPECT (n > 8 && n < 1000);
  EXPECT (grains.limit != 0);
}

static void
size (void)
{
  EXPECT (gomp_grain_may_be_small (&grains, first));
  gomp_grain_is_large (&grains, first);
  EXPECT (!gomp_grain_may_be_small (&grains, first));
  grains.limit = UINT64_MAX / 512;
  duration = 0;
  deferred (first);
  EXPECT (ask (first) && gomp_grain_may_be_small (&grains, first));
  unsigned patience = gomp_grain_patience (&grains, first);
  gomp_grain_postpone (&grains, first);
  gomp_grain_postpone (&grains, first);
  EXPECT (gomp_grain_patience (&grains, first) > patience);
  gomp_grain_exclude (&grains, first);
  gomp_grain_postpone (&grains, first);
  EXPECT (!gomp_grain_may_be_small (&grains, first));
}

int
main (void)
{
  RUN (trial);
  RUN (failure);
  RUN (pause);
  RUN (exclusion);
  RUN (collision);
  RUN (crowd);
  RUN (beginning);
  RUN (size);
  return check_done ();
}

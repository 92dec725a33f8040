/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a node says of zones that regions have overwritten: the construct of
   that region takes it, once, and no other one.  */

#include <pthread.h>

#include "check.h"
#include "cluster/host/remote.h"

static struct cluster_device device;

static void
add (uint64_t start, uint64_t size)
{
  const struct cluster_range range = { start, size };
  cluster_overrun_add (&device, range);
}

static bool
take (uint64_t start, uint64_t size)
{
  struct cluster_range range;
  bool found = cluster_overrun_take (&device, start, size, &range);
  EXPECT (!found
          || (range.start >= start && range.size > 0
              && range.start + range.size <= start + size));
  return found;
}

static void
test_once (void)
{
  EXPECT (!take (1000, 64));
  EXPECT (!cluster_overrun_is_known (&device));
  add (1003, 5);
  EXPECT (cluster_overrun_is_known (&device));
  EXPECT (!take (900, 64));
  EXPECT (!take (1064, 64));
  EXPECT (take (1000, 64));
  EXPECT (!take (1000, 64));
}

/* What is not inside of a zone, whatever a node says, is nobody's.  */
static void
test_bounds (void)
{
  add (1000, 0);
  add (999, 2);
  add (1063, 2);
  add (1000, UINT64_MAX);
  add (UINT64_MAX, 1);
  EXPECT (!take (1000, 64));
  add (1063, 1);
  EXPECT (take (1000, 64));
  EXPECT (!take (1000, 64));
  atomic_store (&device.overruns, 0);
}

static void
test_too_many (void)
{
  unsigned taken = 0;
  for (unsigned i = 0; i < 2 * CLUSTER_OVERRUNS; i++)
    add (1000 + i * 64, 1);
  for (unsigned i = 0; i < 2 * CLUSTER_OVERRUNS; i++)
    taken += take (1000 + i * 64, 64);
  EXPECT (taken == CLUSTER_OVERRUNS);
}

static void *
add_and_take (void *zone)
{
  uint64_t start = (uintptr_t)zone;
  for (int i = 0; i < 10000; i++)
    {
      add (start + 8, 8);
      EXPECT (take (start, 64));
      EXPECT (!take (start, 64));
    }
  return NULL;
}

static void
test_threads (void)
{
  pthread_t other;
  EXPECT (pthread_create (&other, NULL, add_and_take, (void *)4096) == 0);
  add_and_take ((void *)8192);
  pthread_join (other, NULL);
  EXPECT (atomic_load (&device.overruns) == 0);
}

int
main (void)
{
  RUN (test_once);
  RUN (test_bounds);
  RUN (test_too_many);
  RUN (test_threads);
  return check_done ();
}

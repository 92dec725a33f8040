/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads map, look up and unmap overlapping sets of ranges concurrently.  Each
   mapping's device address is a function of its host range, so a lookup can
   check whether its result belongs to its question.  A second thread comes
   while the first one, alone so far, changes counts with the lock.  */

#include "offload/map/map.h"

#include <pthread.h>

#include "check.h"
#include "random.h"

#define THREADS 4
#define RANGES 100
#define OPERATIONS 200000
#define BASE ((uintptr_t)0x100000)
#define STRIDE 32

static struct gomp_map map;
static atomic_uint live[RANGES]; /* mappings of the range in the map: 0, 1 */

static uintptr_t
device_of (uintptr_t start)
{
  return start * 3 + 7;
}

static void
enter (unsigned k)
{
  uintptr_t start = BASE + k * STRIDE, end = start + 8 + k % 3 * 8;
  bool absent;
  size_t epoch = gomp_map_epoch (&map);
  struct gomp_mapping *mapping
      = gomp_map_take_or_miss (&map, start, end, GOMP_MAP_REFERENCE, &absent);
  if (mapping == NULL)
    {
      gomp_map_lock (&map);
      absent = absent && gomp_map_epoch (&map) == epoch;
      while (!absent
             && (mapping = gomp_map_find_locked (&map, start, end)) != NULL
             && !gomp_map_take_locked (mapping, GOMP_MAP_REFERENCE))
        gomp_map_wait_locked (&map);
      bool fresh = mapping == NULL;
      if (fresh)
        mapping = gomp_map_insert_locked (&map, start, end, 0);
      gomp_map_unlock (&map);
      if (fresh)
        {
          EXPECT (atomic_fetch_add (&live[k], 1) == 0);
          mapping->device = device_of (start);
          gomp_mapping_set_ready (mapping, GOMP_READY_ALLOCATED);
          gomp_mapping_set_ready (mapping,
                                  GOMP_READY_ALLOCATED | GOMP_READY_FILLED);
          gomp_map_announce (&map);
        }
    }
  gomp_map_await (&map, mapping, GOMP_READY_FILLED);
  EXPECT (gomp_mapping_start (mapping) == start
          && gomp_mapping_end (mapping) == end
          && mapping->device == device_of (start));
  gomp_map_drop (&map, mapping);
}

static void
leave (unsigned k, bool all)
{
  uintptr_t start = BASE + k * STRIDE;
  struct gomp_mapping *mapping = gomp_map_hold (&map, start, start + 1);
  if (mapping == NULL)
    return;
  gomp_map_await (&map, mapping, GOMP_READY_FILLED);
  EXPECT (mapping->device == device_of (start));
  if (!gomp_map_unreference (mapping, all))
    {
      gomp_map_drop (&map, mapping);
      return;
    }
  EXPECT (atomic_fetch_sub (&live[k], 1) == 1);
  gomp_map_lock (&map);
  gomp_map_retire_locked (&map, mapping);
  gomp_map_unlock (&map);
  gomp_map_announce (&map);
}

static void
look (unsigned k)
{
  uintptr_t start = BASE + k * STRIDE;
  struct gomp_map_answer answer;
  if (gomp_map_peek (&map, start + 4, start + 5, &answer))
    EXPECT (answer.start == start && answer.end == start + 8 + k % 3 * 8);
  struct gomp_mapping *mapping = gomp_map_hold (&map, start + 2, start + 6);
  if (mapping == NULL)
    return;
  gomp_map_await (&map, mapping, GOMP_READY_ALLOCATED);
  EXPECT (gomp_mapping_start (mapping) == start
          && mapping->device == device_of (start));
  gomp_map_drop (&map, mapping);
}

static void *
work (void *arg)
{
  uint64_t random = random_start ((uintptr_t)arg);
  for (long i = 0; i < OPERATIONS * random_factor; i++)
    {
      unsigned k = random_below (&random, RANGES);
      switch (random_below (&random, 5))
        {
        case 0:
          enter (k);
          break;
        case 1:
          leave (k, random_below (&random, 8) == 0);
          break;
        default:
          look (k);
        }
    }
  return NULL;
}

static void
side_by_side (void)
{
  pthread_t threads[THREADS];
  EXPECT (gomp_map_init (&map));
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  EXPECT (gomp_tree_is_valid (&map.tree));
  size_t count = 0;
  for (unsigned k = 0; k < RANGES; k++)
    count += atomic_load (&live[k]);
  EXPECT (count == map.tree.count);
  for (unsigned k = 0; k < RANGES; k++)
    leave (k, true);
  EXPECT (map.tree.count == 0);
  gomp_map_fini (&map);
}

/* ---- The second thread comes.  */

#define TURNS 40
#define ALONE_FOR 20000

static atomic_bool ends;

/* Take a reference and release it, which is not the last.  */
static void
take_and_release (void)
{
  enum gomp_map_release released;
  bool alone = gomp_map_lock_alone (&map);
  struct gomp_mapping *mapping
      = alone ? gomp_map_take_alone (&map, BASE, BASE + 8)
              : gomp_map_take_quick (&map, BASE, BASE + 8, GOMP_MAP_REFERENCE);
  EXPECT (mapping != NULL);
  released = alone ? gomp_map_release_alone (mapping)
                   : gomp_map_release (&map, mapping);
  if (alone)
    gomp_map_unlock (&map);
  EXPECT (released == GOMP_MAP_RELEASED);
}

static void *
come_second (void *arg)
{
  uint64_t random = random_start ((uintptr_t)arg);
  for (unsigned i = random_below (&random, ALONE_FOR); i > 0; i--)
    atomic_signal_fence (memory_order_seq_cst);
  while (!atomic_load (&ends))
    {
      struct gomp_mapping *mapping
          = gomp_map_take_quick (&map, BASE, BASE + 8, GOMP_MAP_REFERENCE);
      EXPECT (mapping != NULL);
      EXPECT (gomp_map_release (&map, mapping) == GOMP_MAP_RELEASED);
    }
  return NULL;
}

static void
count_beside (uintptr_t turn)
{
  pthread_t second;
  EXPECT (gomp_map_init (&map));
  gomp_map_lock (&map);
  struct gomp_mapping *mapping
      = gomp_map_insert_locked (&map, BASE, BASE + 8, GOMP_MAPPING_UNHELD);
  gomp_map_unlock (&map);
  atomic_store (&ends, false);
  pthread_create (&second, NULL, come_second, (void *)turn);
  for (int i = 0; i < ALONE_FOR; i++)
    take_and_release ();
  atomic_store (&ends, true);
  pthread_join (second, NULL);
  /* Its first reference is the last.  */
  EXPECT (gomp_map_take_quick (&map, BASE, BASE + 8, GOMP_MAP_HOLD) == mapping);
  EXPECT (gomp_map_unreference (mapping, false));
  gomp_map_lock (&map);
  gomp_map_retire_locked (&map, mapping);
  gomp_map_unlock (&map);
  gomp_map_fini (&map);
}

static void
second_thread (void)
{
  for (uintptr_t turn = 0; turn < TURNS; turn++)
    count_beside (turn);
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (side_by_side);
  RUN (second_thread);
  return check_done ();
}

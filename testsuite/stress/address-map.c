/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Threads map, look up and unmap overlapping sets of ranges concurrently.  Each
   mapping's device address is a function of its host range, so a lookup can
   check whether its result belongs to its question.  */

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

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (side_by_side);
  return check_done ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address map against a reference model: an array that says for each byte
   of a small address space which range has it.  A program of its own for each
   tree of ranges.  */

#ifndef UNIT_OFFLOAD_ADDRESS_MAP_H
#define UNIT_OFFLOAD_ADDRESS_MAP_H

#include "offload/map/map.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "random.h"

#define BASE ((uintptr_t)0x10000)
#define SPACE 4096
#define OPERATIONS 500000

/* A lookup without the lock finds only recent answers if the tree needs it.  */
#ifdef GOMP_RANGE_TREE_SPLAY
#  define MAY_MISS true
#else
#  define MAY_MISS false
#endif

/* What lies at each byte: index + 1 of a range, or 0.  */
static unsigned short model[SPACE];
static struct gomp_mapping *ranges[SPACE]; /* by index: its first byte */
static unsigned references[SPACE];

static struct gomp_mapping *empties[SPACE]; /* without bytes, by place */
#define INFINITE UINT_MAX
static uint64_t random_state;

static unsigned
below (unsigned limit)
{
  return random_below (&random_state, limit);
}

/* First byte of the range that overlaps [START, END) with the lowest start, or
   -1.  */
static int
model_find (unsigned start, unsigned end)
{
  for (unsigned i = start; i < end && i < SPACE; i++)
    if (model[i] != 0)
      return model[i] - 1;
  return -1;
}

static unsigned
range_end (unsigned first)
{
  unsigned end = first;
  while (end < SPACE && model[end] == first + 1)
    end++;
  return end;
}

static void
insert (struct gomp_map *map, unsigned start, unsigned end)
{
  gomp_map_lock (map);
  struct gomp_mapping *found
      = gomp_map_find_locked (map, BASE + start, BASE + end);
  int expected = model_find (start, end);
  EXPECT (found == (expected < 0 ? NULL : ranges[expected]));
  if (found == NULL)
    {
      ranges[start] = gomp_map_insert_locked (map, BASE + start, BASE + end, 0);
      references[start] = 1;
      for (unsigned i = start; i < end; i++)
        model[i] = (unsigned short)(start + 1);
    }
  gomp_map_unlock (map);
  if (found == NULL)
    {
      gomp_mapping_set_ready (ranges[start],
                              GOMP_READY_ALLOCATED | GOMP_READY_FILLED);
      gomp_map_drop (map, ranges[start]);
    }
}

static struct gomp_mapping *
take_slowly (struct gomp_map *map, unsigned start, unsigned end)
{
  gomp_map_lock (map);
  struct gomp_mapping *mapping
      = gomp_map_find_locked (map, BASE + start, BASE + end);
  EXPECT (gomp_map_take_locked (mapping, GOMP_MAP_REFERENCE));
  gomp_map_unlock (map);
  return mapping;
}

static void
refer (struct gomp_map *map, unsigned start, unsigned end)
{
  int first = model_find (start, end);
  bool covered = first >= 0 && (unsigned)first <= start
                 && range_end ((unsigned)first) >= end;
  struct gomp_mapping *mapping
      = gomp_map_take_quick (map, BASE + start, BASE + end, GOMP_MAP_REFERENCE);
  if (MAY_MISS && covered && mapping == NULL)
    mapping = take_slowly (map, start, end);
  EXPECT (mapping == (covered ? ranges[first] : NULL));
  if (mapping == NULL)
    return;
  references[first] += references[first] != INFINITE;
  gomp_map_drop (map, mapping);
}

static void
forget (unsigned first)
{
  unsigned end = range_end (first);
  for (unsigned i = first; i < end; i++)
    model[i] = 0;
}

static void
retire (struct gomp_map *map, struct gomp_mapping *mapping)
{
  gomp_map_lock (map);
  gomp_map_retire_locked (map, mapping);
  gomp_map_unlock (map);
}

static void
release (struct gomp_map *map, unsigned at, bool all)
{
  int first = model_find (at, at + 1);
  struct gomp_mapping *mapping = gomp_map_hold (map, BASE + at, BASE + at + 1);
  EXPECT (mapping == (first < 0 ? NULL : ranges[first]));
  if (mapping == NULL)
    return;
  bool last = references[first] != INFINITE && (all || references[first] == 1);
  references[first] -= references[first] != INFINITE;
  EXPECT (gomp_map_unreference (mapping, all) == last);
  if (!last)
    {
      gomp_map_drop (map, mapping);
      return;
    }
  forget ((unsigned)first);
  retire (map, mapping);
}

/* As for a directive with one clause, all of which it covers.  */
static void
release_quickly (struct gomp_map *map, unsigned start, unsigned end, bool all)
{
  bool died = false;
  int first = model_find (start, end);
  bool covered = first >= 0 && (unsigned)first <= start
                 && range_end ((unsigned)first) >= end;
  struct gomp_mapping *mapping
      = gomp_map_release_quick (map, BASE + start, BASE + end, all, &died);
  EXPECT (mapping == (covered ? ranges[first] : NULL)
          || (MAY_MISS && mapping == NULL));
  if (mapping == NULL)
    return;
  bool last = references[first] != INFINITE && (all || references[first] == 1);
  references[first] -= references[first] != INFINITE;
  EXPECT (died == last);
  if (!died)
    return;
  forget ((unsigned)first);
  retire (map, mapping);
}

/* As an association does, and its end.  */
static void
pin (struct gomp_map *map, unsigned at)
{
  int first = model_find (at, at + 1);
  if (first < 0)
    return;
  if (references[first] != INFINITE)
    {
      references[first] = INFINITE;
      gomp_map_pin (ranges[first]);
      return;
    }
  gomp_map_lock (map);
  struct gomp_mapping *mapping
      = gomp_map_find_locked (map, BASE + at, BASE + at + 1);
  EXPECT (mapping == ranges[first]);
  gomp_map_kill_locked (mapping);
  gomp_map_retire_locked (map, mapping);
  gomp_map_unlock (map);
  forget ((unsigned)first);
}

/* What a lookup of no bytes at AT finds.  */
static struct gomp_mapping *
model_find_empty (unsigned at)
{
  int first = model_find (at, at + 1);
  if (first < 0 && at > 0)
    first = model_find (at - 1, at);
  return first >= 0 ? ranges[first] : empties[at];
}

static void
without_bytes (struct gomp_map *map, unsigned at)
{
  struct gomp_mapping *expected = model_find_empty (at);
  gomp_map_lock (map);
  EXPECT (gomp_map_find_locked (map, BASE + at, BASE + at) == expected);
  if (expected == NULL)
    empties[at] = gomp_map_insert_locked (map, BASE + at, BASE + at, 0);
  gomp_map_unlock (map);
  if (expected == NULL || empties[at] == NULL)
    return;
  EXPECT (gomp_map_unreference (empties[at], false));
  retire (map, empties[at]);
  empties[at] = NULL;
}

static void
look (struct gomp_map *map, unsigned start, unsigned end)
{
  struct gomp_map_answer answer;
  int first = model_find (start, end);
  bool found = gomp_map_peek (map, BASE + start, BASE + end, &answer);
  EXPECT (found == (first >= 0));
  if (found && first >= 0)
    EXPECT (answer.mapping == ranges[first]
            && answer.start == BASE + (unsigned)first
            && answer.end == BASE + range_end ((unsigned)first));
}

static void
look_around (struct gomp_map *map, unsigned at)
{
  struct gomp_map_answer answer;
  int below = -1, above = -1;
  for (unsigned i = 0; i <= at; i++)
    if (model[i] == i + 1)
      below = (int)i;
  for (unsigned i = SPACE - 1; i > at; i--)
    if (model[i] == i + 1)
      above = (int)i;
  EXPECT (gomp_map_peek_below (map, BASE + at, &answer) == (below >= 0));
  if (below >= 0)
    EXPECT (answer.mapping == ranges[below]);
  EXPECT (gomp_map_peek_above (map, BASE + at, &answer) == (above >= 0));
  if (above >= 0)
    EXPECT (answer.mapping == ranges[above]);
}

static void
clear (struct gomp_map *map)
{
  for (unsigned i = 0; i < SPACE; i++)
    {
      if (model[i] != 0 && references[model[i] - 1] == INFINITE)
        pin (map, i);
      else
        release (map, i, true);
      if (empties[i] != NULL)
        {
          EXPECT (gomp_map_unreference (empties[i], true));
          retire (map, empties[i]);
          empties[i] = NULL;
        }
    }
  EXPECT (map->tree.count == 0 && gomp_tree_is_valid (&map->tree));
  EXPECT (atomic_load (&map->empty_count) == 0);
}

/* GROW of 8: how many of the operations insert.  */
static void
operate (struct gomp_map *map, unsigned grow)
{
  unsigned start = below (SPACE - 16);
  unsigned end = start + 1 + below (16);
  if (below (8) < grow)
    insert (map, start, end);
  else if (below (2))
    release (map, start, below (4) == 0);
  else
    release_quickly (map, start, end, below (4) == 0);
  refer (map, start, end);
  if (below (64) == 0)
    pin (map, start);
  if (below (4) == 0)
    without_bytes (map, end);
  start = below (SPACE - 64);
  look (map, start, start + 1 + below (64));
}

/* Mostly growing, then mostly shrinking, in turns; adjacent ranges are
   common.  */
static void
random_operations (void)
{
  struct gomp_map map;
  EXPECT (gomp_map_init (&map));
  random_state = random_start (0);
  for (long n = 0; n < OPERATIONS * random_factor; n++)
    {
      operate (&map, n / 20000 % 2 == 0 ? 6 : 2);
      if (n % 64 == 0)
        look_around (&map, below (SPACE));
      if (n % 4096 == 0)
        EXPECT (gomp_tree_is_valid (&map.tree));
    }
  clear (&map);
  gomp_map_fini (&map);
}

static struct gomp_mapping *
add (struct gomp_map *map, uintptr_t start, uintptr_t end)
{
  gomp_map_lock (map);
  struct gomp_mapping *mapping = gomp_map_insert_locked (map, start, end, 0);
  gomp_map_unlock (map);
  gomp_mapping_set_ready (mapping, GOMP_READY_ALLOCATED | GOMP_READY_FILLED);
  return mapping;
}

static void
zero_lengths (void)
{
  struct gomp_map map;
  EXPECT (gomp_map_init (&map));
  struct gomp_mapping *a = add (&map, 100, 110);
  struct gomp_mapping *b = add (&map, 110, 120);
  struct gomp_mapping *empty = add (&map, 200, 200);
  gomp_map_lock (&map);
  EXPECT (gomp_map_find_locked (&map, 100, 100) == a);
  EXPECT (gomp_map_find_locked (&map, 110, 110) == b);
  EXPECT (gomp_map_find_locked (&map, 120, 120) == b);
  EXPECT (gomp_map_find_locked (&map, 99, 99) == NULL);
  EXPECT (gomp_map_find_locked (&map, 200, 200) == empty);
  EXPECT (gomp_map_find_locked (&map, 200, 201) == NULL);
  EXPECT (gomp_map_find_locked (&map, 105, 200) == a);
  gomp_map_unlock (&map);
  struct gomp_mapping *c = add (&map, 195, 205);
  EXPECT (gomp_map_hold (&map, 200, 200) == c);
  gomp_map_drop_shared (c);
  EXPECT (gomp_map_unreference (empty, false));
  gomp_map_lock (&map);
  gomp_map_retire_locked (&map, empty);
  gomp_map_unlock (&map);
  EXPECT (atomic_load (&map.empty_count) == 0);
  gomp_map_fini (&map);
}

static void
holds_outlive_delete (void)
{
  struct gomp_map map;
  EXPECT (gomp_map_init (&map));
  struct gomp_mapping *a = add (&map, 100, 110);
  struct gomp_mapping *held
      = gomp_map_take_quick (&map, 100, 110, GOMP_MAP_REFERENCE);
  EXPECT (held == a);
  EXPECT (gomp_map_unreference (a, true));
  EXPECT (gomp_map_take_quick (&map, 100, 110, GOMP_MAP_HOLD) == NULL);
  gomp_map_lock (&map);
  EXPECT (gomp_map_retire_locked (&map, a) == NULL);
  gomp_map_unlock (&map);
  EXPECT (gomp_map_hold (&map, 100, 110) == NULL);
  EXPECT (gomp_mapping_start (held) == 100 && gomp_mapping_is_dead (held));
  /* Its memory is not reused while it is held.  */
  EXPECT (add (&map, 100, 110) != held);
  EXPECT (!gomp_map_unreference (held, false));
  gomp_map_drop (&map, held);
  EXPECT (add (&map, 300, 310) == held);
  gomp_map_fini (&map);
}

static void
infinite_references (void)
{
  struct gomp_map map;
  EXPECT (gomp_map_init (&map));
  struct gomp_mapping *a = add (&map, 100, 110);
  gomp_map_pin (a);
  for (int i = 0; i < 1000; i++)
    {
      EXPECT (gomp_map_take_quick (&map, 104, 108, GOMP_MAP_REFERENCE) == a);
      EXPECT (!gomp_map_unreference (a, i % 2 == 0));
      EXPECT (!gomp_map_unreference (a, false));
      gomp_map_drop (&map, a);
    }
  gomp_map_fini (&map);
}

/* As many references as there are numbers for: from then on they are infinite,
   as nobody knows any more how many there are.  */
static void
reference_limit (void)
{
  struct gomp_map map;
  EXPECT (gomp_map_init (&map));
  struct gomp_mapping *a = add (&map, 100, 110);
  uint64_t limit = GOMP_COUNTS_INFINITE / GOMP_COUNTS_REFERENCE;
  for (uint64_t n = 1; n < limit - 1; n++)
    {
      gomp_map_take_quick (&map, 100, 110, GOMP_MAP_REFERENCE);
      gomp_map_drop_shared (a);
    }
  EXPECT (!gomp_map_unreference (a, false));
  for (int i = 0; i < 3; i++)
    {
      EXPECT (gomp_map_take_quick (&map, 100, 110, GOMP_MAP_REFERENCE) == a);
      gomp_map_drop_shared (a);
    }
  EXPECT ((atomic_load (&a->counts) & GOMP_COUNTS_INFINITE)
          == GOMP_COUNTS_INFINITE);
  EXPECT (!gomp_map_unreference (a, true) && !gomp_mapping_is_dead (a));
  gomp_map_fini (&map);
}

/* Ascending, descending and middle-out insertion, removal from all ends.  */
static void
orders (void)
{
  enum
  {
    COUNT = 5000
  };
  static struct gomp_mapping *mapping[COUNT];
  for (int order = 0; order < 4; order++)
    {
      struct gomp_map map;
      EXPECT (gomp_map_init (&map));
      for (unsigned i = 0; i < COUNT; i++)
        {
          unsigned k = order == 0   ? i
                       : order == 1 ? COUNT - 1 - i
                                    : i * 2377 % COUNT;
          mapping[k] = add (&map, 1000 + k * 8, 1000 + k * 8 + 8);
        }
      EXPECT (gomp_tree_is_valid (&map.tree));
      for (unsigned i = 0; i < COUNT; i++)
        {
          unsigned k = order == 3 ? i : i * 3571 % COUNT;
          gomp_map_unreference (mapping[k], false);
          gomp_map_lock (&map);
          gomp_map_retire_locked (&map, mapping[k]);
          gomp_map_unlock (&map);
          if (i % 499 == 0)
            EXPECT (gomp_tree_is_valid (&map.tree));
        }
      EXPECT (map.tree.count == 0 && gomp_tree_is_valid (&map.tree));
      gomp_map_fini (&map);
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  RUN (random_operations);
  RUN (zero_lengths);
  RUN (holds_outlive_delete);
  RUN (infinite_references);
  RUN (reference_limit);
  RUN (orders);
  return check_done ();
}

#endif

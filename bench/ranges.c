/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device with 10^5 mapped ranges: the cost of mapping and unmapping each, and
   of a lookup among them.

   The ranges are eight bytes long, a cache line apart, and are mapped, looked
   up and unmapped in random order: neither side can win by remembering the last
   one.  "lookup" checks whether a host address is present.  "lookup-update"
   updates four bytes of a random range, which is the cheapest construct that
   has to look up.  "lookup-hot" checks the same hundred ranges again and
   again.  */

#include "target.h"
#include "timing.h"

#define RANGES 100000
#define STRIDE 16 /* ints: 64 bytes */
#define TURNS 3
#define HOT 100

static int *base;
static int *order; /* every range once, shuffled */
static int device;

static void
shuffle (uint32_t seed)
{
  uint32_t state = seed;

  for (int i = 0; i < RANGES; i++)
    order[i] = i;
  for (int i = RANGES - 1; i > 0; i--)
    {
      int j = (int)(bench_random (&state) % (uint32_t)(i + 1));
      int swap = order[i];

      order[i] = order[j];
      order[j] = swap;
    }
}

static void
map_ranges (void)
{
  for (int i = 0; i < RANGES; i++)
    {
      int *range = base + (size_t)order[i] * STRIDE;

#pragma omp target enter data map(to : range [0:2])
    }
}

static void
unmap_ranges (void)
{
  for (int i = 0; i < RANGES; i++)
    {
      int *range = base + (size_t)order[i] * STRIDE;

#pragma omp target exit data map(release : range [0:2])
    }
}

static void
look_up_ranges (void)
{
  int present = 0;

  for (int i = 0; i < RANGES; i++)
    present
        += omp_target_is_present (base + (size_t)order[i] * STRIDE + 1, device);
  if (present != RANGES)
    abort ();
}

static void
look_up_hot (void)
{
  int present = 0;

  for (int i = 0; i < RANGES; i++)
    present += omp_target_is_present (base + (size_t)order[i % HOT] * STRIDE,
                                      device);
  if (present != RANGES)
    abort ();
}

static void
update_ranges (void)
{
  for (int i = 0; i < RANGES; i++)
    {
      int *range = base + (size_t)order[i] * STRIDE;

#pragma omp target update to(range [0:1])
    }
}

static double
time_each (void (*pass) (void), uint32_t seed)
{
  double start;

  shuffle (seed);
  start = bench_now_ns ();
  pass ();
  return (bench_now_ns () - start) / RANGES;
}

int
main (void)
{
  double map[TURNS], lookup[TURNS], hot[TURNS], update[TURNS], unmap[TURNS];

  base = calloc ((size_t)RANGES * STRIDE, sizeof *base);
  order = malloc (RANGES * sizeof *order);
  if (!base || !order)
    {
      perror ("malloc");
      return 2;
    }
  device = omp_get_default_device ();
  bench_require_device ();
  for (int i = 0; i < TURNS; i++)
    {
      map[i] = time_each (map_ranges, 1u + (uint32_t)i);
      lookup[i] = time_each (look_up_ranges, 11u + (uint32_t)i);
      hot[i] = time_each (look_up_hot, 11u + (uint32_t)i);
      update[i] = time_each (update_ranges, 21u + (uint32_t)i);
      unmap[i] = time_each (unmap_ranges, 31u + (uint32_t)i);
    }
  bench_print ("map-1e5", bench_median (map, TURNS));
  bench_print ("lookup-1e5", bench_median (lookup, TURNS));
  bench_print ("lookup-hot-1e5", bench_median (hot, TURNS));
  bench_print ("lookup-update-1e5", bench_median (update, TURNS));
  bench_print ("unmap-1e5", bench_median (unmap, TURNS));
  free (order);
  free (base);
  return 0;
}

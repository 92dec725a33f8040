/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a Monte Carlo code for neutrons does on a device: a million lookups of
   cross sections in 252 MB of tables, which the region maps (the access pattern
   of XSBench, event-based, its small problem: J. R. Tramm et al., "XSBench -
   the development and verification of a performance abstraction for Monte Carlo
   reactor analysis", 2014).  The first region of a process finds fresh device
   memory, later ones what the first one used; the host does the same with its
   own tables.  */

#include "target.h"
#include "timing.h"

#define NUCLIDES 68
#define POINTS 11303
#define ENERGIES (NUCLIDES * POINTS)
#define CHANNELS 6
#define LOOKUPS 1000000
#define IN_MATERIAL 10
#define TURNS 3

static double *energies; /* of all nuclides, in ascending order */
static int *points;      /* for each energy, a point of each nuclide */
static double *grids; /* for each nuclide and point: energy, cross sections */

static void *
allocate (size_t size)
{
  void *p = malloc (size);

  if (!p)
    {
      perror ("malloc");
      exit (2);
    }
  return p;
}

static void
fill (void)
{
  uint32_t state = 1;

  energies = allocate (ENERGIES * sizeof *energies);
  points = allocate (ENERGIES * NUCLIDES * sizeof *points);
  grids = allocate (ENERGIES * CHANNELS * sizeof *grids);
  for (long i = 0; i < ENERGIES; i++)
    {
      energies[i] = (double)i / ENERGIES;
      for (int k = 0; k < NUCLIDES; k++)
        points[i * NUCLIDES + k] = (int)(i * (POINTS - 1) / ENERGIES);
      for (int k = 0; k < CHANNELS; k++)
        grids[i * CHANNELS + k] = bench_random (&state) / 4294967296.0;
    }
}

#pragma omp declare target
static double
draw (uint64_t number)
{
  number = (number + 1) * UINT64_C (0x9e3779b97f4a7c15);
  number = (number ^ number >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  return (double)(number >> 11) / 9007199254740992.0;
}

static long
find (const double *list, double energy)
{
  long low = 0, high = ENERGIES - 1;

  while (high - low > 1)
    {
      long middle = low + (high - low) / 2;
      if (list[middle] > energy)
        {
          high = middle;
          /* Make this a branch with every compiler: a conditional move would
             wait for memory, and the test does not compare compilers.  */
          __asm__ volatile("" : "+r"(high));
        }
      else
        low = middle;
    }
  return low;
}

/* Lookup NUMBER: return the channel with the largest sum.  */
static long
look_up (const double *list, const int *at, const double *grid, uint64_t number)
{
  double energy = draw (2 * number), sums[CHANNELS] = { 0 };
  int nuclide = (int)(draw (2 * number + 1) * NUCLIDES), best = 1;
  long found = find (list, energy);

  for (int n = 0; n < IN_MATERIAL; n++)
    {
      const double *low, *high;
      nuclide = (nuclide * 7 + 3) % NUCLIDES;
      low = grid
            + ((long)nuclide * POINTS + at[found * NUCLIDES + nuclide])
                  * CHANNELS;
      high = low + CHANNELS;
      double part = (high[0] - energy) / (high[0] - low[0] + 2);
      /* One compiler does this by itself.  */
#pragma GCC unroll 8
      for (int k = 1; k < CHANNELS; k++)
        sums[k] += high[k] - part * (high[k] - low[k]);
    }
  for (int k = 2; k < CHANNELS; k++)
    if (sums[k] > sums[best])
      best = k;
  return best;
}
#pragma omp end declare target

static double
time_device (long *sum)
{
  const double *list = energies, *grid = grids;
  const int *at = points;
  long total = 0;
  double start = bench_now_ns ();

#pragma omp target teams distribute parallel for reduction(+ : total)          \
    map(to : list[0 : ENERGIES], at[0 : ENERGIES * NUCLIDES],                  \
            grid[0 : ENERGIES * CHANNELS]) map(tofrom : total)
  for (long i = 0; i < LOOKUPS; i++)
    total += look_up (list, at, grid, (uint64_t)i);
  *sum = total;
  return bench_now_ns () - start;
}

static double
time_host (long *sum)
{
  long total = 0;
  double start = bench_now_ns ();

#pragma omp parallel for reduction(+ : total)
  for (long i = 0; i < LOOKUPS; i++)
    total += look_up (energies, points, grids, (uint64_t)i);
  *sum = total;
  return bench_now_ns () - start;
}

int
main (void)
{
  double host[TURNS], again[TURNS], first;
  long wanted, sum;

  bench_require_device ();
  fill ();
  time_host (&wanted);
  first = time_device (&sum);
  for (int i = 0; i < TURNS && sum == wanted; i++)
    {
      host[i] = time_host (&wanted);
      again[i] = time_device (&sum);
    }
  if (sum != wanted)
    {
      fprintf (stderr, "%ld instead of %ld\n", sum, wanted);
      return 2;
    }
  bench_print ("lookup-host", bench_median (host, TURNS));
  bench_print ("lookup-first", first);
  bench_print ("lookup-again", bench_median (again, TURNS));
  return 0;
}

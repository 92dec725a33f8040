/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Let it rain and run, and check that no water is lost.  */

#include <math.h>
#include <omp.h>
#include <stdio.h>

#include "grid.h"

int
main (void)
{
  struct grid *grid = grid_create (30, 40);
  struct summary before, after;
  int on_host = 1, bad = 0;

#pragma omp target map(from: on_host)
  on_host = omp_is_initial_device ();
  flow_rain (grid, 1.5);
  before = survey_water (grid);
  flow_rate = 0.5;
#pragma omp target update to(flow_rate)
  for (int step = 0; step < 20; step++)
    flow_step (grid);
  after = survey_water (grid);
  grid_fetch (grid);
  for (int row = 0; row < grid->rows; row++)
    for (int column = 0; column < grid->columns; column++)
      {
        double expected = cell_clamp (row - column, -3, 10);

        bad += grid->height[cell_index (grid, row, column)] != expected;
      }
  printf ("on %s: total %.2f then %.2f, wet %d, bad %d, surveys %d\n",
          on_host ? "host" : "device", before.total, after.total, after.wet,
          bad, survey_count ());
  grid_destroy (grid);
  return !(fabs (before.total - 1800) < 1e-6
           && fabs (after.total - before.total) < 1e-6 && after.wet == 1200
           && !bad);
}

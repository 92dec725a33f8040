/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What there is on the grid: a shared library with regions, a device function
   and a device variable of its own.  */

#include "grid.h"

#pragma omp declare target
static int surveys;

static int
is_wet (double water)
{
  return water > 0.5;
}
#pragma omp end declare target

struct summary
survey_water (const struct grid *grid)
{
  int cells = grid->rows * grid->columns, wet = 0;
  double total = 0, highest = 0;

#pragma omp target map(tofrom: total, highest, wet)
  {
    surveys++;
#pragma omp parallel for reduction(+: total, wet) reduction(max: highest)
    for (int i = 0; i < cells; i++)
      {
        double water = grid->water[i];

        total += water;
        wet += is_wet (water);
        highest = water > highest ? water : highest;
      }
  }
  return (struct summary){ total, highest, wet };
}

int
survey_count (void)
{
  int count = 0;

#pragma omp target map(from: count)
  count = surveys;
  return count;
}

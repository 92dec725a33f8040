/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Rain and flow, linked from a static archive.  */

#include <stdlib.h>

#include "grid.h"

void
flow_rain (struct grid *grid, double amount)
{
  int cells = grid->rows * grid->columns;

#pragma omp target parallel for firstprivate(amount)
  for (int i = 0; i < cells; i++)
    grid->water[i] = cell_clamp (grid->water[i] + amount, 0, 100);
}

#pragma omp declare target
static double
outflow (const struct grid *grid, int row)
{
  double flow = 0;

  for (int column = 0; column < grid->columns; column++)
    flow += flow_rate * grid->water[cell_index (grid, row, column)];
  return flow;
}
#pragma omp end declare target

/* Every row gives a part of its water to the row below, on the device
   alone.  */
void
flow_step (struct grid *grid)
{
  int rows = grid->rows, columns = grid->columns;

#pragma omp target
  {
    double *gift = malloc ((size_t)rows * sizeof *gift);

#pragma omp parallel for
    for (int row = 0; row < rows; row++)
      gift[row] = outflow (grid, row) / columns;
#pragma omp parallel for
    for (int row = 0; row < rows; row++)
      for (int column = 0; column < columns; column++)
        {
          double *cell = &grid->water[cell_index (grid, row, column)];

          *cell *= 1 - flow_rate;
          *cell += gift[row > 0 ? row - 1 : rows - 1];
        }
    free (gift);
  }
}

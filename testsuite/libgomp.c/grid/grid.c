/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The grid itself: creation on host and device, and what regions of other
   files call.  */

#include <stdlib.h>

#include "grid.h"

#pragma omp declare target
double flow_rate = 0.25;

double
cell_clamp (double value, double low, double high)
{
  return value < low ? low : value > high ? high : value;
}

int
cell_index (const struct grid *grid, int row, int column)
{
  return row * grid->columns + column;
}
#pragma omp end declare target

struct grid *
grid_create (int rows, int columns)
{
  struct grid *grid = malloc (sizeof *grid);
  int cells = rows * columns;

  grid->rows = rows;
  grid->columns = columns;
  grid->height = malloc ((size_t)cells * sizeof *grid->height);
  grid->water = calloc ((size_t)cells, sizeof *grid->water);
#pragma omp target enter data map(to: grid[0:1])
#pragma omp target enter data map(alloc: grid->height[0:cells]) \
    map(to: grid->water[0:cells])
#pragma omp target teams distribute parallel for collapse(2)
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++)
      grid->height[cell_index (grid, row, column)]
          = cell_clamp (row - column, -3, 10);
  return grid;
}

void
grid_destroy (struct grid *grid)
{
  int cells = grid->rows * grid->columns;

#pragma omp target exit data map(delete: grid->height[0:cells], \
                                     grid->water[0:cells])
#pragma omp target exit data map(delete: grid[0:1])
  free (grid->height);
  free (grid->water);
  free (grid);
}

void
grid_fetch (struct grid *grid)
{
  int cells = grid->rows * grid->columns;

#pragma omp target update from(grid->height[0:cells], grid->water[0:cells])
}

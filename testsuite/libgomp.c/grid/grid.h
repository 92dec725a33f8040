/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A grid of heights that water runs down: the data that every file of this
   program works on.  */

#ifndef GRID_H
#define GRID_H

struct grid
{
  int rows, columns;
  double *height;
  double *water;
};

struct summary
{
  double total, highest;
  int wet;
};

/* grid.c, in the program */
struct grid *grid_create (int rows, int columns);
void grid_destroy (struct grid *grid);
void grid_fetch (struct grid *grid);

/* flow.c, in a static archive */
void flow_rain (struct grid *grid, double amount);
void flow_step (struct grid *grid);

/* survey.c, in a shared library */
struct summary survey_water (const struct grid *grid);
int survey_count (void);

/* Functions and variables that regions of several files use.  */
#pragma omp declare target
extern double flow_rate;
double cell_clamp (double value, double low, double high);
int cell_index (const struct grid *grid, int row, int column);
#pragma omp end declare target

#endif

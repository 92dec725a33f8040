/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Print how many instructions the functions of rows.* take, a line for each:
   NAME COUNT.  COUNT is the fewest of several runs, for rows where it has to be
   exact.  */

#define _GNU_SOURCE 1
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "steps.h"

#define COUNT 16

struct tree
{
  struct tree *left, *right;
  double value;
};

double sum (const double *x, int n);
void stencil (double *to, const double *from, int n);
double total (const struct tree *tree);
double area (double side);
double mean (int n);
void scale_ (double *x, const int *n);
double norm_ (const double *x, const int *n);
double in_parallel (const double *x, int n);
void in_region (double *x, int n);

static double x[COUNT], y[COUNT];
static struct tree nodes[7];
static const int count = COUNT;
static volatile double result;

static int samples = 4;

#define ROW(operation)                                                         \
  do                                                                           \
    {                                                                          \
      long fewest = 0;                                                         \
      operation;                                                               \
      for (int i = 0; i < samples; i++)                                        \
        {                                                                      \
          steps = 0;                                                           \
          START_STEPS ();                                                      \
          operation;                                                           \
          STOP_STEPS ();                                                       \
          fewest = i > 0 && fewest < steps ? fewest : steps;                   \
        }                                                                      \
      printf ("%s %ld\n", #operation, fewest);                                 \
    }                                                                          \
  while (0)

int
main (void)
{
  prepare_steps ();
  if (getenv ("OFFLOAD_EMUL_CHECK") != NULL)
    samples = 1;
  for (int i = 0; i < 3; i++)
    nodes[i] = (struct tree){ &nodes[2 * i + 1], &nodes[2 * i + 2], i };
  in_region (x, COUNT);
  ROW (result = sum (x, COUNT));
  ROW (stencil (y, x, COUNT));
  ROW (result = total (nodes));
  ROW (result = area (2.));
  ROW (result = mean (COUNT));
  ROW (scale_ (x, &count));
  ROW (result = norm_ (x, &count));
  ROW (result = in_parallel (x, COUNT));
  return 0;
}

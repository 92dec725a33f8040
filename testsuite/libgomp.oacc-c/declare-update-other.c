/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The other file of declare-update.c.  */

#include "declare-update.h"

double table[N];
int factor = 1;

#pragma acc routine seq
static double
scaled (double x)
{
  return factor * x;
}

void
fill_table (int step)
{
  for (int i = 0; i < N; i++)
    table[i] = step * i;
#pragma acc update device(table)
}

void
scale_table (void)
{
#pragma acc parallel loop present(table)
  for (int i = 0; i < N; i++)
    table[i] = scaled (table[i]);
#pragma acc update self(table)
}

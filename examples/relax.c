/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Heat in a plate by relaxation, with OpenACC: a data region, gangs, a
   reduction, a routine.  Prints where the regions ran.  */

#include <openacc.h>
#include <stdio.h>

#define N 64
#define ROUNDS 500

static double heat[N][N], next[N][N];

#pragma acc routine seq
static double
change_of (double was, double is)
{
  return is > was ? is - was : was - is;
}

int
main (void)
{
  int on_device = 0;
  double change = 0;
  for (int i = 0; i < N; i++)
    heat[0][i] = next[0][i] = 100;
#pragma acc data copy(heat) copyin(next)
  for (int round = 0; round < ROUNDS; round++)
    {
      change = 0;
#pragma acc parallel loop gang reduction(max : change) present(heat, next)
      for (int i = 1; i < N - 1; i++)
#pragma acc loop vector reduction(max : change)
        for (int j = 1; j < N - 1; j++)
          {
            next[i][j] = (heat[i - 1][j] + heat[i + 1][j] + heat[i][j - 1]
                          + heat[i][j + 1])
                         / 4;
            double now = change_of (heat[i][j], next[i][j]);
            change = now > change ? now : change;
          }
#pragma acc parallel loop collapse(2) present(heat, next)
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          heat[i][j] = next[i][j];
    }
#pragma acc parallel copy(on_device)
  on_device = acc_on_device (acc_device_not_host);
  printf ("after %d rounds: %.4f at the centre, last change %.4f\n", ROUNDS,
          heat[N / 2][N / 2], change);
  printf ("relax ran on %s\n", on_device ? "the device" : "the host");
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-additional-sources "declare-update-other.c" } */
/* Update directives for variables that a declare directive names, of this file
   and of another one: GCC drops them.  */

#include "declare-update.h"

static struct
{
  int a, b;
} both;
#pragma acc declare create(both)
static double local[N];
#pragma acc declare copyin(local)

static void
whole (void)
{
  double got[2];
  local[3] = 5;
  factor = 7;
#pragma acc update device(local, factor)
#pragma acc serial copyout(got) present(factor)
  {
    got[0] = local[3];
    got[1] = factor;
    local[4] = 9;
    factor = 11;
  }
  CHECK (got[0] == 5 && got[1] == 7);
#pragma acc update self(local) async(2)
#pragma acc update host(factor) async(2) wait(2)
#pragma acc wait(2)
  CHECK (local[4] == 9 && factor == 11);
}

static void
conditional (int update)
{
  int a = 0;
  both.a = 2 + update;
  both.b = 4;
#pragma acc update device(both) if(update)
#pragma acc update device(both.b) if_present
#pragma acc serial copyout(a)
  a = both.a;
  CHECK (a == 3 || is_shared ());
}

int
main (void)
{
  whole ();
  conditional (1);
  conditional (0);
  fill_table (3);
  factor = 2;
#pragma acc update device(factor)
  scale_table ();
  CHECK (table[0] == 0 && table[1] == 6 && table[N - 1] == 6 * (N - 1));
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The declare directive, for global variables and in functions.  GCC 12 drops
   such variables from update directives; the routines take them.  */

#include "check.h"

#define N 40

int counter;
int table[N];
#pragma acc declare create(counter)
#pragma acc declare copyin(table)
static int offset = 3;
#pragma acc declare copyin(offset)

#pragma acc routine seq
static int
look_up (int i)
{
  return table[i] + offset;
}

static int
in_function (int n)
{
  int local[N], out[N], sum = 0;
#pragma acc declare create(local)
#pragma acc declare copyout(out)
#pragma acc parallel loop
  for (int i = 0; i < N; i++)
    {
      local[i] = n * i;
      out[i] = local[i] + 1;
    }
#pragma acc update self(local)
  CHECK (is_line (local, N, 0, n));
  for (int i = 0; i < N; i++)
    sum += local[i];
  return sum;
}

int
main (void)
{
  int got[N];
  fill (table, N, 1);
  acc_update_device (table, sizeof (table));
#pragma acc parallel loop copyout(got)
  for (int i = 0; i < N; i++)
    got[i] = look_up (i);
  CHECK (is_line (got, N, 4, 1));
  counter = 41;
  acc_update_device (&counter, sizeof (counter));
#pragma acc serial present(counter)
  counter++;
  CHECK (is_shared () || counter == 41);
  acc_update_self (&counter, sizeof (counter));
  CHECK (counter == 42);
  CHECK (in_function (2) == N * (N - 1));
  CHECK (in_function (3) == 3 * N * (N - 1) / 2);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* cache; declare device_resident and link; routine nohost.  */

#include "check.h"

#define N 100

static int resident[N], linked[N], a[N];
#pragma acc declare device_resident(resident)
#pragma acc declare link(linked)

#pragma acc routine seq nohost
static int
twice (int x)
{
  return 2 * x;
}

/* The device's copy lives as long as the program.  */
static void
residents (void)
{
#pragma acc parallel loop
  for (int i = 0; i < N; i++)
    resident[i] = i;
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < N; i++)
    a[i] = resident[i] + 1;
  CHECK (is_line (a, N, 1, 1));
}

static void
links (void)
{
  fill (linked, N, 5);
#pragma acc enter data copyin(linked)
#pragma acc parallel loop present(linked)
  for (int i = 0; i < N; i++)
    linked[i] += 2;
#pragma acc exit data copyout(linked)
  CHECK (is_line (linked, N, 7, 1));
}

/* A hint.  */
static void
cached (void)
{
  fill (linked, N, 0);
#pragma acc parallel loop gang copyin(linked) copyout(a)
  for (int i = 0; i < N - 1; i++)
    {
#pragma acc cache(linked [i:2])
      a[i] = linked[i] + linked[i + 1];
    }
  CHECK (is_line (a, N - 1, 1, 2));
}

static void
without_host (void)
{
  fill (a, N, 0);
#pragma acc parallel loop copy(a)
  for (int i = 0; i < N; i++)
    a[i] = twice (a[i]);
  CHECK (is_line (a, N, 0, 2));
}

int
main (void)
{
  residents ();
  links ();
  cached ();
  without_host ();
  return 0;
}

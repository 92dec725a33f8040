/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-require-effective-target offload_device } */
/* { dg-set-target-env-var OFFLOAD_EMUL_MEM "16M" } */
/* { dg-not-output "libgomp" } */
/* { dg-skip-stock "needs a device with little memory" } */
/* Device memory is exhausted: omp_target_alloc returns a null pointer and
   prints nothing, and data that still fit are mapped.  */

#include <stdint.h>

#include "target-check.h"

#define PIECES 4096

static void *pieces[PIECES];

static int
take_all (size_t size)
{
  int count = 0;

  while (count < PIECES && (pieces[count] = omp_target_alloc (size, 0)))
    count++;
  return count;
}

static void
give_back (int from, int count)
{
  for (int i = from; i < count; i++)
    omp_target_free (pieces[i], 0);
}

int
main (void)
{
  int x = 1, y = 2, on_host = 0;

  CHECK (omp_target_alloc (SIZE_MAX / 2, 0) == NULL);
  CHECK (omp_target_alloc (64u << 20, 0) == NULL);
  CHECK (omp_target_alloc (0, 0) == NULL);
  /* Nothing of the library's own is on the device yet: it gets no room for its
     usual 1 MiB.  */
  int count = take_all (64 << 10);
  CHECK (count > 100 && count < PIECES);
  give_back (count - 4, count);
#pragma omp target map(tofrom: x, y) map(from: on_host)
  {
    x += 10;
    y += 10;
    on_host = omp_is_initial_device ();
  }
  CHECK (x == 11 && y == 12 && !on_host);
#pragma omp target enter data map(to: x)
#pragma omp target enter data map(to: y)
  x = y = 0;
#pragma omp target exit data map(from: x, y)
  CHECK (x == 11 && y == 12);
  give_back (0, count - 4);
  CHECK (take_all (64 << 10) >= count - 8);
  return 0;
}

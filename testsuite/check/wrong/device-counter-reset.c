/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host resets a counter of declare target between two regions, and no update
   tells the device.  */

#include <stdio.h>

#pragma omp declare target
static int counter;
static void
count (void)
{
  counter++; /* { dg-check stale } */
}
#pragma omp end declare target

int
main (void)
{
  for (int k = 0; k < 2; k++)
    {
#pragma omp target
      count ();
#pragma omp target update from(counter)
      printf ("%d\n", counter);
      counter = 0;
    }
  return 0;
}

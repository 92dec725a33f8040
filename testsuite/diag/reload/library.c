/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A library that is loaded and unloaded: a region, a variable on the device,
   and data that it leaves mapped when told to.  */

#pragma omp declare target
int counter = 10;
#pragma omp end declare target

static int data[100];

int
library_count (int by)
{
  int value = 0;

#pragma omp target map(from: value)
  {
    counter += by;
    value = counter;
  }
  return value;
}

void
library_map (void)
{
#pragma omp target enter data map(to: data)
}

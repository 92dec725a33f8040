/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Declare target with enter.  { since 13 } */
int counter = 3;
static int
next (void)
{
  return ++counter;
}
#pragma omp declare target enter(counter, next)
int
main (void)
{
  int r = 0;
#pragma omp target map(from : r)
  r = next ();
#pragma omp target update from(counter)
  return r != 4 || counter != 4;
}

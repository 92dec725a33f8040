/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reverse offload.  { since 13 }
   { declines 'omp requires reverse_offload' cannot be fulfilled } */
#pragma omp requires reverse_offload
static int
on_host (void)
{
  return 7;
}
int
main (void)
{
  int x = 0;
#pragma omp target map(from : x)
  {
    int y;
#pragma omp target device(ancestor : 1) map(from : y)
    y = on_host ();
    x = y;
  }
  return x != 7;
}

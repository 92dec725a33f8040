/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host reads a declare target counter that regions increase.  */

int count;
#pragma omp declare target to(count)

int
main (void)
{
#pragma omp target
  for (int i = 0; i < 10; i++)
    count++;
  return count != 0; /* { dg-check lost } */
}

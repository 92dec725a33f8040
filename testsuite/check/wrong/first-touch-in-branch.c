/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Only one branch writes the scratch array that all iterations read.  */

#include <stdio.h>

int
main (void)
{
  int scratch[64], out[64], mode = 2;
#pragma omp target map(alloc : scratch) map(from : out)
  {
    if (mode == 1)
      for (int i = 0; i < 64; i++)
        scratch[i] = i;
    for (int i = 0; i < 64; i++)
      out[i] = scratch[i]; /* { dg-check unwritten } */
  }
  printf ("%d\n", out[3] != 0);
  return 0;
}

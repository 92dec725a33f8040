/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Chunks go through a buffer; the host reads one whose region it has waited
   for, but not the copy's update.  */

#include <stdio.h>

#define CHUNK 32

int
main (void)
{
  int buffer[2][CHUNK], total = 0;
  for (int b = 0; b < 2; b++)
    for (int i = 0; i < CHUNK; i++)
      buffer[b][i] = i;
#pragma omp target enter data map(to : buffer)
  for (int b = 0; b < 2; b++)
    {
#pragma omp target nowait depend(out : buffer[b])
      for (int i = 0; i < CHUNK; i++)
        buffer[b][i] *= 2;
    }
#pragma omp target update from(buffer[0 : 1]) nowait depend(inout : buffer[0])
#pragma omp taskwait
  for (int b = 0; b < 2; b++)
    for (int i = 0; i < CHUNK; i++)
      total += buffer[b][i]; /* { dg-check lost } */
  printf ("%d\n", total);
#pragma omp target exit data map(release : buffer)
  return 0;
}

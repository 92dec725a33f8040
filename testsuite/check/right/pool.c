/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Parts of one allocation, mapped one by one, and memory that is used again. */

#include <stdlib.h>

int
main (void)
{
  int bad = 0;
  for (int round = 0; round < 5; round++)
    {
      char *pool = malloc (4096);
      int *a = (int *)pool;
      double *b = (double *)(pool + 1024);
#pragma omp target data map(alloc : a[0 : 100]) map(from : b[0 : 50])
#pragma omp target
      {
        for (int i = 0; i < 100; i++)
          a[i] = i + round;
        for (int i = 0; i < 50; i++)
          b[i] = a[2 * i];
      }
      for (int i = 0; i < 100; i++)
        a[i] = 1;
      bad |= b[10] != 20 + round || a[0] != 1;
      free (pool);
    }
  return bad;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Each step maps a buffer and frees it while it is mapped.  */

#include <stdlib.h>

int
main (void)
{
  int bad = 0;
  for (int step = 0; step < 4; step++)
    {
      int *b = calloc (1000, sizeof (int));
#pragma omp target enter data map(to : b[0 : 1000])
#pragma omp target
      b[step] = 1;
#pragma omp target update from(b[0 : 1000])
      bad |= b[step] != 1;
      free (b); /* { dg-check leak } */
    }
  return bad;
}

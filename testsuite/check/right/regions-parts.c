/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions at the same time that write parts side by side, of words too, and read
   what all of them read; in the order that each may be done in.  */

#include <stdlib.h>

#define N 1021

struct pair
{
  char first, second;
  short third;
};

int
main (void)
{
  char *text = calloc (N, 1);
  double table[16], *result = malloc (4 * sizeof (double));
  struct pair pair = { 0 };
  for (int i = 0; i < 16; i++)
    table[i] = i;
#pragma omp target data map(tofrom : text[ : N], pair) map(to : table)         \
    map(from : result[ : 4])
  {
    for (int part = 0; part < 4; part++)
      {
        int from = part * N / 4, to = (part + 1) * N / 4;
#pragma omp target teams distribute parallel for nowait                        \
    firstprivate(from, to, part)
        for (int i = from; i < to; i++)
          text[i] = (char)('a' + part + (int)table[i % 16]);
#pragma omp target nowait firstprivate(part)
        result[part] = table[part] + table[15];
      }
#pragma omp target nowait
    pair.first = 1;
#pragma omp target nowait
    pair.second = 2;
#pragma omp target nowait
    pair.third = 3;
#pragma omp taskwait
  }
  int wrong = text[N / 2] != 'q' || result[3] != 18
              || pair.first + pair.second + pair.third != 6;
  free (text);
  free (result);
  return wrong;
}

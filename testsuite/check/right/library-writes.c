/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Library functions write mapped memory, which the checker does not see.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
compare (const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}
#pragma omp declare target to(compare)

int
main (void)
{
  char text[40];
  int v[4];
#pragma omp target map(from : text, v)
  {
    char number[20];
    snprintf (number, sizeof (number), "%d", 4711);
    snprintf (text, sizeof (text), "<%s>", number);
    v[0] = atoi (text + 1);
    sscanf ("3 2 1", "%d %d %d", &v[1], &v[2], &v[3]);
    qsort (v, 4, sizeof (int), compare);
    v[0] += v[3];
  }
  return strcmp (text, "<4711>") != 0 || v[0] != 4712 || v[2] != 3;
}

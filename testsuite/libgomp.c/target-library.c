/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* { dg-options "-lm" } */
/* A region calls the C library and the mathematics library: memory, strings,
   formatting, sorting.  */

#include <math.h>
#include <string.h>

#include "target-check.h"

static int
compare (const void *left, const void *right)
{
  return *(const int *)left - *(const int *)right;
}
#pragma omp declare target to(compare)

int
main (void)
{
  char text[64] = "";
  int length = 0, sorted[100];
  double root = 0, x = 2;

#pragma omp target map(tofrom: text) map(from: length, sorted, root)
  {
    char *copy = malloc (64);
    int *numbers = calloc (100, sizeof *numbers);

    snprintf (copy, 64, "device %s %d", "text", 42);
    length = (int)strlen (copy);
    strcpy (text, copy);
    free (copy);
    for (int i = 0; i < 100; i++)
      numbers[i] = (i * 37) % 100;
    qsort (numbers, 100, sizeof *numbers, compare);
    memcpy (sorted, numbers, sizeof sorted);
    free (numbers);
    root = sqrt (x) + pow (x, 3);
  }
  CHECK (length == 14 && !strcmp (text, "device text 42"));
  for (int i = 0; i < 100; i++)
    CHECK (sorted[i] == i);
  CHECK (fabs (root - (sqrt (2) + 8)) < 1e-12);
  return 0;
}

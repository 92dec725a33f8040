/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Results of several types are brought by map(from:), compared, printed and
   reduced on the host.  */

#include <complex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct result
{
  bool found : 1;
  unsigned kind : 5;
  char name[9];
  float weight;
  long double exact;
  float complex phase;
};

static int
by_weight (const void *a, const void *b)
{
  const struct result *x = a, *y = b;
  return (x->weight > y->weight) - (x->weight < y->weight);
}

int
main (void)
{
  struct result r[12], best;
  bool flags[12];
  short least;
  int bad = 0;
#pragma omp target map(from : r, flags, least)
  {
    least = 100;
    for (int i = 0; i < 12; i++)
      {
        r[i].found = i % 2;
        r[i].kind = (unsigned)i;
        strcpy (r[i].name, "item");
        r[i].weight = (float)(12 - i);
        r[i].exact = i;
        r[i].phase = (float)i;
        flags[i] = i > 5;
        if (i - 3 < least)
          least = (short)(i - 3);
      }
  }
  qsort (r, 12, sizeof (*r), by_weight);
  best = r[0];
  bad |= best.kind != 11 || !best.found || strcmp (best.name, "item") != 0;
  for (int i = 0; i < 12; i++)
    {
      bad |= crealf (r[i].phase) != 11 - i || r[i].exact != 11 - i;
      bad |= flags[i] != (i > 5);
    }
  printf ("%d %s %g %Lg\n", least, r[3].name, (double)r[3].weight, r[3].exact);
  return bad | (least != -3);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host writes what the region left out before it reads it: itself and by
   functions that do not tell.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 4096

static int
rising (const void *a, const void *b)
{
  return *(const unsigned char *)a - *(const unsigned char *)b;
}

int
main (void)
{
  static unsigned char a[N], b[N], c[N], d[N];
  char text[N];
  int bad = 0, x[4];
#pragma omp target map(from : a, b, c, d, text, x)
  a[0] = b[0] = c[0] = d[0] = text[0] = x[0] = 0;
  for (int i = 1; i < N; i++)
    a[i] = (unsigned char)i;
  memset (b + 1, 1, N - 1);
  FILE *f = tmpfile ();
  for (int i = 0; i < N; i++)
    putc (i * 167 + 13, f);
  rewind (f);
  bad |= fread (c, 1, N, f) != N;
  rewind (f);
  bad |= fread (d, 1, N, f) != N;
  fclose (f);
  qsort (d, N, 1, rising);
  snprintf (text, N, "%0*d", N - 1, 5);
  bad |= sscanf ("1 2 3 4", "%d%d%d%d", &x[0], &x[1], &x[2], &x[3]) != 4;
  for (int i = 0; i < N; i++)
    {
      bad |= a[i] != (unsigned char)i || b[i] != (i > 0);
      bad |= c[i] != (unsigned char)(i * 167 + 13) || d[i] != i / 16;
      bad |= text[i] != (i < N - 2 ? '0' : i < N - 1 ? '5' : 0);
    }
  return bad | (x[0] + x[1] + x[2] + x[3] != 10);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* { dg-set-target-env-var ASAN_OPTIONS detect_leaks=1 } */
/* A region uses all kinds of memory, to the last byte.  */

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define N 1001

char table[N], odd[3];
#pragma omp declare target(table, odd)

int
main (void)
{
  char a[N], *h = malloc (N);
  int bad = 0;
  memset (a, 1, N);
  memset (h, 1, N);
  char *d = omp_target_alloc (N, omp_get_default_device ());
#pragma omp target map(tofrom : a, h[0 : N], bad) is_device_ptr(d)
  {
    char local[N], *own = malloc (N);
    memset (own, 2, N);
    memset (table, 3, N);
    memset (odd, 3, sizeof (odd));
    memset (d, 4, N);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++)
      {
        local[i] = own[i] + table[i] + d[i];
        a[i] += local[i];
        h[i] += a[i];
      }
    for (int i = 0; i < N; i++)
      bad += local[i] != 9 || a[i] != 10;
    free (own);
  }
#pragma omp target update from(table, odd)
  for (int i = 0; i < N; i++)
    bad += h[i] != 11 || table[i] != 3;
  omp_target_free (d, omp_get_default_device ());
  free (h);
  return bad + (odd[2] != 3);
}

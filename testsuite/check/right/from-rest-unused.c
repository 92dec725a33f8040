/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions write parts of what map(from:) and updates bring, and the host uses
   only those.  */

#include <stdio.h>
#include <stdlib.h>

#define N 1000

int
main (void)
{
  int *found = malloc (N * sizeof (int)), count = 0, bad = 0;
  int valid[N];
#pragma omp target map(from : found[0 : N], valid) map(tofrom : count)
  for (int i = 0; i < N; i++)
    {
      valid[i] = i % 3 == 0;
      if (valid[i])
        found[count++] = i;
    }
  for (int i = 0; i < count; i++)
    bad |= found[i] != 3 * i;
#pragma omp target map(from : found[0 : N])
  for (int i = 0; i < N; i++)
    if (i % 3 == 0)
      found[i] = i;
  for (int i = 0; i < N; i++)
    bad |= valid[i] ? found[i] != i : 0;
  for (int i = 0; i < N; i++)
    if (valid[i] && found[i] < 0)
      bad = 1;
  printf ("%d\n", found[999]);
  free (found);
  return bad;
}

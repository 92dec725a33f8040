/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map(to:) and map(alloc:) as scratch memory.  */

#include <stdlib.h>


#define N 100

int
main (void)
{
  int *tmp = calloc (N, sizeof (int)), *s = malloc (N * sizeof (int)), sum = 0;
#pragma omp target map(to : tmp[0 : N]) map(alloc : s[0 : N]) map(tofrom : sum)
  {
    for (int i = 0; i < N; i++)
      s[i] = tmp[i] = i;
    for (int i = 0; i < N; i++)
      sum += tmp[i] + s[i];
  }
  free (tmp);
  free (s);
  /* The same memory, probably.  */
  tmp = calloc (N, sizeof (int));
  int bad = sum != N * (N - 1);
  for (int i = 0; i < N; i++)
    bad |= tmp[i];
  free (tmp);
  return bad;
}

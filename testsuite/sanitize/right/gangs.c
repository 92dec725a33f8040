/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=address" } */
/* Gangs side by side use what is mapped, and leave nothing behind.  */

#include <stdlib.h>

#define N 1000

int
main (void)
{
  int *a = calloc (N, sizeof (int)), sum = 0, errors = 0;
#pragma acc data copy(a[0 : N])
  {
#pragma acc parallel loop num_gangs(4) present(a[0 : N])
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma acc parallel loop num_gangs(8) present(a[0 : N]) reduction(+ : sum)
    for (int i = 0; i < N; i++)
      sum += a[i];
  }
  errors += sum != N * (N - 1) / 2 || a[N - 1] != N - 1;
  free (a);
  return errors;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fopenacc -fsanitize=address" } */
/* { dg-output "directly after the end of the copy of a, 40 bytes at" } */
/* A compute region writes past the end of what is copied.  */

#include <stdlib.h>

int
main (void)
{
  int n = 10, *a = calloc (n + 3, sizeof (int));
#pragma acc parallel num_gangs(1) copy(a[0 : n])
  for (int i = 0; i <= n; i++)
    a[i] = i; /* { dg-report "heap-buffer-overflow" } */
  return a[n - 1] != n - 1;
}

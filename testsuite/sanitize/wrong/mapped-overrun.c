/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region writes one element past the end of a mapped section.  */
/* { dg-output "directly after the end of the copy of a, 40 bytes at" } */

#include <stdlib.h>

int
main (void)
{
  int n = 10, *a = calloc (n + 3, sizeof (int));
#pragma omp target map(tofrom : a[1 : n])
  for (int i = 1; i <= n + 1; i++)
    a[i] = i; /* { dg-report "heap-buffer-overflow" } */
  return a[n] != n;
}

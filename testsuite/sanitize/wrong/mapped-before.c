/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-options "-g -fsanitize=address" } */
/* A region reads the byte before the second of two mapped arrays.  */

int
main (void)
{
  char first[100] = { 1 }, second[100] = { 1 };
  int sum = 0, n = -1;
#pragma omp target map(to : first, second) map(tofrom : sum)
  {
    const char *volatile p = second;
    sum = first[0] + p[n]; /* { dg-report "heap-buffer-overflow" } */
  }
  return sum == 0;
}

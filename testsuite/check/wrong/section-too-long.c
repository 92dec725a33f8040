/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections are longer than the variables that they are a part of.  */

#define N 50

int table[N];
struct
{
  int head[4], tail[4];
} pair;

int
main (void)
{
  int c[N], last = 0, n = N + 4, m = 4;
  for (int i = 0; i < N; i++)
    c[i] = table[i] = i;
#pragma omp target map(to : c[0 : n]) map(from : last) /* { dg-check bounds } */
  last = c[N - 1];
#pragma omp target data map(to : table[10 : n]) /* { dg-check bounds } */
  {
#pragma omp target map(tofrom : last)
    last += n - 34;
  }
#pragma omp target enter data map(to : pair.tail[2 : m]) /* { dg-check bounds } */
#pragma omp target exit data map(release : pair.tail[2 : m])
  return last != N - 1 + 20;
}

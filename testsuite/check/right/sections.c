/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sections that end where their variables end, and some that are known to
   be larger only when the program runs.  */

#include <string.h>

#define N 40

struct record
{
  int count;
  char text[N];
} record;

int table[N];
static char pool[2 * N];

static int
count (const char *text, int n)
{
  int ones = 0;
#pragma omp target map(to : text[0 : n]) map(tofrom : ones)
  for (int i = 0; i < n; i++)
    ones += text[i] == 1;
  return ones;
}

int
main (void)
{
  int a[N], sum = 0, n = N, half = N / 2;
  for (int i = 0; i < N; i++)
    a[i] = table[i] = i;
  memset (pool, 1, sizeof (pool));
  memset (record.text, 1, N);
#pragma omp target map(to : a[0 : n], table[half : n - half])                  \
    map(tofrom : sum)
  sum += a[n - 1] + table[n - 1];
#pragma omp target data map(to : record.text[0 : n])
#pragma omp target map(tofrom : sum)
  sum += record.text[n - 1];
#pragma omp target update to(table[n - 1 : 1])
  sum += count (pool, 2 * n) + count (pool + n, n) + count (record.text, n);
  return sum != 2 * (N - 1) + 1 + 4 * N;
}

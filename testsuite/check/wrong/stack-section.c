/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-additional-options "-g" } */
/* Sections are longer than the variables of functions that a pointer is into:
   by debug information of their frames.  */
/* { dg-check bounds 17 } */
/* { dg-check bounds 36 } */

struct table
{
  int count, value[30];
};

__attribute__ ((noinline)) static int
sum_of (const int *a, int n)
{
  int sum = 0;
#pragma omp target map(to : a[0 : n]) map(tofrom : sum)
  for (int i = 0; i < 20; i++)
    sum += a[i];
  return sum;
}

int
main (void)
{
  int c[50], sum;
  struct table t = { 0 };
  for (int i = 0; i < 50; i++)
    c[i] = 1;
  sum = sum_of (c, 54);
  for (int i = 1; i < 3; i++)
    {
      int rows[4][10] = { { i } };
      int *volatile p = rows[1];
      int *first = p;
#pragma omp target data map(to : first[0 : 25 + 4 * i])
      {
      }
    }
  int *volatile p = t.value;
  int *value = p;
#pragma omp target data map(tofrom : value[10 : 21]) /* { dg-check bounds } */
  {
  }
  return sum != 20;
}

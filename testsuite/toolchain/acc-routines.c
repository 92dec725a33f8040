/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The routines of acc-levels.c, in a file of their own.  */

#pragma acc routine gang
void fill (int *x, int n);
#pragma acc routine worker
void increase (int *x, int n);
#pragma acc routine vector
int sum_of (const int *x, int n);
#pragma acc routine seq
int square (int x);

void
fill (int *x, int n)
{
#pragma acc loop gang
  for (int i = 0; i < n; i++)
    x[i] = i * 2;
}

void
increase (int *x, int n)
{
#pragma acc loop worker
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

int
sum_of (const int *x, int n)
{
  int sum = 0;
#pragma acc loop vector reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i];
  return sum;
}

int
square (int x)
{
  return x * x;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-additional-options "-g" } */
/* Sections are just as long as the variables of functions that a pointer is
   into: of blocks that share memory, of variable length, in structures, passed
   by value, and of the frames of several callers.  */

struct table
{
  int count, value[30];
};

__attribute__ ((noinline)) static int
sum_of (const int *a, int n)
{
  int sum = 0;
#pragma omp target map(to : a[0 : n]) map(tofrom : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

__attribute__ ((noinline)) static int
sum_by_value (struct table t)
{
  return sum_of (&t.count, 31) + sum_of (t.value, 30);
}

__attribute__ ((noinline)) static int
fill (int *a, int n, int value)
{
  for (int i = 0; i < n; i++)
    a[i] = value;
  return sum_of (a, n);
}

static int
blocks (void)
{
  int sum = 0;
  for (int i = 0; i < 2; i++)
    {
      {
        int few[3];
        sum += fill (few, 3, 1);
      }
      {
        int many[60];
        sum += fill (many, 60, 1);
      }
      {
        union
        {
          int few[2];
          long long all[20];
        } u;
        sum += fill (u.few, 40, 1);
      }
    }
  return sum;
}

static int
variable_length (int n)
{
  int own[n], *other = __builtin_alloca (n * sizeof (int));
  return fill (own, n, 1) + fill (other, n, 1);
}

static int
nested (int depth)
{
  int own[8];
  int sum = fill (own, 8, depth);
  return depth == 0 ? sum : sum + nested (depth - 1) + sum_of (own, 8);
}

int
main (void)
{
  struct table t = { 1 }, array[3] = { { 2 }, { 3 }, { 4 } };
  return sum_by_value (t) != 1 || blocks () != 206 || variable_length (40) != 80
         || nested (3) != 8 * (0 + 2 * (1 + 2 + 3))
         || sum_of (&array[1].count, 62) != 7;
}

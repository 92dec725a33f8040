/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions that call functions by the addresses that these have on the host, as
   arguments, in structures and in tables: declare target indirect.  Clang 16
   has it, too, but passes a null pointer for an argument.  */
/* { dg-do run } */
/* { dg-additional-options "-O1" } */

#include "../libgomp.c/check.h"

#define MANY 40

#if __clang_major__ > 16
#  pragma omp begin declare target indirect
int
twice (int n)
{
  return 2 * n;
}
int
thrice (int n)
{
  return 3 * n;
}
double
half (double x, int a, int b, int c, int d, int e, int f, int g, int h)
{
  return x / 2 + (a + b + c + d + e + f + g + h == 36 ? 0 : 1000);
}
#  pragma omp end declare target

struct operation
{
  int (*function) (int);
  int operand;
};

static void
as_argument (int (*f) (int), int operand, int expected)
{
  int n = 0;
#  pragma omp target map(tofrom : n)
  n = f (operand);
  CHECK (n == expected);
}

static void
in_structures (void)
{
  struct operation list[MANY];
  int results[MANY];
  for (int i = 0; i < MANY; i++)
    list[i] = (struct operation){ i % 2 == 0 ? twice : thrice, i };
#  pragma omp target parallel for num_threads(4) map(to                        \
                                                     : list) map(from          \
                                                                 : results)
  for (int i = 0; i < MANY; i++)
    results[i] = list[i].function (list[i].operand);
  for (int i = 0; i < MANY; i++)
    CHECK (results[i] == i * (2 + i % 2));
}

/* Arguments in vector registers and on the stack.  */
static void
many_arguments (void)
{
  double (*volatile f) (double, int, int, int, int, int, int, int, int) = half;
  double (*g) (double, int, int, int, int, int, int, int, int) = f, x = 5;
#  pragma omp target map(tofrom : x)
  x = g (x, 1, 2, 3, 4, 5, 6, 7, 8);
  CHECK (x == 2.5);
}
#endif

int
main (void)
{
#if __clang_major__ > 16
  int (*volatile f) (int) = twice;
  as_argument (f, 4, 8);
  f = thrice;
  as_argument (f, 5, 15);
  in_structures ();
  many_arguments ();
#endif
  return 0;
}

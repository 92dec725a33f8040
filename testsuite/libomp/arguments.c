/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Regions with few and with many variables, which are arguments in registers
   and on the stack, of several sizes.  */
/* { dg-do run } */
/* { dg-threads "1 4" } */

#include <omp.h>

#include "../libgomp.c/check.h"

#define VARIABLES(do)                                                                                                           \
  do                                                                                                                            \
  (1) do(2) do(3) do(4) do(5) do(6) do(7) do(8) do(9) do(10) do(11) do(12) do(13) do(14) do(15) do(16) do(17) do(18) do(19) do( \
      20) do(21) do(22) do(23) do(24) do(25) do(26) do(27) do(28) do(29) do(30) do(31) do(32) do(33) do(34) do(35) do(36) do(37)

/* Of N variables that are shared, and a few that are not.  */
#define REGION(name, upto)                                                     \
  static void __attribute__ ((noinline)) name (int start)                      \
  {                                                                            \
    int count = 0;                                                             \
    char c = (char)start;                                                      \
    double d = start;                                                          \
    VARIABLES (DEFINE)                                                         \
    _Pragma ("omp parallel firstprivate(c, d) num_threads(3)")                 \
    {                                                                          \
      CHECK (c == (char)start && d == start);                                  \
      CHECK (((unsigned long)__builtin_frame_address (0) & 15) == 0);          \
      VARIABLES (ADD_##upto)                                                   \
      _Pragma ("omp atomic") count++;                                          \
    }                                                                          \
    CHECK (count == 3);                                                        \
    VARIABLES (LOOK_##upto)                                                    \
  }
#define DEFINE(i)                                                              \
  int v##i = start + i;                                                        \
  (void)v##i;
#define ADD_SOME(i)                                                            \
  if (i <= 6)                                                                  \
    _Pragma ("omp atomic") v##i += i;
#define LOOK_SOME(i) CHECK (v##i == start + i + (i <= 6 ? 3 * i : 0));
#define ADD_ALL(i) _Pragma ("omp atomic") v##i += i;
#define LOOK_ALL(i) CHECK (v##i == start + i + 3 * i);

REGION (some, SOME)
REGION (all, ALL)

/* From 0 to 9 arguments: each place of the sixth and the following.  */
#define COUNTED(n, params, expected)                                           \
  static void __attribute__ ((noinline)) counted_##n params                    \
  {                                                                            \
    long sum = 0;                                                              \
    _Pragma ("omp parallel num_threads(2)") _Pragma ("omp atomic") sum         \
        += expected;                                                           \
    CHECK (sum == 2 * (expected));                                             \
  }
COUNTED (0, (void), 7)
COUNTED (1, (long a), a)
COUNTED (2, (long a, long b), a - 2 * b)
COUNTED (3, (long a, long b, long c), a - 2 * b + 3 * c)
COUNTED (4, (long a, long b, long c, long d), a - 2 * b + 3 * c - 5 * d)
COUNTED (5, (long a, long b, long c, long d, long e),
         a - 2 * b + 3 * c - 5 * d + 7 * e)
COUNTED (6, (long a, long b, long c, long d, long e, long f),
         a - 2 * b + 3 * c - 5 * d + 7 * e - 11 * f)
COUNTED (7, (long a, long b, long c, long d, long e, long f, long g),
         a - 2 * b + 3 * c - 5 * d + 7 * e - 11 * f + 13 * g)

int
main (void)
{
  some (5);
  all (-3);
  counted_0 ();
  counted_1 (100);
  counted_2 (100, 10);
  counted_3 (100, 10, 33);
  counted_4 (100, 10, 33, 4);
  counted_5 (100, 10, 33, 4, 55);
  counted_6 (100, 10, 33, 4, 55, 6);
  counted_7 (100, 10, 33, 4, 55, 6, 77);
  return 0;
}

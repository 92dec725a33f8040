/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reductions of OpenACC: each operator on each kind of type, at each level,
   with several numbers of gangs, against the host.  */

#include <complex.h>
#include <stdio.h>

#define N 2003

static int errors;
static int gangs;

static void
check (const char *name, const char *level, int holds)
{
  if (holds)
    return;
  printf ("%s, %s, %d gangs\n", name, level, gangs);
  errors++;
}

#define ACC(...) ACC_TEXT (__VA_ARGS__)
#define ACC_TEXT(...) _Pragma (#__VA_ARGS__)

/* From START, with an array of the values of VALUE.  */
#define OPERATOR(type, name, op, start, value)                                 \
  static void name (void)                                                      \
  {                                                                            \
    type a[N], gang = start, all = start, worker = start, vector = start;      \
    type host = start;                                                         \
    for (int i = 0; i < N; i++)                                                \
      a[i] = value;                                                            \
    ACC (acc parallel loop gang num_gangs (gangs) reduction (op                \
                                                             : gang)           \
             copyin (a))                                                       \
    for (int i = 0; i < N; i++)                                                \
      gang = gang op a[i];                                                     \
    ACC (acc parallel loop gang worker vector num_gangs (gangs)                \
             num_workers (4) reduction (op                                     \
                                        : all) copyin (a))                     \
    for (int i = 0; i < N; i++)                                                \
      all = all op a[i];                                                       \
    ACC (acc parallel num_gangs (1) num_workers (8) copy (worker) copyin (a))  \
    {                                                                          \
      ACC (acc loop worker reduction (op : worker))                            \
      for (int i = 0; i < N; i++)                                              \
        worker = worker op a[i];                                               \
    }                                                                          \
    ACC (acc parallel num_gangs (1) copy (vector) copyin (a))                  \
    {                                                                          \
      ACC (acc loop vector reduction (op : vector))                            \
      for (int i = 0; i < N; i++)                                              \
        vector = vector op a[i];                                               \
    }                                                                          \
    for (int i = 0; i < N; i++)                                                \
      host = host op a[i];                                                     \
    check (#name, "gang", gang == host);                                       \
    check (#name, "all", all == host);                                         \
    check (#name, "worker", worker == host);                                   \
    check (#name, "vector", vector == host);                                   \
  }

/* RULE is min or max.  */
#define EXTREME(type, name, rule, op, start, value)                            \
  static void name (void)                                                      \
  {                                                                            \
    type a[N], gang = start, host = start;                                     \
    for (int i = 0; i < N; i++)                                                \
      a[i] = value;                                                            \
    ACC (acc parallel loop gang num_gangs (gangs) reduction (rule              \
                                                             : gang)           \
             copyin (a))                                                       \
    for (int i = 0; i < N; i++)                                                \
      gang = a[i] op gang ? a[i] : gang;                                       \
    for (int i = 0; i < N; i++)                                                \
      host = a[i] op host ? a[i] : host;                                       \
    check (#name, "gang", gang == host);                                       \
  }

#define OF_INTEGERS(type, name)                                                \
  OPERATOR (type, name##_sum, +, 3, i * 7 - 3)                                 \
  OPERATOR (type, name##_product, *, 1, i | 1)                                 \
  OPERATOR (type, name##_and, &, ~(type)0, ~(type)(1 << i % 3 * 2))            \
  OPERATOR (type, name##_or, |, 0, 1 << i % 5)                                 \
  OPERATOR (type, name##_xor, ^, 1, i * 11)                                    \
  OPERATOR (type, name##_all, &&, 1, 1 + i % 3)                                \
  OPERATOR (type, name##_not_all, &&, 1, i != 1999)                            \
  OPERATOR (type, name##_any, ||, 0, i == 77)                                  \
  EXTREME (type, name##_min, min, <, 100, (type)(i * 37 % 101))                \
  EXTREME (type, name##_max, max, >, 5, (type)(i * 37 % 101))                  \
  static void name (void)                                                      \
  {                                                                            \
    name##_sum ();                                                             \
    name##_product ();                                                         \
    name##_and ();                                                             \
    name##_or ();                                                              \
    name##_xor ();                                                             \
    name##_all ();                                                             \
    name##_not_all ();                                                         \
    name##_any ();                                                             \
    name##_min ();                                                             \
    name##_max ();                                                             \
  }

OF_INTEGERS (signed char, chars)
OF_INTEGERS (short, shorts)
OF_INTEGERS (int, ints)
OF_INTEGERS (long, longs)
OF_INTEGERS (unsigned, unsigneds)
OF_INTEGERS (unsigned long long, long_longs)
OPERATOR (float, float_sum, +, 0.5f, i % 8)
OPERATOR (double, double_sum, +, 0.5, i)
OPERATOR (double, double_product, *, 0.5, i % 4 == 0 ? 2 : i % 4 == 1 ? 0.5 : 1)
OPERATOR (float complex, complex_sum, +, 1.0f + 2.0f * I, i % 8 - i % 4 * I)
OPERATOR (double complex, complexes_sum, +, 1, i *I + 2)
OPERATOR (double complex, complexes_product, *, 1, i % 2 ? I : -I)
EXTREME (double, double_max, max, >, -5, i * 37 % 101 * 0.5)
EXTREME (float, float_min, min, <, 5, i * 37 % 101 * 0.5f)
#ifdef ONLY_CPU
OPERATOR (__int128, int128_sum, +, 3, (__int128)i << 70)
OPERATOR (long double, long_double_sum, +, 0.5L, i)
#endif

int
main (void)
{
  static const int numbers[] = { 1, 2, 8, 100 };
  for (int k = 0; k < 4; k++)
    {
      gangs = numbers[k];
      chars ();
      shorts ();
      ints ();
      longs ();
      unsigneds ();
      long_longs ();
      float_sum ();
      double_sum ();
      double_product ();
      complex_sum ();
      complexes_sum ();
      complexes_product ();
      double_max ();
      float_min ();
#ifdef ONLY_CPU
      int128_sum ();
      long_double_sum ();
#endif
    }
  return errors != 0;
}

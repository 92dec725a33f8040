/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Atomic operations as the calls that Intel's compilers make: each operation of
   each type has the expected value, and none is lost when threads race.  */
/* { dg-do run } */
/* { dg-threads "1 2 4 8" } */

#include <complex.h>
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "../libgomp.c/check.h"

#define AT void *at, int thread
#define ME NULL, __kmpc_global_thread_num (NULL)

extern int __kmpc_global_thread_num (void *at);

/* ---- The values of each operation.  */

/* X op Y is RESULT; a call returns nothing, or the new or the old value.  */
#define VALUES(name, type, suffix, x, y, result)                               \
  do                                                                           \
    {                                                                          \
      extern void __kmpc_atomic_##name##suffix (AT, type *, type);             \
      type v = (type)(x);                                                      \
      __kmpc_atomic_##name##suffix (ME, &v, (type)(y));                        \
      CHECK (v == (type)(result));                                             \
    }                                                                          \
  while (0)
#define CAPTURES(name, type, suffix, x, y, result)                             \
  do                                                                           \
    {                                                                          \
      extern type __kmpc_atomic_##name##suffix (AT, type *, type, int);        \
      type v = (type)(x);                                                      \
      CHECK (__kmpc_atomic_##name##suffix (ME, &v, (type)(y), 1)               \
             == (type)(result));                                               \
      CHECK (v == (type)(result));                                             \
      v = (type)(x);                                                           \
      CHECK (__kmpc_atomic_##name##suffix (ME, &v, (type)(y), 0)               \
             == (type)(x));                                                    \
      CHECK (v == (type)(result));                                             \
    }                                                                          \
  while (0)
#define ONE_WAY(name, type, op, x, y, result)                                  \
  VALUES (name, type, _##op, x, y, result);                                    \
  CAPTURES (name, type, _##op##_cpt, x, y, result)
/* Y op X is REVERSED.  */
#define TWO_WAYS(name, type, op, x, y, result, reversed)                       \
  ONE_WAY (name, type, op, x, y, result);                                      \
  VALUES (name, type, _##op##_rev, x, y, reversed);                            \
  CAPTURES (name, type, _##op##_cpt_rev, x, y, reversed)

#define MOVES(name, type)                                                      \
  do                                                                           \
    {                                                                          \
      extern type __kmpc_atomic_##name##_rd (AT, type *);                      \
      extern void __kmpc_atomic_##name##_wr (AT, type *, type);                \
      extern type __kmpc_atomic_##name##_swp (AT, type *, type);               \
      type v = 7;                                                              \
      CHECK (__kmpc_atomic_##name##_rd (ME, &v) == 7);                         \
      __kmpc_atomic_##name##_wr (ME, &v, 9);                                   \
      CHECK (v == 9);                                                          \
      CHECK (__kmpc_atomic_##name##_swp (ME, &v, 11) == 9);                    \
      CHECK (v == 11);                                                         \
    }                                                                          \
  while (0)

#define INTEGERS(name, type)                                                   \
  static void name##_values (void)                                             \
  {                                                                            \
    ONE_WAY (name, type, add, 100, 27, 127);                                   \
    ONE_WAY (name, type, add, -1, 1, 0);                                       \
    TWO_WAYS (name, type, sub, 20, 30, -10, 10);                               \
    ONE_WAY (name, type, mul, -7, 5, -35);                                     \
    TWO_WAYS (name, type, div, -100, 7, -14, 0);                               \
    TWO_WAYS (name, type, div, 3, 17, 0, 5);                                   \
    ONE_WAY (name, type, andb, 12, 10, 8);                                     \
    ONE_WAY (name, type, orb, 12, 10, 14);                                     \
    ONE_WAY (name, type, xor, 12, 10, 6);                                      \
    ONE_WAY (name, type, neqv, 12, 10, 6);                                     \
    ONE_WAY (name, type, eqv, 12, 10, -7);                                     \
    ONE_WAY (name, type, andl, 12, 3, 1);                                      \
    ONE_WAY (name, type, andl, 12, 0, 0);                                      \
    ONE_WAY (name, type, orl, 0, 4, 1);                                        \
    ONE_WAY (name, type, orl, 0, 0, 0);                                        \
    ONE_WAY (name, type, max, -5, 3, 3);                                       \
    ONE_WAY (name, type, max, 5, -3, 5);                                       \
    ONE_WAY (name, type, min, 5, -3, -3);                                      \
    ONE_WAY (name, type, min, -5, 3, -5);                                      \
    TWO_WAYS (name, type, shl, 3, 5, 96, 40);                                  \
    TWO_WAYS (name, type, shr, 1, 3, 0, 1);                                    \
    ONE_WAY (name, type, shr, -96, 2, -24);                                    \
    MOVES (name, type);                                                        \
  }
INTEGERS (fixed1, int8_t)
INTEGERS (fixed2, int16_t)
INTEGERS (fixed4, int32_t)
INTEGERS (fixed8, int64_t)

/* With the top bit set, which a signed type would take for a sign.  */
#define UNSIGNED(name, type)                                                   \
  static void name##_values (void)                                             \
  {                                                                            \
    type top = (type)((type)1 << (sizeof (type) * 8 - 1));                     \
    TWO_WAYS (name, type, div, top, 2, top / 2, 0);                            \
    TWO_WAYS (name, type, div, 3, top, 0, top / 3);                            \
    VALUES (name, type, _shr_rev, 3, top, top / 8);                            \
    ONE_WAY (name, type, shr, top, 2, top / 4);                                \
  }
UNSIGNED (fixed1u, uint8_t)
UNSIGNED (fixed2u, uint16_t)
UNSIGNED (fixed4u, uint32_t)
UNSIGNED (fixed8u, uint64_t)

#define FLOATS(name, type)                                                     \
  static void name##_values (void)                                             \
  {                                                                            \
    ONE_WAY (name, type, add, 1.5, 2.25, 3.75);                                \
    TWO_WAYS (name, type, sub, 1.5, 2.25, -0.75, 0.75);                        \
    ONE_WAY (name, type, mul, 1.5, 3, 4.5);                                    \
    TWO_WAYS (name, type, div, 4, 2, 2, 0.5);                                  \
    ONE_WAY (name, type, max, -1, 0.5, 0.5);                                   \
    ONE_WAY (name, type, max, 1, 0.5, 1);                                      \
    ONE_WAY (name, type, min, 1, -0.5, -0.5);                                  \
    ONE_WAY (name, type, min, -1, -0.5, -1);                                   \
    MOVES (name, type);                                                        \
  }
FLOATS (float4, float)
FLOATS (float8, double)
FLOATS (float10, long double)

#define COMPLEX(name, type)                                                    \
  static void name##_values (void)                                             \
  {                                                                            \
    ONE_WAY (name, type, add, 1 + 2 * I, 3 - 5 * I, 4 - 3 * I);                \
    TWO_WAYS (name, type, sub, 1 + 2 * I, 3 - 5 * I, -2 + 7 * I, 2 - 7 * I);   \
    ONE_WAY (name, type, mul, 1 + 2 * I, 3 - 5 * I, 13 + I);                   \
    TWO_WAYS (name, type, div, 8 * I, 2, 4 * I, -0.25 * I);                    \
    MOVES (name, type);                                                        \
  }
COMPLEX (cmplx8, double complex)
COMPLEX (cmplx10, long double complex)

/* The calls of the smallest complex type write what they capture.  */
#undef CAPTURES
#define CAPTURES(name, type, suffix, x, y, result)                             \
  do                                                                           \
    {                                                                          \
      extern void __kmpc_atomic_##name##suffix (AT, type *, type, type *,      \
                                                int);                          \
      type v = (type)(x), captured = -1;                                       \
      __kmpc_atomic_##name##suffix (ME, &v, (type)(y), &captured, 1);          \
      CHECK (v == (type)(result) && captured == v);                            \
      v = (type)(x);                                                           \
      __kmpc_atomic_##name##suffix (ME, &v, (type)(y), &captured, 0);          \
      CHECK (v == (type)(result) && captured == (type)(x));                    \
    }                                                                          \
  while (0)
#undef MOVES
#define MOVES(name, type)                                                      \
  do                                                                           \
    {                                                                          \
      extern type __kmpc_atomic_##name##_rd (AT, type *);                      \
      extern void __kmpc_atomic_##name##_wr (AT, type *, type);                \
      extern void __kmpc_atomic_##name##_swp (AT, type *, type, type *);       \
      type v = 7, captured = -1;                                               \
      CHECK (__kmpc_atomic_##name##_rd (ME, &v) == 7);                         \
      __kmpc_atomic_##name##_wr (ME, &v, 9);                                   \
      __kmpc_atomic_##name##_swp (ME, &v, 11, &captured);                      \
      CHECK (captured == 9 && v == 11);                                        \
    }                                                                          \
  while (0)
COMPLEX (cmplx4, float complex)

/* ---- Operands of two types, comparisons, operations of the program.  */

#define MIXED(name, type, operand, x, y, result)                               \
  do                                                                           \
    {                                                                          \
      extern void __kmpc_atomic_##name (AT, type *, operand);                  \
      type v = x;                                                              \
      __kmpc_atomic_##name (ME, &v, y);                                        \
      CHECK (v == (result));                                                   \
    }                                                                          \
  while (0)
#define MIXED_INTEGER(name, type)                                              \
  MIXED (name##_mul_float8, type, double, 3, 2.5, 7);                          \
  MIXED (name##_div_float8, type, double, 9, 0.5, 18)
#define MIXED_COMPLEX(op, result)                                              \
  MIXED (cmplx4_##op##_cmplx8, float complex, double complex, 1 + 2 * I,       \
         3 - 5 * I, result)

static void
mixed_values (void)
{
  MIXED_INTEGER (fixed1, int8_t);
  MIXED_INTEGER (fixed2, int16_t);
  MIXED_INTEGER (fixed4, int32_t);
  MIXED_INTEGER (fixed8, int64_t);
  MIXED (float4_add_float8, float, double, 1.5f, 2.25, 3.75f);
  MIXED (float4_sub_float8, float, double, 1.5f, 2.25, -0.75f);
  MIXED (float4_mul_float8, float, double, 1.5f, 3, 4.5f);
  MIXED (float4_div_float8, float, double, 1.5f, 0.5, 3);
  MIXED_COMPLEX (add, 4 - 3 * I);
  MIXED_COMPLEX (sub, -2 + 7 * I);
  MIXED_COMPLEX (mul, 13 + I);
  MIXED (cmplx4_div_cmplx8, float complex, double complex, 8 * I, 2, 4 * I);
}

#define COMPARISONS(bytes, type)                                               \
  extern bool __kmpc_atomic_bool_##bytes##_cas (AT, type *, type, type);       \
  extern bool __kmpc_atomic_bool_##bytes##_cas_cpt (AT, type *, type, type,    \
                                                    type *);                   \
  extern type __kmpc_atomic_val_##bytes##_cas (AT, type *, type, type);        \
  extern type __kmpc_atomic_val_##bytes##_cas_cpt (AT, type *, type, type,     \
                                                   type *);                    \
  static void compare_##bytes (void)                                           \
  {                                                                            \
    type x = 4, seen = 77;                                                     \
    CHECK (__kmpc_atomic_bool_##bytes##_cas (ME, &x, 4, 9) && x == 9);         \
    CHECK (!__kmpc_atomic_bool_##bytes##_cas (ME, &x, 4, 5) && x == 9);        \
    CHECK (__kmpc_atomic_bool_##bytes##_cas_cpt (ME, &x, 9, -6, &seen));       \
    CHECK (x == -6 && seen == 77);                                             \
    CHECK (!__kmpc_atomic_bool_##bytes##_cas_cpt (ME, &x, 9, 8, &seen));       \
    CHECK (x == -6 && seen == -6);                                             \
    CHECK (__kmpc_atomic_val_##bytes##_cas (ME, &x, -6, 5) == -6 && x == 5);   \
    CHECK (__kmpc_atomic_val_##bytes##_cas (ME, &x, -6, 4) == 5 && x == 5);    \
    CHECK (__kmpc_atomic_val_##bytes##_cas_cpt (ME, &x, 5, 3, &seen) == 5);    \
    CHECK (x == 3 && seen == 3);                                               \
    seen = 77;                                                                 \
    CHECK (__kmpc_atomic_val_##bytes##_cas_cpt (ME, &x, 5, 2, &seen) == 3);    \
    CHECK (x == 3 && seen == 3);                                               \
  }
COMPARISONS (1, int8_t)
COMPARISONS (2, int16_t)
COMPARISONS (4, int32_t)
COMPARISONS (8, int64_t)

/* Adds to each byte, without a carry.  */
#define GENERIC(size)                                                          \
  extern void __kmpc_atomic_##size (AT, void *, void *,                        \
                                    void (*) (void *, void *, void *));        \
  static void add_##size (void *result, void *from, void *y)                   \
  {                                                                            \
    for (int i = 0; i < size; i++)                                             \
      ((char *)result)[i] = (char)(((char *)from)[i] + *(char *)y);            \
  }                                                                            \
  static void generic_##size (void)                                            \
  {                                                                            \
    _Alignas(32) unsigned char bytes[size] = { 0 };                            \
    unsigned char one = 1;                                                     \
    int threads = 0;                                                           \
    _Pragma ("omp parallel")                                                   \
    {                                                                          \
      _Pragma ("omp single") threads = omp_get_num_threads ();                 \
      for (int i = 0; i < 500; i++)                                            \
        __kmpc_atomic_##size (ME, bytes, &one, add_##size);                    \
    }                                                                          \
    for (int i = 0; i < size; i++)                                             \
      CHECK (bytes[i] == (unsigned char)(500 * threads));                      \
  }
GENERIC (1)
GENERIC (2)
GENERIC (4)
GENERIC (8)
GENERIC (10)
GENERIC (16)
GENERIC (20)
GENERIC (32)

extern void __kmpc_atomic_start (void);
extern void __kmpc_atomic_end (void);

/* ---- Races.  */

#define TIMES 1000

/* Each thread adds as often, by two calls; each value is captured once.  */
#define RACE(name, type, first, factor)                                        \
  static void race_##name (void)                                               \
  {                                                                            \
    extern void __kmpc_atomic_##name##_##first (AT, type *, type);             \
    extern type __kmpc_atomic_##name##_sub_cpt (AT, type *, type, int);        \
    extern type __kmpc_atomic_##name##_rd (AT, type *);                        \
    type x = 0;                                                                \
    int threads = 0;                                                           \
    double sum = 0;                                                            \
    _Pragma ("omp parallel reduction(+ : sum)")                                \
    {                                                                          \
      _Pragma ("omp single") threads = omp_get_num_threads ();                 \
      for (int i = 0; i < TIMES; i++)                                          \
        __kmpc_atomic_##name##_##first (ME, &x, (type)(factor));               \
      _Pragma ("omp barrier")                                                  \
      CHECK (__kmpc_atomic_##name##_rd (ME, &x)                                \
             == (type)(factor * TIMES * threads));                             \
      _Pragma ("omp barrier")                                                  \
      for (int i = 0; i < TIMES; i++)                                          \
        sum += (double)__kmpc_atomic_##name##_sub_cpt (ME, &x, factor, 1);     \
    }                                                                          \
    double n = (double)TIMES * threads;                                        \
    CHECK (x == 0);                                                            \
    if (sizeof (type) > 2)                                                     \
      CHECK (sum == n * (n - 1) / 2 * (double)(factor));                       \
  }
RACE (fixed1, int8_t, add, 1)
RACE (fixed2, int16_t, add, 1)
RACE (fixed4, int32_t, add, 1)
RACE (fixed8, int64_t, add, 3)
RACE (float4, float, add, 1)
RACE (float8, double, add, 1)
RACE (float10, long double, add, 1)
RACE (cmplx8, double complex, add, (1 + 2 * I))
RACE (cmplx10, long double complex, add, (1 + 2 * I))

/* With what gcc's code would do: both take one lock.  */
static void
race_locked (void)
{
  extern void __kmpc_atomic_cmplx10_add (AT, long double complex *,
                                         long double complex);
  extern void __kmpc_atomic_cmplx4_add_cmplx8 (AT, float complex *,
                                               double complex);
  long double complex x = 0;
  float complex y = 0;
  int threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads ();
    for (int i = 0; i < TIMES; i++)
      {
        __kmpc_atomic_cmplx10_add (ME, &x, 1 + 1 * I);
        __kmpc_atomic_start ();
        x += 1;
        __kmpc_atomic_end ();
        __kmpc_atomic_cmplx4_add_cmplx8 (ME, &y, 1 + 1 * I);
      }
  }
  CHECK (x == (2 + 1 * I) * TIMES * threads);
  CHECK (y == (1 + 1 * I) * TIMES * threads);
}

int
main (void)
{
  fixed1_values ();
  fixed2_values ();
  fixed4_values ();
  fixed8_values ();
  fixed1u_values ();
  fixed2u_values ();
  fixed4u_values ();
  fixed8u_values ();
  float4_values ();
  float8_values ();
  float10_values ();
  cmplx4_values ();
  cmplx8_values ();
  cmplx10_values ();
  mixed_values ();
  compare_1 ();
  compare_2 ();
  compare_4 ();
  compare_8 ();
  generic_1 ();
  generic_2 ();
  generic_4 ();
  generic_8 ();
  generic_10 ();
  generic_16 ();
  generic_20 ();
  generic_32 ();
  race_fixed1 ();
  race_fixed2 ();
  race_fixed4 ();
  race_fixed8 ();
  race_float4 ();
  race_float8 ();
  race_float10 ();
  race_cmplx8 ();
  race_cmplx10 ();
  race_locked ();
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Atomic operations as calls, which Intel's compilers make; clang has
   instructions for them.

   Values of 1, 2, 4 and 8 bytes change by one exchange.  For the others there
   is one lock, that of GOMP_atomic_start, which gcc's code takes for such
   values, too.  Owns nothing.  Any thread.  */

#include "libomp.h"

extern void GOMP_atomic_start (void);
extern void GOMP_atomic_end (void);

/* They read and write values of other types.  */
typedef uint8_t __attribute__ ((may_alias)) word_1;
typedef uint16_t __attribute__ ((may_alias)) word_2;
typedef uint32_t __attribute__ ((may_alias)) word_4;
typedef uint64_t __attribute__ ((may_alias)) word_8;

typedef float _Complex complex_4;
typedef double _Complex complex_8;
typedef long double _Complex complex_10;

/* ---- Operations of each type.  */

#define ATOMIC_INTEGER
#define TYPE int8_t
#define WORD word_1
#define NAME(suffix) __kmpc_atomic_fixed1##suffix
#include "atomic.tmpl.h"

#define TYPE int16_t
#define WORD word_2
#define NAME(suffix) __kmpc_atomic_fixed2##suffix
#include "atomic.tmpl.h"

#define TYPE int32_t
#define WORD word_4
#define NAME(suffix) __kmpc_atomic_fixed4##suffix
#include "atomic.tmpl.h"

#define TYPE int64_t
#define WORD word_8
#define NAME(suffix) __kmpc_atomic_fixed8##suffix
#include "atomic.tmpl.h"
#undef ATOMIC_INTEGER

#define ATOMIC_UNSIGNED
#define TYPE uint8_t
#define WORD word_1
#define NAME(suffix) __kmpc_atomic_fixed1u##suffix
#include "atomic.tmpl.h"

#define TYPE uint16_t
#define WORD word_2
#define NAME(suffix) __kmpc_atomic_fixed2u##suffix
#include "atomic.tmpl.h"

#define TYPE uint32_t
#define WORD word_4
#define NAME(suffix) __kmpc_atomic_fixed4u##suffix
#include "atomic.tmpl.h"

#define TYPE uint64_t
#define WORD word_8
#define NAME(suffix) __kmpc_atomic_fixed8u##suffix
#include "atomic.tmpl.h"
#undef ATOMIC_UNSIGNED

#define ATOMIC_FLOAT
#define TYPE float
#define WORD word_4
#define NAME(suffix) __kmpc_atomic_float4##suffix
#include "atomic.tmpl.h"

#define TYPE double
#define WORD word_8
#define NAME(suffix) __kmpc_atomic_float8##suffix
#include "atomic.tmpl.h"

#define TYPE long double
#define NAME(suffix) __kmpc_atomic_float10##suffix
#include "atomic.tmpl.h"
#undef ATOMIC_FLOAT

/* One of 8 bytes may be aligned to 4.  */
#define ATOMIC_COMPLEX
#define CAPTURE_BY_POINTER
#define TYPE complex_4
#define NAME(suffix) __kmpc_atomic_cmplx4##suffix
#include "atomic.tmpl.h"
#undef CAPTURE_BY_POINTER

#define TYPE complex_8
#define NAME(suffix) __kmpc_atomic_cmplx8##suffix
#include "atomic.tmpl.h"

#define TYPE complex_10
#define NAME(suffix) __kmpc_atomic_cmplx10##suffix
#include "atomic.tmpl.h"
#undef ATOMIC_COMPLEX

/* ---- Operands of two types.  */

#define AT struct ident *at, int32_t thread
#define UNUSED                                                                 \
  (void)at;                                                                    \
  (void)thread

/* TO of TYPE, by words of WORD.  The operation is done in the type of Y.  */
#define MIXED(name, type, word_type, operand, expression)                      \
  EXPORT void __kmpc_atomic_##name (AT, type *to, operand y);                  \
  void __kmpc_atomic_##name (AT, type *to, operand y)                          \
  {                                                                            \
    union                                                                      \
    {                                                                          \
      type value;                                                              \
      word_type word;                                                          \
    } old, new;                                                                \
    word_type *word = (word_type *)(void *)to;                                 \
    UNUSED;                                                                    \
    /* Relaxed, sequentially consistent: as in atomic.tmpl.h.  */              \
    old.word = __atomic_load_n (word, __ATOMIC_RELAXED);                       \
    do                                                                         \
      {                                                                        \
        operand x = (operand)old.value;                                        \
        new.value = (type)(expression);                                        \
      }                                                                        \
    while (!__atomic_compare_exchange_n (word, &old.word, new.word, false,     \
                                         __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
  }
MIXED (fixed1_mul_float8, int8_t, word_1, double, x *y)
MIXED (fixed1_div_float8, int8_t, word_1, double, x / y)
MIXED (fixed2_mul_float8, int16_t, word_2, double, x *y)
MIXED (fixed2_div_float8, int16_t, word_2, double, x / y)
MIXED (fixed4_mul_float8, int32_t, word_4, double, x *y)
MIXED (fixed4_div_float8, int32_t, word_4, double, x / y)
MIXED (fixed8_mul_float8, int64_t, word_8, double, x *y)
MIXED (fixed8_div_float8, int64_t, word_8, double, x / y)
MIXED (float4_add_float8, float, word_4, double, x + y)
MIXED (float4_sub_float8, float, word_4, double, x - y)
MIXED (float4_mul_float8, float, word_4, double, x *y)
MIXED (float4_div_float8, float, word_4, double, x / y)

#define MIXED_COMPLEX(name, op)                                                \
  EXPORT void __kmpc_atomic_cmplx4_##name##_cmplx8 (AT, complex_4 *to,         \
                                                    complex_8 y);              \
  void __kmpc_atomic_cmplx4_##name##_cmplx8 (AT, complex_4 *to, complex_8 y)   \
  {                                                                            \
    UNUSED;                                                                    \
    GOMP_atomic_start ();                                                      \
    *to = (complex_4)((complex_8)*to op y);                                    \
    GOMP_atomic_end ();                                                        \
  }
MIXED_COMPLEX (add, +)
MIXED_COMPLEX (sub, -)
MIXED_COMPLEX (mul, *)
MIXED_COMPLEX (div, /)

/* ---- Comparisons.  */

/* x = x == EXPECTED ? DESIRED : x.  bool_: whether they were equal; val_: the
   old value.  _cpt: also writes to *SEEN what was compared, or, of val_, what x
   is now.  */
#define COMPARE(bytes, type)                                                   \
  EXPORT bool __kmpc_atomic_bool_##bytes##_cas (AT, type *to, type expected,   \
                                                type desired);                 \
  EXPORT bool __kmpc_atomic_bool_##bytes##_cas_cpt (                           \
      AT, type *to, type expected, type desired, type *seen);                  \
  EXPORT type __kmpc_atomic_val_##bytes##_cas (AT, type *to, type expected,    \
                                               type desired);                  \
  EXPORT type __kmpc_atomic_val_##bytes##_cas_cpt (                            \
      AT, type *to, type expected, type desired, type *seen);                  \
  static inline bool exchange_##bytes (type *to, type *expected, type desired) \
  {                                                                            \
    return __atomic_compare_exchange_n (to, expected, desired, false,          \
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
  }                                                                            \
  bool __kmpc_atomic_bool_##bytes##_cas (AT, type *to, type expected,          \
                                         type desired)                         \
  {                                                                            \
    UNUSED;                                                                    \
    return exchange_##bytes (to, &expected, desired);                          \
  }                                                                            \
  bool __kmpc_atomic_bool_##bytes##_cas_cpt (AT, type *to, type expected,      \
                                             type desired, type *seen)         \
  {                                                                            \
    UNUSED;                                                                    \
    if (exchange_##bytes (to, &expected, desired))                             \
      return true;                                                             \
    *seen = expected;                                                          \
    return false;                                                              \
  }                                                                            \
  type __kmpc_atomic_val_##bytes##_cas (AT, type *to, type expected,           \
                                        type desired)                          \
  {                                                                            \
    UNUSED;                                                                    \
    exchange_##bytes (to, &expected, desired);                                 \
    return expected;                                                           \
  }                                                                            \
  type __kmpc_atomic_val_##bytes##_cas_cpt (AT, type *to, type expected,       \
                                            type desired, type *seen)          \
  {                                                                            \
    UNUSED;                                                                    \
    *seen = exchange_##bytes (to, &expected, desired) ? desired : expected;    \
    return expected;                                                           \
  }
COMPARE (1, int8_t)
COMPARE (2, int16_t)
COMPARE (4, int32_t)
COMPARE (8, int64_t)

/* ---- Operations of the program.  */

/* Writes FROM op Y to RESULT.  */
typedef void operation (void *result, void *from, void *y);

#define GENERIC(bytes, word_type)                                              \
  EXPORT void __kmpc_atomic_##bytes (AT, void *to, void *y, operation *op);    \
  void __kmpc_atomic_##bytes (AT, void *to, void *y, operation *op)            \
  {                                                                            \
    word_type *word = to, new;                                                 \
    UNUSED;                                                                    \
    /* Relaxed, sequentially consistent: as in atomic.tmpl.h.  */              \
    word_type old = __atomic_load_n (word, __ATOMIC_RELAXED);                  \
    do                                                                         \
      op (&new, &old, y);                                                      \
    while (!__atomic_compare_exchange_n (word, &old, new, false,               \
                                         __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); \
  }
GENERIC (1, word_1)
GENERIC (2, word_2)
GENERIC (4, word_4)
GENERIC (8, word_8)

/* The operands and the result may be one.  */
#define GENERIC_LOCKED(bytes)                                                  \
  EXPORT void __kmpc_atomic_##bytes (AT, void *to, void *y, operation *op);    \
  void __kmpc_atomic_##bytes (AT, void *to, void *y, operation *op)            \
  {                                                                            \
    UNUSED;                                                                    \
    GOMP_atomic_start ();                                                      \
    op (to, to, y);                                                            \
    GOMP_atomic_end ();                                                        \
  }
GENERIC_LOCKED (10)
GENERIC_LOCKED (16)
GENERIC_LOCKED (20)
GENERIC_LOCKED (32)

/* Around any other one.  */
EXPORT void __kmpc_atomic_start (void);
EXPORT void __kmpc_atomic_end (void);

void
__kmpc_atomic_start (void)
{
  GOMP_atomic_start ();
}

void
__kmpc_atomic_end (void)
{
  GOMP_atomic_end ();
}

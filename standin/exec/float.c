/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Floating point (PTX ISA 9.7.3 to 9.7.4).  Subnormal numbers are kept: .ftz
   is an instruction more, before and behind (ptx/computation.c).  What is a NaN
   becomes the canonical one, as on devices: hosts give them a sign that printf
   would show.  Compiled without contraction: `add' after `mul' rounds twice,
   fma once.  Owns nothing; any thread.  */

#include "exec/handler.h"

#include <fenv.h>
#include <math.h>

/* Of two numbers the smaller, -0 below +0; of a number and a NaN the number. */
#define MINIMUM(t)                                                             \
  static inline CTYPE_##t min_##t##_value (CTYPE_##t a, CTYPE_##t b)           \
  {                                                                            \
    if (isnan (a) || isnan (b))                                                \
      return isnan (a) ? canonical_##t (b) : a;                                \
    return a < b || (a == b && signbit (a)) ? a : b;                           \
  }                                                                            \
  static inline CTYPE_##t max_##t##_value (CTYPE_##t a, CTYPE_##t b)           \
  {                                                                            \
    if (isnan (a) || isnan (b))                                                \
      return isnan (a) ? canonical_##t (b) : a;                                \
    return a > b || (a == b && !signbit (a)) ? a : b;                          \
  }
MINIMUM (f16)
MINIMUM (f32)
MINIMUM (f64)

/* Rounding other than to nearest: by the host's mode, the operation hidden from
   the compiler's constant folding.  */
#define ROUNDED(t, name, mode, parameters, expression)                         \
  static __attribute__ ((noinline)) CTYPE_##t name parameters                  \
  {                                                                            \
    int old = fegetround ();                                                   \
    fesetround (mode);                                                         \
    volatile CTYPE_##t result = expression;                                    \
    fesetround (old);                                                          \
    return result;                                                             \
  }
#define ROUNDED_OPERATIONS(t, suffix, mode)                                    \
  ROUNDED (t, add_##suffix##_##t##_value, mode,                                \
           (volatile CTYPE_##t a, volatile CTYPE_##t b), a + b)                \
  ROUNDED (t, sub_##suffix##_##t##_value, mode,                                \
           (volatile CTYPE_##t a, volatile CTYPE_##t b), a - b)                \
  ROUNDED (t, mul_##suffix##_##t##_value, mode,                                \
           (volatile CTYPE_##t a, volatile CTYPE_##t b), a *b)                 \
  ROUNDED (t, div_##suffix##_##t##_value, mode,                                \
           (volatile CTYPE_##t a, volatile CTYPE_##t b), a / b)                \
  ROUNDED (                                                                    \
      t, sqrt_##suffix##_##t##_value, mode, (volatile CTYPE_##t a),            \
      (CTYPE_##t) __builtin_choose_expr(sizeof (a) == 4, sqrtf (a), sqrt (a))) \
  ROUNDED (t, fma_##suffix##_##t##_value, mode,                                \
           (volatile CTYPE_##t a, volatile CTYPE_##t b, volatile CTYPE_##t c), \
           (CTYPE_##t) __builtin_choose_expr(sizeof (a) == 4, fmaf (a, b, c),  \
                                             fma (a, b, c)))
ROUNDED_OPERATIONS (f32, rz, FE_TOWARDZERO)
ROUNDED_OPERATIONS (f32, rm, FE_DOWNWARD)
ROUNDED_OPERATIONS (f32, rp, FE_UPWARD)
ROUNDED_OPERATIONS (f64, rz, FE_TOWARDZERO)
ROUNDED_OPERATIONS (f64, rm, FE_DOWNWARD)
ROUNDED_OPERATIONS (f64, rp, FE_UPWARD)

#define TYPES(ROW, ...) ROW (f32, f, __VA_ARGS__) ROW (f64, , __VA_ARGS__)

/* OPERATION (name, mnemonic, type, expression): all rows of this file.  */
#define OPERATIONS(t, f, UNARY, BINARY, TERNARY)                               \
  BINARY (add_##t, "add." #t, t, canonical_##t (a + b))                        \
  BINARY (sub_##t, "sub." #t, t, canonical_##t (a - b))                        \
  BINARY (mul_##t, "mul." #t, t, canonical_##t (a *b))                         \
  BINARY (add_rn_##t, "add.rn." #t, t, canonical_##t (a + b))                  \
  BINARY (sub_rn_##t, "sub.rn." #t, t, canonical_##t (a - b))                  \
  BINARY (mul_rn_##t, "mul.rn." #t, t, canonical_##t (a *b))                   \
  BINARY (div_rn_##t, "div.rn." #t, t, canonical_##t (a / b))                  \
  TERNARY (fma_rn_##t, "fma.rn." #t, t, canonical_##t (fma##f (a, b, c)))      \
  TERNARY (mad_rn_##t, "mad.rn." #t, t, canonical_##t (fma##f (a, b, c)))      \
  UNARY (rcp_rn_##t, "rcp.rn." #t, t, canonical_##t (1 / a))                   \
  UNARY (sqrt_rn_##t, "sqrt.rn." #t, t, canonical_##t (sqrt##f (a)))           \
  UNARY (rsqrt_##t, "rsqrt.approx." #t, t, canonical_##t (1 / sqrt##f (a)))    \
  UNARY (neg_##t, "neg." #t, t, -a)                                            \
  UNARY (abs_##t, "abs." #t, t, fabs##f (a))                                   \
  BINARY (min_##t, "min." #t, t, min_##t##_value (a, b))                       \
  BINARY (max_##t, "max." #t, t, max_##t##_value (a, b))                       \
  BINARY (copysign_##t, "copysign." #t, t, copysign##f (b, a))                 \
  ROUNDED_ROWS (t, rz, UNARY, BINARY, TERNARY)                                 \
  ROUNDED_ROWS (t, rm, UNARY, BINARY, TERNARY)                                 \
  ROUNDED_ROWS (t, rp, UNARY, BINARY, TERNARY)
#define ROUNDED_ROWS(t, r, UNARY, BINARY, TERNARY)                             \
  BINARY (add_##r##_##t, "add." #r "." #t, t,                                  \
          canonical_##t (add_##r##_##t##_value (a, b)))                        \
  BINARY (sub_##r##_##t, "sub." #r "." #t, t,                                  \
          canonical_##t (sub_##r##_##t##_value (a, b)))                        \
  BINARY (mul_##r##_##t, "mul." #r "." #t, t,                                  \
          canonical_##t (mul_##r##_##t##_value (a, b)))                        \
  BINARY (div_##r##_##t, "div." #r "." #t, t,                                  \
          canonical_##t (div_##r##_##t##_value (a, b)))                        \
  UNARY (rcp_##r##_##t, "rcp." #r "." #t, t,                                   \
         canonical_##t (div_##r##_##t##_value (1, a)))                         \
  UNARY (sqrt_##r##_##t, "sqrt." #r "." #t, t,                                 \
         canonical_##t (sqrt_##r##_##t##_value (a)))                           \
  TERNARY (fma_##r##_##t, "fma." #r "." #t, t,                                 \
           canonical_##t (fma_##r##_##t##_value (a, b, c)))

/* The fast ones of -ffast-math may be exact: their errors are bounded, not
   prescribed.  */
#define APPROXIMATIONS(UNARY, BINARY)                                          \
  BINARY (div_approx, "div.approx.f32", f32, canonical_f32 (a / b))            \
  BINARY (div_full, "div.full.f32", f32, canonical_f32 (a / b))                \
  UNARY (rcp_approx, "rcp.approx.f32", f32, canonical_f32 (1 / a))             \
  UNARY (sqrt_approx, "sqrt.approx.f32", f32, canonical_f32 (sqrtf (a)))       \
  UNARY (sin_approx, "sin.approx.f32", f32, canonical_f32 (sinf (a)))          \
  UNARY (cos_approx, "cos.approx.f32", f32, canonical_f32 (cosf (a)))          \
  UNARY (ex2_approx, "ex2.approx.f32", f32, canonical_f32 (exp2f (a)))         \
  UNARY (lg2_approx, "lg2.approx.f32", f32, canonical_f32 (log2f (a)))         \
  UNARY (tanh_approx, "tanh.approx.f32", f32, canonical_f32 (tanhf (a)))

#define HALF_OPERATIONS(UNARY, BINARY, TERNARY)                                \
  BINARY (add_f16, "add.f16", f16, a + b)                                      \
  BINARY (sub_f16, "sub.f16", f16, a - b)                                      \
  BINARY (mul_f16, "mul.f16", f16, a *b)                                       \
  BINARY (add_rn_f16, "add.rn.f16", f16, a + b)                                \
  BINARY (sub_rn_f16, "sub.rn.f16", f16, a - b)                                \
  BINARY (mul_rn_f16, "mul.rn.f16", f16, a *b)                                 \
  TERNARY (fma_rn_f16, "fma.rn.f16", f16, (double)a *b + c)                    \
  UNARY (neg_f16, "neg.f16", f16, -a)                                          \
  UNARY (abs_f16, "abs.f16", f16, fabsf (a))                                   \
  BINARY (min_f16, "min.f16", f16, min_f16_value (a, b))                       \
  BINARY (max_f16, "max.f16", f16, max_f16_value (a, b))                       \
  UNARY (ex2_f16, "ex2.approx.f16", f16, exp2 (a))                             \
  UNARY (tanh_f16, "tanh.approx.f16", f16, tanh (a))

/* A number as .ftz and as .sat have it: a NaN is saturated to 0.  */
#define CHANGES(UNARY)                                                         \
  UNARY (flush_f16, "flush f16", f16,                                          \
         fabsf (a) < 0x1p-14f ? copysignf (0, a) : a)                          \
  UNARY (flush_f32, "flush f32", f32,                                          \
         fpclassify (a) == FP_SUBNORMAL ? copysignf (0, a) : a)                \
  UNARY (saturate_f16, "saturate f16", f16, a > 1 ? 1 : a > 0 ? a : 0)         \
  UNARY (saturate_f32, "saturate f32", f32, a > 1 ? 1 : a > 0 ? a : 0)         \
  UNARY (saturate_f64, "saturate f64", f64, a > 1 ? 1 : a > 0 ? a : 0)

#define DEFINE_UNARY(name, mnemonic, t, result) SIM_UNARY (name, t, t, result)
#define DEFINE_BINARY(name, mnemonic, t, result)                               \
  SIM_BINARY (name, t, t, t, result)
#define DEFINE_TERNARY(name, mnemonic, t, result)                              \
  SIM_TERNARY (name, t, t, t, t, result)
TYPES (OPERATIONS, DEFINE_UNARY, DEFINE_BINARY, DEFINE_TERNARY)
APPROXIMATIONS (DEFINE_UNARY, DEFINE_BINARY)
HALF_OPERATIONS (DEFINE_UNARY, DEFINE_BINARY, DEFINE_TERNARY)
CHANGES (DEFINE_UNARY)

/* The same on two numbers of 16 bits in each register.  */
#define LOW(x) ((x)&0xffff)
#define HIGH(x) ((x) >> 16)
#define DEFINE_PAIR_UNARY(name, mnemonic, t, result)                           \
  SIM_UNARY (name##x2, u32, u32,                                               \
             name##_lane (LOW (a)) | name##_lane (HIGH (a)) << 16)
#define DEFINE_PAIR_BINARY(name, mnemonic, t, result)                          \
  SIM_BINARY (name##x2, u32, u32, u32,                                         \
              name##_lane (LOW (a), LOW (b))                                   \
                  | name##_lane (HIGH (a), HIGH (b)) << 16)
#define DEFINE_PAIR_TERNARY(name, mnemonic, t, result)                         \
  SIM_TERNARY (name##x2, u32, u32, u32, u32,                                   \
               name##_lane (LOW (a), LOW (b), LOW (c))                         \
                   | name##_lane (HIGH (a), HIGH (b), HIGH (c)) << 16)
#define HALF_CHANGES(UNARY)                                                    \
  UNARY (flush_f16, "flush f16", f16, )                                        \
  UNARY (saturate_f16, "saturate f16", f16, )
HALF_OPERATIONS (DEFINE_PAIR_UNARY, DEFINE_PAIR_BINARY, DEFINE_PAIR_TERNARY)
HALF_CHANGES (DEFINE_PAIR_UNARY)

/* testp: is a number of this class?  */
#define CLASSES(t, CLASS)                                                      \
  CLASS (t, finite, isfinite (a))                                              \
  CLASS (t, infinite, isinf (a))                                               \
  CLASS (t, number, !isnan (a))                                                \
  CLASS (t, notanumber, isnan (a))                                             \
  CLASS (t, normal, isnormal (a))                                              \
  CLASS (t, subnormal, fpclassify (a) == FP_SUBNORMAL)
#define DEFINE_CLASS(t, class, condition)                                      \
  static const struct sim_ins *testp_##class##_##t (struct sim_warp *w,        \
                                                    const struct sim_ins *i)   \
  {                                                                            \
    uint32_t bits = 0;                                                         \
    for (unsigned l = 0; l < SIM_LANES; l++)                                   \
      {                                                                        \
        CTYPE_##t a = TO_##t (read_lane (w, i->a, l));                         \
        bits |= (uint32_t) !!(condition) << l;                                 \
      }                                                                        \
    write_predicate (w, i->d, lanes_for (w, i), bits);                         \
    return i + 1;                                                              \
  }
CLASSES (f32, DEFINE_CLASS)
CLASSES (f64, DEFINE_CLASS)

const struct sim_form sim_float_forms[] = {
#define ROW_UNARY(name, mnemonic, t, result) { mnemonic, "da", name, 0 },
#define ROW_BINARY(name, mnemonic, t, result) { mnemonic, "dab", name, 0 },
#define ROW_TERNARY(name, mnemonic, t, result) { mnemonic, "dabc", name, 0 },
  TYPES (OPERATIONS, ROW_UNARY, ROW_BINARY,
         ROW_TERNARY) APPROXIMATIONS (ROW_UNARY, ROW_BINARY)
      HALF_OPERATIONS (ROW_UNARY, ROW_BINARY, ROW_TERNARY) CHANGES (ROW_UNARY)
#define PAIR_UNARY(name, mnemonic, t, result)                                  \
  { mnemonic "x2", "da", name##x2, 0 },
#define PAIR_BINARY(name, mnemonic, t, result)                                 \
  { mnemonic "x2", "dab", name##x2, 0 },
#define PAIR_TERNARY(name, mnemonic, t, result)                                \
  { mnemonic "x2", "dabc", name##x2, 0 },
          HALF_OPERATIONS (PAIR_UNARY, PAIR_BINARY, PAIR_TERNARY)
              HALF_CHANGES (PAIR_UNARY)
#define ROW_CLASS(t, class, condition)                                         \
  { "testp." #class "." #t, "Da", testp_##class##_##t, 0 },
                  CLASSES (f32, ROW_CLASS) CLASSES (f64, ROW_CLASS){ 0 }
};

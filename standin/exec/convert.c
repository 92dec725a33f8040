/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* cvt, cvta and isspacep (PTX ISA 9.7.9).  A signed result is extended to the
   whole register, as PTX does when the register is wider than the type.  Owns
   nothing; any thread.  */

#include "exec/handler.h"

#include <fenv.h>
#include <math.h>

#define EXTEND_u8(value) ((uint64_t)(uint8_t)(value))
#define EXTEND_u16(value) ((uint64_t)(uint16_t)(value))
#define EXTEND_u32(value) ((uint64_t)(uint32_t)(value))
#define EXTEND_u64(value) ((uint64_t)(value))
#define EXTEND_s8(value) ((uint64_t)(int64_t)(int8_t)(value))
#define EXTEND_s16(value) ((uint64_t)(int64_t)(int16_t)(value))
#define EXTEND_s32(value) ((uint64_t)(int64_t)(int32_t)(value))
#define EXTEND_s64(value) ((uint64_t)(value))

__extension__ typedef __int128 wide;

static const struct
{
  wide low, high;
} range[] = {
  [PTX_u8] = { 0, UINT8_MAX },         [PTX_s8] = { INT8_MIN, INT8_MAX },
  [PTX_u16] = { 0, UINT16_MAX },       [PTX_s16] = { INT16_MIN, INT16_MAX },
  [PTX_u32] = { 0, UINT32_MAX },       [PTX_s32] = { INT32_MIN, INT32_MAX },
  [PTX_u64] = { 0, (wide)UINT64_MAX }, [PTX_s64] = { INT64_MIN, INT64_MAX },
};

static inline uint64_t
clamp (wide value, enum ptx_type type)
{
  if (value < range[type].low)
    value = range[type].low;
  if (value > range[type].high)
    value = range[type].high;
  return (uint64_t)value;
}

/* An integral VALUE as TYPE: out of range is clamped, a NaN is 0, or only the
   highest bit if 64 bits are on either side.  */
static inline uint64_t
to_integer (double value, enum ptx_type type, bool is_wide)
{
  if (isnan (value))
    return is_wide ? UINT64_C (1) << (8 * ptx_type_size (type) - 1) : 0;
  if (value >= 0x1p65)
    return clamp ((wide)UINT64_MAX + 1, type);
  if (value <= -0x1p65)
    return clamp ((wide)INT64_MIN - 1, type);
  return clamp ((wide)value, type);
}

#define IS_WIDE_f64 true
#define IS_WIDE_f16 false
#define IS_WIDE_f32 false
#define IS_WIDE_TYPE(t) (sizeof (CTYPE_##t) == 8)

/* The conversions with a rounding of the host's; hidden from its folding.  */
#define ROUNDED(name, rt, at)                                                  \
  static __attribute__ ((noinline)) CTYPE_##rt name (volatile CTYPE_##at a,    \
                                                     int mode)                 \
  {                                                                            \
    int old = fegetround ();                                                   \
    fesetround (mode);                                                         \
    volatile CTYPE_##rt result = (CTYPE_##rt)a;                                \
    fesetround (old);                                                          \
    return result;                                                             \
  }
ROUNDED (rounded_f32_f64, f32, f64)
ROUNDED (rounded_f32_s64, f32, s64)
ROUNDED (rounded_f32_u64, f32, u64)
ROUNDED (rounded_f64_s64, f64, s64)
ROUNDED (rounded_f64_u64, f64, u64)
#define KIND_u8 u64
#define KIND_u16 u64
#define KIND_u32 u64
#define KIND_u64 u64
#define KIND_s8 s64
#define KIND_s16 s64
#define KIND_s32 s64
#define KIND_s64 s64
#define ROUNDED_NAME(rt, kind) ROUNDED_NAME_ (rt, kind)
#define ROUNDED_NAME_(rt, kind) rounded_##rt##_##kind

/* Rows: CVT (name, mnemonic, result type, source type, its bits).  */
#define INTEGERS(ROW, x)                                                       \
  ROW (u8, x)                                                                  \
  ROW (u16, x)                                                                 \
  ROW (u32, x) ROW (u64, x) ROW (s8, x) ROW (s16, x) ROW (s32, x) ROW (s64, x)
#define INTEGERS_AGAIN(ROW, x)                                                 \
  ROW (x, u8)                                                                  \
  ROW (x, u16)                                                                 \
  ROW (x, u32) ROW (x, u64) ROW (x, s8) ROW (x, s16) ROW (x, s32) ROW (x, s64)

#define INTEGER_TO_INTEGER(r, a)                                               \
  CVT (cvt_##r##_##a, "cvt." #r "." #a, a, EXTEND_##r (a_value))               \
  CVT (cvt_sat_##r##_##a, "cvt.sat." #r "." #a, a,                             \
       EXTEND_##r (clamp ((wide)a_value, PTX_##r)))
#define FROM_EACH(r, unused) INTEGERS_AGAIN (INTEGER_TO_INTEGER, r)

#define INTEGER_TO_FLOAT(a, r)                                                 \
  CVT (cvt_rn_##r##_##a, "cvt.rn." #r "." #a, a, OF_##r ((CTYPE_##r)a_value))  \
  TO_FLOAT_ROUNDED (a, r, rz, FE_TOWARDZERO)                                   \
  TO_FLOAT_ROUNDED (a, r, rm, FE_DOWNWARD)                                     \
  TO_FLOAT_ROUNDED (a, r, rp, FE_UPWARD)
#define TO_FLOAT_ROUNDED(a, r, mode, host_mode)                                \
  CVT (cvt_##mode##_##r##_##a, "cvt." #mode "." #r "." #a, a,                  \
       OF_##r (ROUNDED_NAME (r, KIND_##a) (a_value, host_mode)))

#define FLOAT_TO_INTEGER(r, a)                                                 \
  TO_INTEGER (r, a, rni, rint (a_value))                                       \
  TO_INTEGER (r, a, rzi, trunc (a_value))                                      \
  TO_INTEGER (r, a, rmi, floor (a_value))                                      \
  TO_INTEGER (r, a, rpi, ceil (a_value))
#define TO_INTEGER(r, a, mode, value)                                          \
  CVT (cvt_##mode##_##r##_##a, "cvt." #mode "." #r "." #a, a,                  \
       EXTEND_##r (                                                            \
           to_integer (value, PTX_##r, IS_WIDE_##a || IS_WIDE_TYPE (r))))

#define FLOAT_TO_FLOAT                                                         \
  CVT (cvt_f64_f32, "cvt.f64.f32", f32, OF_f64 (canonical_f64 (a_value)))      \
  CVT (cvt_rn_f32_f64, "cvt.rn.f32.f64", f64,                                  \
       OF_f32 (canonical_f32 ((float)a_value)))                                \
  CVT (cvt_rz_f32_f64, "cvt.rz.f32.f64", f64,                                  \
       OF_f32 (canonical_f32 (rounded_f32_f64 (a_value, FE_TOWARDZERO))))      \
  CVT (cvt_rm_f32_f64, "cvt.rm.f32.f64", f64,                                  \
       OF_f32 (canonical_f32 (rounded_f32_f64 (a_value, FE_DOWNWARD))))        \
  CVT (cvt_rp_f32_f64, "cvt.rp.f32.f64", f64,                                  \
       OF_f32 (canonical_f32 (rounded_f32_f64 (a_value, FE_UPWARD))))          \
  INTEGRAL (f32, rni, rintf (a_value), canonical_f32)                          \
  INTEGRAL (f32, rzi, truncf (a_value), canonical_f32)                         \
  INTEGRAL (f32, rmi, floorf (a_value), canonical_f32)                         \
  INTEGRAL (f32, rpi, ceilf (a_value), canonical_f32)                          \
  INTEGRAL (f64, rni, rint (a_value), canonical_f64)                           \
  INTEGRAL (f64, rzi, trunc (a_value), canonical_f64)                          \
  INTEGRAL (f64, rmi, floor (a_value), canonical_f64)                          \
  INTEGRAL (f64, rpi, ceil (a_value), canonical_f64)                           \
  CVT (cvt_f32_f32, "cvt.f32.f32", f32, OF_f32 (a_value))                      \
  CVT (cvt_f64_f64, "cvt.f64.f64", f64, OF_f64 (a_value))
#define INTEGRAL(t, mode, value, canon)                                        \
  CVT (cvt_##mode##_##t, "cvt." #mode "." #t "." #t, t, OF_##t (canon (value)))

/* To and from 16 bits.  */
#define INTEGER_TO_HALF(a, unused)                                             \
  TO_HALF (a, rn, SIM_NEAREST)                                                 \
  TO_HALF (a, rz, SIM_TO_ZERO)                                                 \
  TO_HALF (a, rm, SIM_DOWNWARD)                                                \
  TO_HALF (a, rp, SIM_UPWARD)
#define TO_HALF(a, mode, rounding)                                             \
  CVT (cvt_##mode##_f16_##a, "cvt." #mode ".f16." #a, a,                       \
       sim_half_of ((double)a_value, rounding))
#define HALVES                                                                 \
  INTEGERS (INTEGER_TO_HALF, _)                                                \
  INTEGERS (FLOAT_TO_INTEGER, f16)                                             \
  INTEGER_TO_HALF (f32, _)                                                     \
  INTEGER_TO_HALF (f64, _)                                                     \
  CVT (cvt_f32_f16, "cvt.f32.f16", f16, OF_f32 (canonical_f32 (a_value)))      \
  CVT (cvt_f64_f16, "cvt.f64.f16", f16, OF_f64 (canonical_f64 (a_value)))      \
  INTEGRAL (f16, rni, rintf (a_value), )                                       \
  INTEGRAL (f16, rzi, truncf (a_value), )                                      \
  INTEGRAL (f16, rmi, floorf (a_value), )                                      \
  INTEGRAL (f16, rpi, ceilf (a_value), )                                       \
  CVT (cvt_f16_f16, "cvt.f16.f16", f16, OF_f16 (a_value))

#define ALL                                                                    \
  INTEGERS (FROM_EACH, _)                                                      \
  INTEGERS (INTEGER_TO_FLOAT, f32)                                             \
  INTEGERS (INTEGER_TO_FLOAT, f64)                                             \
  INTEGERS (FLOAT_TO_INTEGER, f32)                                             \
  INTEGERS (FLOAT_TO_INTEGER, f64)                                             \
  HALVES                                                                       \
  FLOAT_TO_FLOAT

#define CVT(name, mnemonic, at, result)                                        \
  static inline uint64_t name##_bits (uint64_t bits)                           \
  {                                                                            \
    CTYPE_##at a_value = TO_##at (bits);                                       \
    return result;                                                             \
  }                                                                            \
  SIM_UNARY (name, u64, u64, name##_bits (a))
ALL
#undef CVT

/* From a window's address to the generic one, and back; the other spaces are
   parts of the generic one as they are.  Parameters in memory are a lane's own,
   in its local memory.  */
#define CVTA(name, value) SIM_UNARY (name, u64, u64, value)
    CVTA (cvta_same, a) CVTA (cvta_shared, a + SIM_SHARED_BASE)
        CVTA (cvta_local, a + SIM_LOCAL_BASE)
            CVTA (cvta_to_shared, a - SIM_SHARED_BASE)
                CVTA (cvta_to_local, a - SIM_LOCAL_BASE)

/* Is a generic address one of the space?  The windows are above all others.  */
#define ISSPACEP(space, condition)                                             \
  static const struct sim_ins *isspacep_##space (struct sim_warp *w,           \
                                                 const struct sim_ins *i)      \
  {                                                                            \
    uint32_t bits = 0;                                                         \
    for (unsigned l = 0; l < SIM_LANES; l++)                                   \
      {                                                                        \
        uint64_t a = read_lane (w, i->c, l);                                   \
        bits |= (uint32_t)(condition) << l;                                    \
      }                                                                        \
    write_predicate (w, i->d, lanes_for (w, i), bits);                         \
    return i + 1;                                                              \
  }
                    ISSPACEP (global, a < SIM_SHARED_BASE)
                        ISSPACEP (shared,
                                  a >= SIM_SHARED_BASE && a < SIM_LOCAL_BASE)
                            ISSPACEP (local, a >= SIM_LOCAL_BASE)

                                const struct sim_form sim_convert_forms[]
    = {
#define CVT(name, mnemonic, at, result) { mnemonic, "da", name, 0 },
        ALL
#undef CVT
        { "cvta.u64", "da", cvta_same, 0 },
        { "cvta.global.u64", "da", cvta_same, 0 },
        { "cvta.const.u64", "da", cvta_same, 0 },
        { "cvta.param.u64", "da", cvta_local, 0 },
        { "cvta.shared.u64", "da", cvta_shared, 0 },
        { "cvta.local.u64", "da", cvta_local, 0 },
        { "cvta.to.global.u64", "da", cvta_same, 0 },
        { "cvta.to.const.u64", "da", cvta_same, 0 },
        { "cvta.to.shared.u64", "da", cvta_to_shared, 0 },
        { "cvta.to.local.u64", "da", cvta_to_local, 0 },
        { "isspacep.global", "Dw", isspacep_global, 0 },
        { "isspacep.shared", "Dw", isspacep_shared, 0 },
        { "isspacep.local", "Dw", isspacep_local, 0 },
        { 0 }
      };

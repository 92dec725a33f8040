/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The handlers of exec/alu.def, of logic on predicates, and of selp.  Owns
   nothing; any thread, each on warps of its own.  */

#include "exec/handler.h"

/* Division by zero is "unspecified" in PTX; devices give all ones, and the
   dividend as the remainder.  The most negative number by -1 overflows to
   itself.  */
#define DIVIDE_UNSIGNED(t)                                                     \
  static inline uint64_t divide_##t (CTYPE_##t a, CTYPE_##t b)                 \
  {                                                                            \
    return b ? a / b : (CTYPE_##t) ~(CTYPE_##t)0;                              \
  }                                                                            \
  static inline uint64_t remainder_##t (CTYPE_##t a, CTYPE_##t b)              \
  {                                                                            \
    return b ? a % b : a;                                                      \
  }
#define DIVIDE_SIGNED(t)                                                       \
  static inline uint64_t divide_##t (CTYPE_##t a, CTYPE_##t b)                 \
  {                                                                            \
    if (b == 0)                                                                \
      return ~UINT64_C (0);                                                    \
    return b == -1 ? (uint64_t)0 - (uint64_t)a : (uint64_t)(a / b);            \
  }                                                                            \
  static inline uint64_t remainder_##t (CTYPE_##t a, CTYPE_##t b)              \
  {                                                                            \
    if (b == 0)                                                                \
      return (uint64_t)a;                                                      \
    return b == -1 ? 0 : (uint64_t)(a % b);                                    \
  }
DIVIDE_UNSIGNED (u16)
DIVIDE_UNSIGNED (u32)
DIVIDE_UNSIGNED (u64)
DIVIDE_SIGNED (s16)
DIVIDE_SIGNED (s32)
DIVIDE_SIGNED (s64)

#define HIGH(t, wide, bits)                                                    \
  static inline CTYPE_##t high_##t (CTYPE_##t a, CTYPE_##t b)                  \
  {                                                                            \
    return (CTYPE_##t) (((wide)a * (wide)b) >> bits);                          \
  }
HIGH (u16, uint32_t, 16)
HIGH (s16, int32_t, 16)
HIGH (u32, uint64_t, 32)
HIGH (s32, int64_t, 32)
__extension__ typedef unsigned __int128 wide_unsigned;
__extension__ typedef __int128 wide_signed;
HIGH (u64, wide_unsigned, 64)
HIGH (s64, wide_signed, 64)

static inline int32_t
saturate (int64_t value)
{
  return value > INT32_MAX   ? INT32_MAX
         : value < INT32_MIN ? INT32_MIN
                             : (int32_t)value;
}

/* The bits of A in reverse order.  */
static inline uint64_t
reverse (uint64_t a)
{
  a = __builtin_bswap64 (a);
  a = (a & 0x0f0f0f0f0f0f0f0f) << 4 | (a >> 4 & 0x0f0f0f0f0f0f0f0f);
  a = (a & 0x3333333333333333) << 2 | (a >> 2 & 0x3333333333333333);
  return (a & 0x5555555555555555) << 1 | (a >> 1 & 0x5555555555555555);
}

/* The number of the highest bit that is set.  */
static inline uint32_t
find_bit (uint64_t a)
{
  return a ? 63 - (uint32_t)__builtin_clzll (a) : 0xffffffff;
}

/* LENGTH bits of A from bit POSITION on.  Only the low 8 bits of both count. */
static inline uint64_t
extract_u (uint64_t a, uint32_t position, uint32_t length, unsigned width)
{
  position &= 255;
  length &= 255;
  if (position >= width || length == 0)
    return 0;
  a >>= position;
  return length >= 64 ? a : a & ((UINT64_C (1) << length) - 1);
}

/* The same; bits that A does not have are its sign, or the field's.  */
static inline uint64_t
extract_s (int64_t a, uint32_t position, uint32_t length, unsigned width)
{
  position &= 255;
  length &= 255;
  if (length == 0)
    return 0;
  if (position >= width)
    return (uint64_t)(a >> 63);
  if (position + length > width)
    length = width - position;
  return (uint64_t)((int64_t)((uint64_t)a << (64 - position - length))
                    >> (64 - length));
}

/* Bytes of B:A by the selectors in C, in the default mode.  */
static inline uint32_t
permute (uint32_t a, uint32_t b, uint32_t c)
{
  uint64_t bytes = (uint64_t)b << 32 | a;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; i++)
    {
      unsigned selector = c >> 4 * i & 15;
      uint8_t byte = (uint8_t)(bytes >> 8 * (selector & 7));
      if (selector & 8)
        byte = byte & 0x80 ? 0xff : 0;
      result |= (uint32_t)byte << 8 * i;
    }
  return result;
}

#define UNARY(name, mnemonic, rt, at, result, operands)                        \
  SIM_UNARY (name, rt, at, result)
#define BINARY(name, mnemonic, rt, at, bt, result, operands)                   \
  SIM_BINARY (name, rt, at, bt, result)
#define TERNARY(name, mnemonic, rt, at, bt, ct, result, operands)              \
  SIM_TERNARY (name, rt, at, bt, ct, result)
#include "exec/alu.def"

const struct sim_ins *
sim_copy (struct sim_warp *w, const struct sim_ins *i)
{
  return mov_u64 (w, i);
}

/* ----------------------------------------------------------- predicates */

#define PREDICATE(name, result)                                                \
  static const struct sim_ins *name (struct sim_warp *w,                       \
                                     const struct sim_ins *i)                  \
  {                                                                            \
    uint32_t a = (uint32_t)w->s[i->a], b = (uint32_t)w->s[i->b];               \
    (void)b;                                                                   \
    write_predicate (w, i->d, lanes_for (w, i), result);                       \
    return i + 1;                                                              \
  }
PREDICATE (mov_pred, a)
PREDICATE (not_pred, ~a)
PREDICATE (and_pred, a &b)
PREDICATE (or_pred, a | b)
PREDICATE (xor_pred, a ^ b)

static const struct sim_ins *
select_lanes (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  uint32_t chosen = (uint32_t)w->s[i->c];
  bool is_same = (chosen & w->full) == w->full || !(chosen & w->full);
  unsigned source = chosen & w->full ? i->a : i->b;
  if (mask == w->full && is_same && !w->flag[source])
    write_uniform (w, i->d, w->s[source]);
  else if (mask)
    {
      sim_lanes a_space, b_space, r;
      const uint64_t *a = read_lanes (w, i->a, a_space);
      const uint64_t *b = read_lanes (w, i->b, b_space);
      for (unsigned l = 0; l < SIM_LANES; l++)
        r[l] = chosen >> l & 1 ? a[l] : b[l];
      write_lanes (w, i->d, mask, r);
    }
  return i + 1;
}

const struct sim_form sim_alu_forms[] = {
#define UNARY(name, mnemonic, rt, at, result, operands)                        \
  { mnemonic, operands, name, 0 },
#define BINARY(name, mnemonic, rt, at, bt, result, operands)                   \
  { mnemonic, operands, name, 0 },
#define TERNARY(name, mnemonic, rt, at, bt, ct, result, operands)              \
  { mnemonic, operands, name, 0 },
#include "exec/alu.def"
  { "mov.pred", "DQ", mov_pred, 0 },
  { "not.pred", "DQ", not_pred, 0 },
  { "and.pred", "DQR", and_pred, 0 },
  { "or.pred", "DQR", or_pred, 0 },
  { "xor.pred", "DQR", xor_pred, 0 },
#define SELECT(t) { "selp." #t, "dabP", select_lanes, 0 },
  SELECT (b16) SELECT (b32) SELECT (b64) SELECT (u16) SELECT (u32) SELECT (u64)
      SELECT (s16) SELECT (s32) SELECT (s64) SELECT (f32) SELECT (f64)
#undef SELECT
          { 0 }
};

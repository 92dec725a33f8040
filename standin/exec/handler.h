/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the instructions' handlers have in common.  */

#ifndef STANDIN_EXEC_HANDLER_H
#define STANDIN_EXEC_HANDLER_H

#include "exec/machine.h"

#include <math.h>
#include <string.h>

/* How a mnemonic is executed.  OPERANDS has a letter for each:
     d result       D predicate result, perhaps two of them: %p|%q
     a b c          registers, or numbers of the type that ends the mnemonic
     A B C w        the same, but no float whatever that type is
     Q R P          predicates in a, b, c
     e              the fourth operand, 32 bits wide
     ?              what is before it may be missing, and is 0 then
   in the order of PTX.  */
struct sim_form
{
  const char *name;
  const char *operands;
  sim_handler *run;
  uint32_t extra;
};

/* The tables of each file of handlers, which end with a null name.  */
extern const struct sim_form sim_alu_forms[];
extern const struct sim_form sim_float_forms[];
extern const struct sim_form sim_compare_forms[];
extern const struct sim_form sim_convert_forms[];
extern const struct sim_form sim_warp_forms[];

/* The form of a mnemonic, NULL if there is none; any thread.  */
const struct sim_form *sim_form_find (const char *name, size_t length);

sim_handler sim_copy, sim_special, sim_local_address, sim_branch,
    sim_call_handler, sim_return, sim_exit, sim_trap, sim_barrier,
    sim_end_of_code;

/* ld and st: of SIZE bytes, ELEMENTS of them.  EXTRA of the instruction is the
   number of elements, bit 8 for signed ones.  */
sim_handler *sim_load (enum ptx_space, unsigned size);
sim_handler *sim_store (enum ptx_space, unsigned size);
#define SIM_SIGNED 0x100

/* atom: EXTRA is SIM_ATOM_*, the type above bit 8, shared above bit 16.  */
sim_handler sim_atomic;
enum sim_atom
{
  SIM_ATOM_add,
  SIM_ATOM_and,
  SIM_ATOM_or,
  SIM_ATOM_xor,
  SIM_ATOM_exch,
  SIM_ATOM_cas,
  SIM_ATOM_min,
  SIM_ATOM_max,
  SIM_ATOM_inc,
  SIM_ATOM_dec,
  SIM_ATOMS
};
#define SIM_ATOM_SHARED 0x10000

/* In EXTRA of ld, st and atom: .global, so no address of another space.  */
#define SIM_GLOBAL_ONLY 0x40000000

/* EXTRA of sim_barrier: it only arrives, or how it reduces.  */
enum sim_bar
{
  SIM_BAR_sync,
  SIM_BAR_arrive,
  SIM_BAR_popc,
  SIM_BAR_and,
  SIM_BAR_or
};

/* In EXTRA: the lower 16 bits name a register.  */
#define SIM_EXTRA_REGISTER 0x80000000

/* Special registers, EXTRA of sim_special.  */
enum sim_special
{
#define SPECIAL(name) SIM_##name,
#include "exec/special.def"
  SIM_SPECIALS
};

/* The lanes for which I is to be executed.  */
static inline uint32_t
lanes_for (const struct sim_warp *w, const struct sim_ins *i)
{
  return w->active & ((uint32_t)w->s[i->guard] ^ i->flip);
}

/* The values of register R in all lanes; SPACE is for those of one value.  */
static inline const uint64_t *
read_lanes (const struct sim_warp *w, unsigned r, uint64_t *space)
{
  if (w->flag[r])
    return w->v[r];
  for (unsigned l = 0; l < SIM_LANES; l++)
    space[l] = w->s[r];
  return space;
}

static inline uint64_t
read_lane (const struct sim_warp *w, unsigned r, unsigned lane)
{
  return w->flag[r] ? w->v[r][lane] : w->s[r];
}

static inline void
write_uniform (struct sim_warp *w, unsigned r, uint64_t value)
{
  w->s[r] = value;
  w->flag[r] = 0;
}

/* Write VALUES to register R in the lanes MASK.  */
static inline void
write_lanes (struct sim_warp *w, unsigned r, uint32_t mask,
             const uint64_t *values)
{
  uint64_t *v = w->v[r];
  if (mask == w->full)
    {
      memcpy (v, values, sizeof (sim_lanes));
      w->flag[r] = 1;
      return;
    }
  if (!w->flag[r])
    for (unsigned l = 0; l < SIM_LANES; l++)
      v[l] = w->s[r];
  for (unsigned l = 0; l < SIM_LANES; l++)
    v[l] = mask >> l & 1 ? values[l] : v[l];
  w->flag[r] = 1;
}

/* Write BITS to predicate R in the lanes MASK.  */
static inline void
write_predicate (struct sim_warp *w, unsigned r, uint32_t mask, uint32_t bits)
{
  w->s[r] = ((uint32_t)w->s[r] & ~mask) | (bits & mask);
}

/* Registers hold the bits of their values.  */
union sim_word
{
  uint64_t bits;
  float f32;
  double f64;
};

#define TO_u8(bits) ((uint8_t)(bits))
#define TO_u16(bits) ((uint16_t)(bits))
#define TO_u32(bits) ((uint32_t)(bits))
#define TO_u64(bits) ((uint64_t)(bits))
#define TO_s8(bits) ((int8_t)(bits))
#define TO_s16(bits) ((int16_t)(bits))
#define TO_s32(bits) ((int32_t)(bits))
#define TO_s64(bits) ((int64_t)(bits))
#define TO_f16(bits) sim_float_of_half ((uint16_t)(bits))
#define TO_f32(word) (((union sim_word){ .bits = (word) }).f32)
#define TO_f64(word) (((union sim_word){ .bits = (word) }).f64)

#define OF_u8(value) ((uint64_t)(uint8_t)(value))
#define OF_u16(value) ((uint64_t)(uint16_t)(value))
#define OF_u32(value) ((uint64_t)(uint32_t)(value))
#define OF_u64(value) ((uint64_t)(value))
#define OF_s8(value) ((uint64_t)(uint8_t)(value))
#define OF_s16(value) ((uint64_t)(uint16_t)(value))
#define OF_s32(value) ((uint64_t)(uint32_t)(value))
#define OF_s64(value) ((uint64_t)(value))
#define OF_f16(value) ((uint64_t)sim_half_of ((double)(value), SIM_NEAREST))
#define OF_f32(value) sim_bits_f32 (value)
#define OF_f64(value) (((union sim_word){ .f64 = (value) }).bits)

#define CTYPE_u8 uint8_t
#define CTYPE_u16 uint16_t
#define CTYPE_u32 uint32_t
#define CTYPE_u64 uint64_t
#define CTYPE_s8 int8_t
#define CTYPE_s16 int16_t
#define CTYPE_s32 int32_t
#define CTYPE_s64 int64_t
#define CTYPE_f16 float
#define CTYPE_f32 float
#define CTYPE_f64 double

/* half.c: numbers of 16 bits, which hosts' compilers may not have.  */
enum sim_rounding
{
  SIM_NEAREST,
  SIM_TO_ZERO,
  SIM_DOWNWARD,
  SIM_UPWARD
};
float sim_float_of_half (uint16_t bits);
uint16_t sim_half_of (double value, enum sim_rounding);

static inline uint64_t
sim_bits_f32 (float value)
{
  uint32_t bits;
  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* A NaN that an instruction makes is the device's, whatever the host's is.  */
static inline float
canonical_f32 (float value)
{
  return isnan (value) ? TO_f32 (UINT64_C (0x7fffffff)) : value;
}

static inline double
canonical_f64 (double value)
{
  return isnan (value) ? TO_f64 (UINT64_C (0x7ff8000000000000)) : value;
}

#define canonical_f16 canonical_f32

/* The body of a handler NAME, whose lanes are name##_lane's: UNIFORM and LANE
   are its arguments in parentheses, for all lanes at once if none of the
   operands DIFFER, else for lane l of what OPERANDS declares.  */
#define SIM_HANDLER(name, differ, uniform, operands, lane)                     \
  static const struct sim_ins *name (struct sim_warp *w,                       \
                                     const struct sim_ins *i)                  \
  {                                                                            \
    uint32_t mask = lanes_for (w, i);                                          \
    if (mask == w->full && !(differ))                                          \
      write_uniform (w, i->d, name##_lane uniform);                            \
    else if (mask)                                                             \
      {                                                                        \
        sim_lanes r;                                                           \
        operands                                                               \
        for (unsigned l = 0; l < SIM_LANES; l++)                               \
          r[l] = name##_lane lane;                                             \
        write_lanes (w, i->d, mask, r);                                        \
      }                                                                        \
    return i + 1;                                                              \
  }
#define SIM_OPERAND(a)                                                         \
  sim_lanes a##_space;                                                         \
  const uint64_t *a = read_lanes (w, i->a, a##_space);

/* Define a handler NAME of one, two, three operands: RESULT is an expression
   of type RT in a, b, c, which are of the types AT, BT, CT.  */
#define SIM_UNARY(name, rt, at, result)                                        \
  static inline uint64_t name##_lane (uint64_t a_bits)                         \
  {                                                                            \
    CTYPE_##at a = TO_##at (a_bits);                                           \
    return OF_##rt (result);                                                   \
  }                                                                            \
  SIM_HANDLER (name, w->flag[i->a], (w->s[i->a]), SIM_OPERAND (a), (a[l]))

#define SIM_BINARY(name, rt, at, bt, result)                                   \
  static inline uint64_t name##_lane (uint64_t a_bits, uint64_t b_bits)        \
  {                                                                            \
    CTYPE_##at a = TO_##at (a_bits);                                           \
    CTYPE_##bt b = TO_##bt (b_bits);                                           \
    return OF_##rt (result);                                                   \
  }                                                                            \
  SIM_HANDLER (name, w->flag[i->a] | w->flag[i->b],                            \
               (w->s[i->a], w->s[i->b]), SIM_OPERAND (a) SIM_OPERAND (b),      \
               (a[l], b[l]))

#define SIM_TERNARY(name, rt, at, bt, ct, result)                              \
  static inline uint64_t name##_lane (uint64_t a_bits, uint64_t b_bits,        \
                                      uint64_t c_bits)                         \
  {                                                                            \
    CTYPE_##at a = TO_##at (a_bits);                                           \
    CTYPE_##bt b = TO_##bt (b_bits);                                           \
    CTYPE_##ct c = TO_##ct (c_bits);                                           \
    return OF_##rt (result);                                                   \
  }                                                                            \
  SIM_HANDLER (name, w->flag[i->a] | w->flag[i->b] | w->flag[i->c],            \
               (w->s[i->a], w->s[i->b], w->s[i->c]),                           \
               SIM_OPERAND (a) SIM_OPERAND (b) SIM_OPERAND (c),                \
               (a[l], b[l], c[l]))

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* ld, st and atom (PTX ISA 9.7.9, 9.7.13).  An access of all lanes to one
   address, which is what GCC's code does outside of SIMD regions, is done once.
   Owns nothing; any thread, each on warps of its own.  */

#include "exec/access.h"
#include "exec/handler.h"

static inline uint64_t
fetch (const unsigned char *p, unsigned size, bool is_signed)
{
  switch (size)
    {
    case 1:
      return is_signed ? (uint64_t)(int64_t)(int8_t)*p : *p;
    case 2:
      {
        uint16_t value;
        memcpy (&value, p, sizeof value);
        return is_signed ? (uint64_t)(int64_t)(int16_t)value : value;
      }
    case 4:
      {
        /* Whole words: a thread of the host may write it at the same time.  */
        uint32_t value = __atomic_load_n ((const uint32_t *)(const void *)p,
                                          __ATOMIC_RELAXED);
        return is_signed ? (uint64_t)(int64_t)(int32_t)value : value;
      }
    default:
      return __atomic_load_n ((const uint64_t *)(const void *)p,
                              __ATOMIC_RELAXED);
    }
}

static inline void
put (unsigned char *p, unsigned size, uint64_t value)
{
  switch (size)
    {
    case 1:
      *p = (unsigned char)value;
      break;
    case 2:
      {
        uint16_t half = (uint16_t)value;
        memcpy (p, &half, sizeof half);
        break;
      }
    case 4:
      __atomic_store_n ((uint32_t *)(void *)p, (uint32_t)value,
                        __ATOMIC_RELAXED);
      break;
    default:
      __atomic_store_n ((uint64_t *)(void *)p, value, __ATOMIC_RELAXED);
    }
}

static inline bool
is_local (uint64_t address)
{
  return address - SIM_LOCAL_BASE < SIM_LOCAL_SIZE;
}

/* Of a vector of N elements all are one access: it is aligned as a whole.  */
static const struct sim_ins *
load_vector (struct sim_warp *w, const struct sim_ins *i, unsigned size,
             uint64_t base)
{
  unsigned n = i->extra & 0xff;
  bool is_signed = i->extra & SIM_SIGNED;
  uint32_t mask = lanes_for (w, i);
  sim_lanes r[4];
  for (unsigned l = 0; l < SIM_LANES; l++)
    if (mask >> l & 1)
      {
        uint64_t address = read_lane (w, i->a, l) + (uint64_t)i->offset + base;
        const unsigned char *p
            = sim_reach_in (w, i, l, address, n * size, SIM_READ, base);
        if (!p)
          return NULL;
        for (unsigned k = 0; k < n; k++)
          r[k][l] = fetch (p + k * size, size, is_signed);
      }
  for (unsigned k = 0; k < n && mask; k++)
    write_lanes (w, i->d + k, mask, r[k]);
  return i + 1;
}

static const struct sim_ins *
store_vector (struct sim_warp *w, const struct sim_ins *i, unsigned size,
              uint64_t base)
{
  unsigned n = i->extra & 0xff;
  uint32_t mask = lanes_for (w, i);
  for (unsigned l = 0; l < SIM_LANES; l++)
    if (mask >> l & 1)
      {
        uint64_t address = read_lane (w, i->a, l) + (uint64_t)i->offset + base;
        unsigned char *p
            = sim_reach_in (w, i, l, address, n * size, SIM_WRITE, base);
        if (!p)
          return NULL;
        for (unsigned k = 0; k < n; k++)
          put (p + k * size, size, read_lane (w, i->d + k, l));
      }
  return i + 1;
}

static inline const struct sim_ins *
load (struct sim_warp *w, const struct sim_ins *i, unsigned size, uint64_t base)
{
  uint32_t mask = lanes_for (w, i);
  bool is_signed = i->extra & SIM_SIGNED;
  uint64_t address = w->s[i->a] + (uint64_t)i->offset + base;
  if ((i->extra & 0xff) != 1)
    return load_vector (w, i, size, base);
  if (!w->flag[i->a] && !is_local (address) && mask)
    {
      const unsigned char *p
          = sim_reach_in (w, i, 0, address, size, SIM_READ, base);
      if (!p)
        return NULL;
      uint64_t value = fetch (p, size, is_signed);
      if (mask == w->full)
        {
          write_uniform (w, i->d, value);
          return i + 1;
        }
      sim_lanes r;
      for (unsigned l = 0; l < SIM_LANES; l++)
        r[l] = value;
      write_lanes (w, i->d, mask, r);
      return i + 1;
    }
  return load_vector (w, i, size, base);
}

static inline const struct sim_ins *
store (struct sim_warp *w, const struct sim_ins *i, unsigned size,
       uint64_t base)
{
  uint32_t mask = lanes_for (w, i);
  uint64_t address = w->s[i->a] + (uint64_t)i->offset + base;
  if ((i->extra & 0xff) == 1 && !(w->flag[i->a] | w->flag[i->d])
      && !is_local (address))
    {
      if (!mask)
        return i + 1;
      unsigned char *p = sim_reach_in (w, i, 0, address, size, SIM_WRITE, base);
      if (!p)
        return NULL;
      put (p, size, w->s[i->d]);
      return i + 1;
    }
  return store_vector (w, i, size, base);
}

#define ACCESS(what, size, space, base)                                        \
  static const struct sim_ins *what##_##space##_##size (                       \
      struct sim_warp *w, const struct sim_ins *i)                             \
  {                                                                            \
    return what (w, i, size, base);                                            \
  }
#define ACCESSES(what, size)                                                   \
  ACCESS (what, size, generic, 0)                                              \
  ACCESS (what, size, shared, SIM_SHARED_BASE)                                 \
  ACCESS (what, size, local, SIM_LOCAL_BASE)
ACCESSES (load, 1)
ACCESSES (load, 2)
ACCESSES (load, 4)
ACCESSES (load, 8)
ACCESSES (store, 1)
ACCESSES (store, 2)
ACCESSES (store, 4)
ACCESSES (store, 8)

#define BY_SIZE(what, space)                                                   \
  {                                                                            \
    what##_##space##_1, what##_##space##_2, what##_##space##_4,                \
        what##_##space##_8                                                     \
  }

static sim_handler *
choose (sim_handler *const table[3][4], enum ptx_space space, unsigned size)
{
  unsigned row = space == PTX_SHARED ? 1 : space == PTX_LOCAL ? 2 : 0;
  return table[row][size == 8 ? 3 : size == 4 ? 2 : size - 1];
}

sim_handler *
sim_load (enum ptx_space space, unsigned size)
{
  static sim_handler *const table[3][4]
      = { BY_SIZE (load, generic), BY_SIZE (load, shared),
          BY_SIZE (load, local) };
  return choose (table, space, size);
}

sim_handler *
sim_store (enum ptx_space space, unsigned size)
{
  static sim_handler *const table[3][4]
      = { BY_SIZE (store, generic), BY_SIZE (store, shared),
          BY_SIZE (store, local) };
  return choose (table, space, size);
}

/* -------------------------------------------------------------- atomics */

/* By compare and exchange: NEXT is what the word becomes, from `old'.  */
#define ATOMIC_LOOP(t, next)                                                   \
  {                                                                            \
    CTYPE_##t *p = (CTYPE_##t *)address, old, new;                             \
    __atomic_load (p, &old, __ATOMIC_RELAXED);                                 \
    do                                                                         \
      new = next;                                                              \
    while (!__atomic_compare_exchange (p, &old, &new, false, __ATOMIC_SEQ_CST, \
                                       __ATOMIC_RELAXED));                     \
    return OF_##t (old);                                                       \
  }

#define ATOMIC_INTEGER(t)                                                      \
  static uint64_t atomic_##t (void *address, enum sim_atom operation,          \
                              uint64_t b_bits, uint64_t c_bits)                \
  {                                                                            \
    CTYPE_##t b = TO_##t (b_bits), c = TO_##t (c_bits);                        \
    switch (operation)                                                         \
      {                                                                        \
      case SIM_ATOM_and:                                                       \
        ATOMIC_LOOP (t, old &b)                                                \
      case SIM_ATOM_or:                                                        \
        ATOMIC_LOOP (t, old | b)                                               \
      case SIM_ATOM_xor:                                                       \
        ATOMIC_LOOP (t, old ^ b)                                               \
      case SIM_ATOM_exch:                                                      \
        ATOMIC_LOOP (t, b)                                                     \
      case SIM_ATOM_cas:                                                       \
        ATOMIC_LOOP (t, old == b ? c : old)                                    \
      case SIM_ATOM_min:                                                       \
        ATOMIC_LOOP (t, old < b ? old : b)                                     \
      case SIM_ATOM_max:                                                       \
        ATOMIC_LOOP (t, old > b ? old : b)                                     \
      case SIM_ATOM_inc:                                                       \
        ATOMIC_LOOP (t, old >= b ? 0 : old + 1)                                \
      case SIM_ATOM_dec:                                                       \
        ATOMIC_LOOP (t, old == 0 || old > b ? b : old - 1)                     \
      default:                                                                 \
        ATOMIC_LOOP (t, (CTYPE_##t) ((uint64_t)old + (uint64_t)b))             \
      }                                                                        \
  }
ATOMIC_INTEGER (u16)
ATOMIC_INTEGER (u32)
ATOMIC_INTEGER (s32)
ATOMIC_INTEGER (u64)
ATOMIC_INTEGER (s64)

static uint64_t
atomic_f32 (void *address, uint64_t b)
{
  ATOMIC_LOOP (f32, old + TO_f32 (b))
}

static uint64_t
atomic_f64 (void *address, uint64_t b)
{
  ATOMIC_LOOP (f64, old + TO_f64 (b))
}

static uint64_t
apply (void *p, uint32_t extra, uint64_t b, uint64_t c)
{
  enum sim_atom operation = extra & 0xff;
  switch ((enum ptx_type) (extra >> 8 & 0xff))
    {
    case PTX_b16:
      return atomic_u16 (p, operation, b, c);
    case PTX_s32:
      return atomic_s32 (p, operation, b, c);
    case PTX_s64:
      return atomic_s64 (p, operation, b, c);
    case PTX_b64:
    case PTX_u64:
      return atomic_u64 (p, operation, b, c);
    case PTX_f32:
      return atomic_f32 (p, b);
    case PTX_f64:
      return atomic_f64 (p, b);
    default:
      return atomic_u32 (p, operation, b, c);
    }
}

/* How much of a warp's turn an atomic costs: mostly it is a lock that the warp
   spins for.  */
#define ATOMIC_COST 4

const struct sim_ins *
sim_atomic (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  unsigned size = ptx_type_size ((enum ptx_type) (i->extra >> 8 & 0xff));
  uint64_t base = i->extra & SIM_ATOM_SHARED ? SIM_SHARED_BASE : 0;
  enum sim_intent intent
      = (i->extra & 0xff) == SIM_ATOM_cas ? SIM_EXCHANGE : SIM_WRITE;
  sim_lanes r;
  if (!mask)
    return i + 1;
  w->budget -= ATOMIC_COST;
  for (unsigned l = 0; l < SIM_LANES; l++)
    if (mask >> l & 1)
      {
        uint64_t address = read_lane (w, i->a, l) + (uint64_t)i->offset + base;
        void *p = sim_reach_in (w, i, l, address, size, intent, base);
        if (!p)
          return NULL;
        r[l] = apply (p, i->extra, read_lane (w, i->b, l),
                      read_lane (w, i->c, l));
      }
  /* The last register takes results that nobody wants.  */
  if ((mask & (mask - 1)) == 0 && mask == w->full)
    write_uniform (w, i->d, r[__builtin_ctz (mask)]);
  else
    write_lanes (w, i->d, mask, r);
  return i + 1;
}

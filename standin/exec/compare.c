/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* setp and set (PTX ISA 9.7.5, 9.7.6).  Comparisons of floats are false with a
   NaN, the ones that end in u are true.  Owns nothing; any thread.  */

#include "exec/handler.h"

#include <math.h>

#define INTEGERS(t, ROW)                                                       \
  ROW (t, eq, a == b)                                                          \
  ROW (t, ne, a != b)                                                          \
  ROW (t, lt, a < b)                                                           \
  ROW (t, le, a <= b)                                                          \
  ROW (t, gt, a > b)                                                           \
  ROW (t, ge, a >= b)

#define UNSIGNED(t, ROW)                                                       \
  INTEGERS (t, ROW)                                                            \
  ROW (t, lo, a < b)                                                           \
  ROW (t, ls, a <= b)                                                          \
  ROW (t, hi, a > b)                                                           \
  ROW (t, hs, a >= b)

#define UNORDERED (isnan (a) || isnan (b))
#define FLOATS(t, ROW)                                                         \
  ROW (t, eq, a == b)                                                          \
  ROW (t, ne, a<b || a> b)                                                     \
  ROW (t, lt, a < b)                                                           \
  ROW (t, le, a <= b)                                                          \
  ROW (t, gt, a > b)                                                           \
  ROW (t, ge, a >= b)                                                          \
  ROW (t, equ, a == b || UNORDERED)                                            \
  ROW (t, neu, !(a == b))                                                      \
  ROW (t, ltu, !(a >= b))                                                      \
  ROW (t, leu, !(a > b))                                                       \
  ROW (t, gtu, !(a <= b))                                                      \
  ROW (t, geu, !(a < b))                                                       \
  ROW (t, num, !UNORDERED)                                                     \
  ROW (t, nan, UNORDERED)

#define ALL_BUT_HALVES(ROW)                                                    \
  UNSIGNED (u16, ROW)                                                          \
  UNSIGNED (u32, ROW)                                                          \
  UNSIGNED (u64, ROW)                                                          \
  INTEGERS (s16, ROW)                                                          \
  INTEGERS (s32, ROW)                                                          \
  INTEGERS (s64, ROW)                                                          \
  FLOATS (f32, ROW)                                                            \
  FLOATS (f64, ROW)

#define ALL(ROW) ALL_BUT_HALVES (ROW) FLOATS (f16, ROW)

/* The lanes in which a comparison holds.  */
#define COMPARE(t, cmp, condition)                                             \
  static inline uint32_t cmp##_##t (const struct sim_warp *w,                  \
                                    const struct sim_ins *i)                   \
  {                                                                            \
    if (!(w->flag[i->a] | w->flag[i->b]))                                      \
      {                                                                        \
        CTYPE_##t a = TO_##t (w->s[i->a]), b = TO_##t (w->s[i->b]);            \
        return condition ? ~UINT32_C (0) : 0;                                  \
      }                                                                        \
    sim_lanes a_space, b_space;                                                \
    const uint64_t *as = read_lanes (w, i->a, a_space);                        \
    const uint64_t *bs = read_lanes (w, i->b, b_space);                        \
    uint32_t bits = 0;                                                         \
    for (unsigned l = 0; l < SIM_LANES; l++)                                   \
      {                                                                        \
        CTYPE_##t a = TO_##t (as[l]), b = TO_##t (bs[l]);                      \
        bits |= (uint32_t)(condition) << l;                                    \
      }                                                                        \
    return bits;                                                               \
  }                                                                            \
  static const struct sim_ins *setp_##cmp##_##t (struct sim_warp *w,           \
                                                 const struct sim_ins *i)      \
  {                                                                            \
    uint32_t bits = cmp##_##t (w, i), mask = lanes_for (w, i);                 \
    write_predicate (w, i->d, mask, bits);                                     \
    if (i->e)                                                                  \
      write_predicate (w, i->e, mask, ~bits);                                  \
    return i + 1;                                                              \
  }                                                                            \
  static const struct sim_ins *set_##cmp##_##t (struct sim_warp *w,            \
                                                const struct sim_ins *i)       \
  {                                                                            \
    set_lanes (w, i, cmp##_##t (w, i));                                        \
    return i + 1;                                                              \
  }

/* EXTRA: what true is.  */
#define SET_INTEGER 1
#define SET_FLOAT 2

static void
set_lanes (struct sim_warp *w, const struct sim_ins *i, uint32_t bits)
{
  uint32_t mask = lanes_for (w, i);
  uint64_t yes = i->extra == SET_FLOAT ? OF_f32 (1.0f) : UINT32_MAX;
  bits &= w->full;
  if (mask == w->full && (bits == 0 || bits == w->full))
    write_uniform (w, i->d, bits ? yes : 0);
  else if (mask)
    {
      sim_lanes r;
      for (unsigned l = 0; l < SIM_LANES; l++)
        r[l] = bits >> l & 1 ? yes : 0;
      write_lanes (w, i->d, mask, r);
    }
}

ALL (COMPARE)

const struct sim_form sim_compare_forms[] = {
/* GCC writes the result's type first.  */
#define ROW(t, cmp, condition)                                                 \
  { "setp." #cmp "." #t, "Dab", setp_##cmp##_##t, 0 },                         \
      { "set." #cmp ".u32." #t, "dab", set_##cmp##_##t, SET_INTEGER },         \
      { "set.u32." #cmp "." #t, "dab", set_##cmp##_##t, SET_INTEGER },         \
      { "set." #cmp ".s32." #t, "dab", set_##cmp##_##t, SET_INTEGER },         \
      { "set.s32." #cmp "." #t, "dab", set_##cmp##_##t, SET_INTEGER },
  ALL (ROW)
#define FLOAT_ROW(t, cmp, condition)                                           \
  { "set." #cmp ".f32." #t, "dab", set_##cmp##_##t, SET_FLOAT },               \
      { "set.f32." #cmp "." #t, "dab", set_##cmp##_##t, SET_FLOAT },
      ALL_BUT_HALVES (FLOAT_ROW)
#define BITS(b, t)                                                             \
  { "setp.eq." #b, "Dab", setp_eq_##t, 0 },                                    \
      { "setp.ne." #b, "Dab", setp_ne_##t, 0 },
          BITS (b16, u16) BITS (b32, u32) BITS (b64, u64){ 0 }
};

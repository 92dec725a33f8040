/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What lanes and warps do together: shuffles, votes, barriers of a warp and of
   a block, fences; and what they are: special registers.  Owns nothing; a warp
   and its block are run by one thread at a time.

   PTX ISA 9.7.9.5, 9.7.13, and chapter 10.  */

#include "exec/handler.h"

#include <time.h>

/* -------------------------------------------------- communication of lanes */

/* The lane that LANE takes its value from, by B, CLAMP and SEGMENT as PTX calls
   them; false: none, and it keeps its own.  */
typedef bool chooser (int lane, int b, int clamp, int segment, int *source);

static bool
choose_up (int lane, int b, int clamp, int segment, int *source)
{
  *source = lane - b;
  return *source >= ((lane & segment) | (clamp & ~segment));
}

static bool
choose_down (int lane, int b, int clamp, int segment, int *source)
{
  *source = lane + b;
  return *source <= ((lane & segment) | (clamp & ~segment));
}

static bool
choose_bfly (int lane, int b, int clamp, int segment, int *source)
{
  *source = lane ^ b;
  return *source <= ((lane & segment) | (clamp & ~segment));
}

static bool
choose_idx (int lane, int b, int clamp, int segment, int *source)
{
  *source = (lane & segment) | (b & ~segment);
  return *source <= ((lane & segment) | (clamp & ~segment));
}

/* What lanes have that are not there.  */
#define UNPREDICTABLE 0xa5a5a5a5

/* D, or D|P with P named by EXTRA; A, B, C; the mask is in E.  */
static void
shuffle (struct sim_warp *w, const struct sim_ins *i, uint32_t mask,
         chooser *choose)
{
  sim_lanes r;
  uint32_t chosen = 0;
  bool is_same = true;
  for (int l = 0; l < SIM_LANES; l++)
    if (mask >> l & 1)
      {
        int b = (int)read_lane (w, i->b, (unsigned)l) & 31;
        int c = (int)read_lane (w, i->c, (unsigned)l);
        int source;
        bool is_in_range = choose (l, b, c & 31, c >> 8 & 31, &source);
        if (!is_in_range)
          source = l;
        chosen |= (uint32_t)is_in_range << l;
        r[l] = mask >> (source & 31) & 1
                   ? (uint32_t)read_lane (w, i->a, (unsigned)source & 31)
                   : UNPREDICTABLE;
        is_same &= r[l] == r[__builtin_ctz (mask)];
      }
  if (is_same && mask == w->full)
    write_uniform (w, i->d, r[__builtin_ctz (mask)]);
  else
    write_lanes (w, i->d, mask, r);
  if (i->extra & SIM_EXTRA_REGISTER)
    write_predicate (w, i->extra & 0xffff, mask, chosen);
}

/* An instruction of the lanes MASK, which are all that operand OF_LANES, the
   same in each of them, names.  */
#define TOGETHER(name, of_lanes, statement)                                    \
  static const struct sim_ins *name (struct sim_warp *w,                       \
                                     const struct sim_ins *i)                  \
  {                                                                            \
    const struct sim_ins *next;                                                \
    uint32_t mask = lanes_for (w, i);                                          \
    if (!sim_gather (w, i, i->of_lanes, &mask, &next))                         \
      return next;                                                             \
    statement;                                                                 \
    return i + 1;                                                              \
  }

#define SHUFFLE(name)                                                          \
  TOGETHER (shfl_##name, e, shuffle (w, i, mask, choose_##name))
SHUFFLE (up)
SHUFFLE (down)
SHUFFLE (bfly)
SHUFFLE (idx)

/* vote: P is in a, the mask in b; of the lanes MASK those in VOTES have P.  */
#define VOTE(name, statement)                                                  \
  TOGETHER (vote_##name, b, uint32_t votes = (uint32_t)w->s[i->a] & mask;      \
            statement)
VOTE (all, write_predicate (w, i->d, mask, votes == mask ? ~0u : 0))
VOTE (any, write_predicate (w, i->d, mask, votes ? ~0u : 0))
VOTE (uni, write_predicate (w, i->d, mask, votes == mask || !votes ? ~0u : 0))

static void
write_same (struct sim_warp *w, unsigned d, uint32_t mask, uint64_t value)
{
  sim_lanes r;
  if (mask == w->full)
    write_uniform (w, d, value);
  else
    {
      for (unsigned l = 0; l < SIM_LANES; l++)
        r[l] = value;
      write_lanes (w, d, mask, r);
    }
}

VOTE (ballot, write_same (w, i->d, mask, votes))

/* match: the value is in a, the mask in b.  */
static uint32_t
lanes_like (const struct sim_warp *w, const struct sim_ins *i, uint32_t mask,
            unsigned lane, uint64_t bits)
{
  uint64_t value = read_lane (w, i->a, lane) & bits;
  uint32_t same = 0;
  for (unsigned l = 0; l < SIM_LANES; l++)
    if (mask >> l & 1 && (read_lane (w, i->a, l) & bits) == value)
      same |= 1u << l;
  return same;
}

static void
match_any (struct sim_warp *w, const struct sim_ins *i, uint32_t mask,
           uint64_t bits)
{
  sim_lanes r = { 0 };
  for (unsigned l = 0; l < SIM_LANES; l++)
    if (mask >> l & 1)
      r[l] = lanes_like (w, i, mask, l, bits);
  write_lanes (w, i->d, mask, r);
}

static void
match_all (struct sim_warp *w, const struct sim_ins *i, uint32_t mask,
           uint64_t bits)
{
  bool is_same
      = lanes_like (w, i, mask, (unsigned)__builtin_ctz (mask), bits) == mask;
  write_same (w, i->d, mask, is_same ? mask : 0);
  if (i->extra & SIM_EXTRA_REGISTER)
    write_predicate (w, i->extra & 0xffff, mask, is_same ? ~0u : 0);
}

TOGETHER (match_any_b32, b, match_any (w, i, mask, UINT32_MAX))
TOGETHER (match_any_b64, b, match_any (w, i, mask, UINT64_MAX))
TOGETHER (match_all_b32, b, match_all (w, i, mask, UINT32_MAX))
TOGETHER (match_all_b64, b, match_all (w, i, mask, UINT64_MAX))

/* redux: the value is in a, the mask in b; RESULT is of the VALUEs so far and
   the next.  */
#define REDUCE(name, t, value)                                                 \
  static uint64_t redux_value_##name (const struct sim_warp *w,                \
                                      const struct sim_ins *i, uint32_t mask)  \
  {                                                                            \
    CTYPE_##t a                                                                \
        = TO_##t (read_lane (w, i->a, (unsigned)__builtin_ctz (mask)));        \
    for (mask &= mask - 1; mask; mask &= mask - 1)                             \
      {                                                                        \
        CTYPE_##t b                                                            \
            = TO_##t (read_lane (w, i->a, (unsigned)__builtin_ctz (mask)));    \
        a = (CTYPE_##t) (value);                                               \
      }                                                                        \
    return OF_##t (a);                                                         \
  }                                                                            \
  TOGETHER (redux_##name, b,                                                   \
            write_same (w, i->d, mask, redux_value_##name (w, i, mask)))
REDUCE (add, u32, a + b)
REDUCE (min_u32, u32, a < b ? a : b)
REDUCE (max_u32, u32, a > b ? a : b)
REDUCE (min_s32, s32, a < b ? a : b)
REDUCE (max_s32, s32, a > b ? a : b)
REDUCE (and, u32, a &b)
REDUCE (or, u32, a | b)
REDUCE (xor, u32, a ^ b)

static const struct sim_ins *
active_mask (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  if (mask)
    write_same (w, i->d, mask, w->active);
  return i + 1;
}

TOGETHER (warp_barrier, a, (void)0)

/* membar and fence: of no effect between the warps of a thread of the host, but
   blocks may run on several.  */
static const struct sim_ins *
fence (struct sim_warp *w, const struct sim_ins *i)
{
  if (w->block->launch->threads > 1)
    atomic_thread_fence (memory_order_seq_cst);
  return i + 1;
}

static const struct sim_ins *
nothing (struct sim_warp *w, const struct sim_ins *i)
{
  (void)w;
  return i + 1;
}

/* ------------------------------------------------------ the block's barriers
 */

/* bar: the number is in a, the count of threads in b, of bar.red the predicate
   in c.  A warp counts as a whole, PTX ISA 9.7.13.1.  */
const struct sim_ins *
sim_barrier (struct sim_warp *w, const struct sim_ins *i)
{
  const struct sim_ins *next;
  uint32_t mask = lanes_for (w, i);
  if (!sim_converged (w, i, mask, ~UINT32_C (0), &next))
    return next;
  unsigned lead = (unsigned)__builtin_ctz (mask);
  uint64_t number = read_lane (w, i->a, lead) & UINT32_MAX;
  unsigned expected = (unsigned)read_lane (w, i->b, lead);
  if (mask != w->live)
    return sim_fail (w, i, SIM_DEADLOCK,
                     "lanes %#x are at a barrier of the block, lanes %#x in "
                     "another call",
                     mask, w->live & ~mask);
  if (number >= SIM_BARRIERS || expected % SIM_LANES
      || (i->extra == SIM_BAR_arrive && !expected))
    return sim_fail (w, i, SIM_ILLEGAL_INSTRUCTION,
                     "barrier %llu for %u threads", (unsigned long long)number,
                     expected);
  struct sim_barrier *b = &w->block->barrier[number];
  if (b->arrived && b->expected != expected)
    return sim_fail (w, i, SIM_ILLEGAL_INSTRUCTION,
                     "barrier %llu for %u threads, but others are at it who "
                     "expect %u",
                     (unsigned long long)number, expected, b->expected);
  if (!b->arrived)
    b->have = 0;
  b->expected = expected;
  b->arrived += SIM_LANES;
  b->have += (unsigned)__builtin_popcount ((uint32_t)w->s[i->c] & mask);
  if (i->extra != SIM_BAR_arrive)
    {
      w->state = SIM_AT_BARRIER;
      w->barrier = (unsigned)number;
    }
  w->block->slices = 0;
  w->pc = i + 1;
  sim_barrier_check (w->block);
  return w->state == SIM_READY ? i + 1 : NULL;
}

/* Give a warp that goes on what its bar.red has for it.  The lanes that a block
   lacks in its last warp are in no predicate: they are left out of "all".  */
static void
give_reduction (struct sim_warp *w, const struct sim_barrier *b, unsigned lanes)
{
  const struct sim_ins *i = w->pc - 1;
  switch (i->extra)
    {
    case SIM_BAR_popc:
      write_same (w, i->d, w->live, b->have);
      break;
    case SIM_BAR_and:
      write_predicate (w, i->d, w->live, b->have == lanes ? ~0u : 0);
      break;
    case SIM_BAR_or:
      write_predicate (w, i->d, w->live, b->have ? ~0u : 0);
      break;
    default:
      break;
    }
}

/* Let all warps that wait at barrier N go on.  */
static void
open_barrier (struct sim_block *block, unsigned n)
{
  struct sim_barrier *b = &block->barrier[n];
  unsigned lanes = 0;
  for (unsigned k = 0; k < block->warps; k++)
    if (block->warp[k].state == SIM_AT_BARRIER && block->warp[k].barrier == n)
      lanes += (unsigned)__builtin_popcount (block->warp[k].live);
  for (unsigned k = 0; k < block->warps; k++)
    if (block->warp[k].state == SIM_AT_BARRIER && block->warp[k].barrier == n)
      {
        give_reduction (&block->warp[k], b, lanes);
        block->warp[k].state = SIM_READY;
      }
}

void
sim_barrier_check (struct sim_block *block)
{
  for (unsigned n = 0; n < SIM_BARRIERS; n++)
    {
      struct sim_barrier *b = &block->barrier[n];
      unsigned all = (block->warps - block->ended) * SIM_LANES;
      if (!b->arrived || b->arrived < (b->expected ? b->expected : all))
        continue;
      b->arrived = 0;
      open_barrier (block, n);
    }
}

/* ------------------------------------------------------- special registers */

static uint64_t
special_of_lane (const struct sim_warp *w, enum sim_special which,
                 unsigned lane)
{
  const struct sim_launch *launch = w->block->launch;
  const unsigned *n = launch->block;
  unsigned thread = w->number * SIM_LANES + lane;
  switch (which)
    {
    case SIM_tid_x:
      return thread % n[0];
    case SIM_tid_y:
      return thread / n[0] % n[1];
    case SIM_tid_z:
      return thread / n[0] / n[1];
    case SIM_laneid:
      return lane;
    case SIM_lanemask_eq:
      return 1u << lane;
    case SIM_lanemask_lt:
      return (1u << lane) - 1;
    case SIM_lanemask_le:
      return (1u << lane) | ((1u << lane) - 1);
    case SIM_lanemask_ge:
      return ~((1u << lane) - 1);
    case SIM_lanemask_gt:
      return ~((1u << lane) | ((1u << lane) - 1));
    default:
      return 0;
    }
}

/* A clock that any thread reads: the real one, in ticks of the device.  */
static uint64_t
read_clock (const struct sim_launch *launch, bool is_nanoseconds)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  uint64_t ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
  return is_nanoseconds ? ns : ns / 1000 * launch->clock_rate / 1000;
}

static bool
special_of_warp (const struct sim_warp *w, enum sim_special which,
                 uint64_t *value)
{
  const struct sim_launch *launch = w->block->launch;
  bool has_whole_rows = launch->block[0] % SIM_LANES == 0;
  switch (which)
    {
    case SIM_ntid_x:
    case SIM_ntid_y:
    case SIM_ntid_z:
      *value = launch->block[which - SIM_ntid_x];
      return true;
    case SIM_ctaid_x:
    case SIM_ctaid_y:
    case SIM_ctaid_z:
      *value = w->block->index[which - SIM_ctaid_x];
      return true;
    case SIM_nctaid_x:
    case SIM_nctaid_y:
    case SIM_nctaid_z:
      *value = launch->grid[which - SIM_nctaid_x];
      return true;
    case SIM_tid_y:
    case SIM_tid_z:
      *value = special_of_lane (w, which, 0);
      return has_whole_rows;
    case SIM_warpid:
      *value = w->number;
      return true;
    case SIM_nwarpid:
      *value = w->block->warps;
      return true;
    case SIM_smid:
    case SIM_gridid:
      *value = 0;
      return true;
    case SIM_nsmid:
      *value = 1;
      return true;
    case SIM_clock:
    case SIM_clock64:
    case SIM_globaltimer:
      *value = read_clock (launch, which == SIM_globaltimer);
      return true;
    case SIM_dynamic_smem_size:
      *value = launch->dynamic_shared;
      return true;
    case SIM_total_smem_size:
      *value = launch->image->shared_size + launch->dynamic_shared;
      return true;
    default:
      return false;
    }
}

const struct sim_ins *
sim_special (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  uint64_t value;
  sim_lanes r;
  bool is_same = special_of_warp (w, i->extra, &value);
  if (is_same && mask == w->full)
    {
      write_uniform (w, i->d, value);
      return i + 1;
    }
  for (unsigned l = 0; l < SIM_LANES; l++)
    r[l] = is_same ? value : special_of_lane (w, i->extra, l);
  if (mask)
    write_lanes (w, i->d, mask, r);
  return i + 1;
}

const struct sim_ins *
sim_local_address (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  if (mask)
    write_same (w, i->d, mask, w->frame->local_base + i->value);
  return i + 1;
}

const struct sim_form sim_warp_forms[]
    = { { "shfl.sync.up.b32", "dabce", shfl_up, 0 },
        { "shfl.sync.down.b32", "dabce", shfl_down, 0 },
        { "shfl.sync.bfly.b32", "dabce", shfl_bfly, 0 },
        { "shfl.sync.idx.b32", "dabce", shfl_idx, 0 },
        { "vote.sync.all.pred", "DQB", vote_all, 0 },
        { "vote.sync.any.pred", "DQB", vote_any, 0 },
        { "vote.sync.uni.pred", "DQB", vote_uni, 0 },
        { "vote.sync.ballot.b32", "dQB", vote_ballot, 0 },
        { "match.any.sync.b32", "dab", match_any_b32, 0 },
        { "match.any.sync.b64", "daB", match_any_b64, 0 },
        { "match.all.sync.b32", "dab", match_all_b32, 0 },
        { "match.all.sync.b64", "daB", match_all_b64, 0 },
        { "redux.sync.add.u32", "dab", redux_add, 0 },
        { "redux.sync.add.s32", "dab", redux_add, 0 },
        { "redux.sync.min.u32", "dab", redux_min_u32, 0 },
        { "redux.sync.max.u32", "dab", redux_max_u32, 0 },
        { "redux.sync.min.s32", "dab", redux_min_s32, 0 },
        { "redux.sync.max.s32", "dab", redux_max_s32, 0 },
        { "redux.sync.and.b32", "dab", redux_and, 0 },
        { "redux.sync.or.b32", "dab", redux_or, 0 },
        { "redux.sync.xor.b32", "dab", redux_xor, 0 },
        { "activemask.b32", "d", active_mask, 0 },
        { "bar.warp.sync", "A", warp_barrier, 0 },
        { "membar.sys", "", fence, 0 },
        { "membar.gl", "", fence, 0 },
        { "membar.cta", "", nothing, 0 },
        { "fence.sc.sys", "", fence, 0 },
        { "fence.sc.gpu", "", fence, 0 },
        { "fence.sc.cta", "", nothing, 0 },
        { "fence.acq_rel.sys", "", fence, 0 },
        { "fence.acq_rel.gpu", "", fence, 0 },
        { "fence.acq_rel.cta", "", nothing, 0 },
        { "nanosleep.u32", "A", nothing, 0 },
        { "bar.sync", "AB?", sim_barrier, SIM_BAR_sync },
        { "barrier.sync", "AB?", sim_barrier, SIM_BAR_sync },
        { "barrier.sync.aligned", "AB?", sim_barrier, SIM_BAR_sync },
        { "bar.arrive", "AB", sim_barrier, SIM_BAR_arrive },
        { "barrier.arrive", "AB", sim_barrier, SIM_BAR_arrive },
        { "barrier.arrive.aligned", "AB", sim_barrier, SIM_BAR_arrive },
        { "exit", "", sim_exit, 0 },
        { "trap", "", sim_trap, 0 },
        { "ret", "", sim_return, 0 },
        { "ret.uni", "", sim_return, 0 },
        { 0 } };

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Control flow of a warp: frames, groups of lanes that are apart, branches,
   calls, returns, exit.  Owns the warps' arenas.  A warp is run by one thread
   at a time.

   PTX ISA 9.7.12, "Control Flow Instructions".  */

#include "exec/handler.h"

#include <stdlib.h>
#include <time.h>

/* ------------------------------------------------------------- the arena */

#define CHUNK_SIZE (512 * 1024)
/* A warp whose frames take more has recursed without end.  */
#define ARENA_LIMIT (256u << 20)

static struct sim_chunk *
new_chunk (struct sim_warp *w, size_t size)
{
  struct sim_chunk *last = w->chunk;
  struct sim_chunk *c = last ? last->next : w->arena;
  if (c && c->size >= size)
    return c;
  size = size > CHUNK_SIZE ? size : CHUNK_SIZE;
  c = aligned_alloc (64, sizeof *c + (size + 63) / 64 * 64);
  c->size = size;
  c->used = 0;
  c->previous = last;
  c->next = last ? last->next : w->arena;
  if (c->next)
    c->next->previous = c;
  if (last)
    last->next = c;
  else
    w->arena = c;
  return c;
}

static void *
take (struct sim_warp *w, size_t size, struct sim_chunk **chunk)
{
  if (!w->chunk || w->chunk->used + size > w->chunk->size)
    {
      w->chunk = new_chunk (w, size);
      w->chunk->used = 0;
    }
  void *p = w->chunk->bytes + w->chunk->used;
  w->chunk->used += size;
  *chunk = w->chunk;
  return p;
}

static size_t
round_up (size_t size)
{
  return (size + 63) / 64 * 64;
}

static size_t
arena_in_use (const struct sim_warp *w)
{
  size_t used = 0;
  for (const struct sim_chunk *c = w->chunk; c; c = c->previous)
    used += c->used;
  return used;
}

/* ---------------------------------------------------------------- frames */

/* Let the warp's copies be those of its frame.  */
static void
load_frame (struct sim_warp *w)
{
  struct sim_frame *f = w->frame;
  w->full = f->mask;
  w->flag = f->flag;
  w->s = f->s;
  w->v = f->v;
}

static const struct sim_ins *const never = (const struct sim_ins *)UINTPTR_MAX;

static void
find_stop (struct sim_warp *w)
{
  const struct sim_frame *f = w->frame;
  w->stop = never;
  for (unsigned g = 0; g < f->groups; g++)
    if (!f->group[g].need && f->group[g].pc < w->stop)
      w->stop = f->group[g].pc;
}

bool
sim_enter (struct sim_warp *w, const struct ptx_code *code, uint32_t lanes,
           const struct sim_ins *call)
{
  size_t head = round_up (sizeof (struct sim_frame));
  size_t flags = round_up (code->registers);
  size_t values = round_up (code->registers * sizeof (uint64_t));
  size_t size = head + flags + values + code->registers * sizeof (sim_lanes);
  if (arena_in_use (w) + size > ARENA_LIMIT
      || w->local_used + code->local_size > SIM_LOCAL_SIZE)
    return false;
  struct sim_chunk *chunk;
  unsigned char *p = take (w, size, &chunk);
  struct sim_frame *f = (struct sim_frame *)(void *)p;
  f->caller = w->frame;
  f->code = code;
  f->call = call;
  f->mask = lanes;
  f->returned = 0;
  f->groups = 0;
  f->local_base = w->local_used;
  f->flag = p + head;
  f->s = (uint64_t *)(void *)(p + head + flags);
  f->v = (sim_lanes *)(void *)(p + head + flags + values);
  f->size = size;
  f->chunk = chunk;
  memset (f->flag, 0, code->registers);
  memcpy (f->s, code->constant, code->constants * sizeof (uint64_t));
  w->local_used += (code->local_size + 15) / 16 * 16;
  if (w->frame)
    w->frame->active = w->active;
  w->frame = f;
  w->active = lanes;
  w->stop = never;
  load_frame (w);
  return true;
}

void
sim_leave (struct sim_warp *w)
{
  struct sim_frame *f = w->frame;
  w->local_used = f->local_base;
  f->chunk->used -= f->size;
  if (f->chunk->used == 0 && f->chunk->previous)
    w->chunk = f->chunk->previous;
  w->frame = f->caller;
  if (w->frame)
    {
      w->active = w->frame->active;
      load_frame (w);
      find_stop (w);
    }
}

/* ---------------------------------------------------------------- groups */

static void
add_group (struct sim_warp *w, const struct sim_ins *pc, uint32_t mask,
           uint32_t need)
{
  struct sim_frame *f = w->frame;
  for (unsigned g = 0; g < f->groups; g++)
    if (f->group[g].pc == pc && !f->group[g].need == !need)
      {
        f->group[g].mask |= mask;
        f->group[g].need |= need;
        return;
      }
  f->group[f->groups++]
      = (struct sim_group){ .pc = pc, .mask = mask, .need = need };
}

/* Whether a group need not wait any longer.  */
static bool
may_run (const struct sim_warp *w, const struct sim_group *g)
{
  return (g->need & w->full & ~g->mask) == 0;
}

/* Take the group with the lowest counter that may run.  */
static const struct sim_ins *
pick (struct sim_warp *w)
{
  struct sim_frame *f = w->frame;
  unsigned best = f->groups;
  for (unsigned g = 0; g < f->groups; g++)
    if (may_run (w, &f->group[g])
        && (best == f->groups || f->group[g].pc < f->group[best].pc))
      best = g;
  if (best == f->groups)
    return NULL;
  const struct sim_ins *pc = f->group[best].pc;
  w->active = f->group[best].mask;
  f->group[best] = f->group[--f->groups];
  find_stop (w);
  return pc;
}

static const struct sim_ins *do_return (struct sim_warp *);

static const struct sim_ins *
end_warp (struct sim_warp *w)
{
  w->state = SIM_ENDED;
  w->block->ended++;
  w->block->slices = 0;
  sim_barrier_check (w->block);
  return NULL;
}

/* No lane of the frame runs: go on with others, or return.  */
static const struct sim_ins *
resume (struct sim_warp *w)
{
  for (;;)
    {
      struct sim_frame *f = w->frame;
      const struct sim_ins *pc = pick (w);
      if (pc)
        return pc;
      if (f->groups)
        return sim_fail (w, f->group[0].pc, SIM_DEADLOCK,
                         "lanes %#x wait here for lanes %#x, which wait "
                         "elsewhere or have returned",
                         f->group[0].mask,
                         f->group[0].need & w->full & ~f->group[0].mask);
      if (f->returned)
        return do_return (w);
      sim_leave (w);
      if (!w->frame)
        return end_warp (w);
    }
}

const struct sim_ins *
sim_switch (struct sim_warp *w, const struct sim_ins *at)
{
  if (w->active)
    add_group (w, at, w->active, 0);
  w->active = 0;
  return resume (w);
}

/* Lanes MASK wait at I until all of NEED are there.  */
static const struct sim_ins *
wait_for_lanes (struct sim_warp *w, const struct sim_ins *i, uint32_t mask,
                uint32_t need)
{
  add_group (w, i, mask, need);
  w->active &= ~mask;
  return w->active ? sim_switch (w, i + 1) : resume (w);
}

/* Whether the lanes that execute I, MASK, are all that NEED names, so that it
   can happen; else *NEXT is where to go on.  */
static bool
converged (struct sim_warp *w, const struct sim_ins *i, uint32_t mask,
           uint32_t need, const struct sim_ins **next)
{
  *next = i + 1;
  if (!mask)
    return false;
  if ((need & w->full & ~mask) == 0)
    return true;
  *next = wait_for_lanes (w, i, mask, need);
  return false;
}

/* -------------------------------------------------------------- branches */

/* Jump; backwards it may cost the warp its turn.  */
static inline const struct sim_ins *
jump (struct sim_warp *w, const struct sim_ins *i, const struct sim_ins *to)
{
  if (to > i || --w->budget > 0)
    return to;
  w->pc = to;
  return NULL;
}

const struct sim_ins *
sim_branch (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t taken = lanes_for (w, i);
  if (taken == w->active)
    return jump (w, i, i->target);
  if (!taken)
    return i + 1;
  add_group (w, i->target, taken, 0);
  w->active &= ~taken;
  return sim_switch (w, i + 1);
}

/* ------------------------------------------------------- calls, returns */

static void
copy_register (const struct sim_frame *from, unsigned a, struct sim_warp *w,
               unsigned d, uint32_t mask)
{
  if (from->flag[a])
    write_lanes (w, d, mask, from->v[a]);
  else if (mask == w->full)
    write_uniform (w, d, from->s[a]);
  else
    {
      sim_lanes r;
      for (unsigned l = 0; l < SIM_LANES; l++)
        r[l] = from->s[a];
      write_lanes (w, d, mask, r);
    }
}

static const struct sim_ins *
enter_callee (struct sim_warp *w, const struct sim_ins *i,
              struct ptx_function *callee, uint32_t mask)
{
  const struct ptx_code *code = sim_code (w, callee, i);
  if (!code)
    return NULL;
  const struct sim_frame *caller = w->frame;
  if (!sim_enter (w, code, mask, i))
    return sim_fail (w, i, SIM_STACK_OVERFLOW, "call stack overflow");
  for (unsigned k = 0; k < i->call->count; k++)
    copy_register (caller, i->call->argument[k], w, code->parameter[k], mask);
  return code->ins;
}

/* A call of which some lanes only take part is done by them first; the others
   wait behind it.  */
static const struct sim_ins *
call_function (struct sim_warp *w, const struct sim_ins *i,
               struct ptx_function *callee, uint32_t mask)
{
  if (callee->results != i->call->has_result
      || callee->parameters != i->call->count)
    return sim_fail (w, i, SIM_INVALID_PC,
                     "%s takes %u arguments and gives %u results, called with "
                     "%u and %u",
                     callee->symbol->name, callee->parameters, callee->results,
                     i->call->count, i->call->has_result);
  if (w->active != mask)
    {
      add_group (w, i + 1, w->active & ~mask, 0);
      w->active = mask;
    }
  if (callee->builtin)
    {
      const struct sim_ins *next = sim_builtin (w, i, callee, mask);
      if (next)
        find_stop (w);
      return next;
    }
  return enter_callee (w, i, callee, mask);
}

/* Lanes that call different functions do so one function after another.  */
static const struct sim_ins *
call_indirectly (struct sim_warp *w, const struct sim_ins *i, uint32_t mask)
{
  uint64_t address = read_lane (w, i->a, (unsigned)__builtin_ctz (mask));
  uint32_t same = 0;
  for (unsigned l = 0; l < SIM_LANES; l++)
    if (mask >> l & 1 && read_lane (w, i->a, l) == address)
      same |= 1u << l;
  struct ptx_function *callee
      = ptx_image_function_at (w->block->launch->image, address);
  if (!callee || callee->is_entry)
    return sim_fail (w, i, SIM_INVALID_PC,
                     "call of %#llx, which is no function",
                     (unsigned long long)address);
  if (same != mask)
    {
      add_group (w, i, mask & ~same, 0);
      w->active &= ~(mask & ~same);
    }
  return call_function (w, i, callee, same);
}

const struct sim_ins *
sim_call_handler (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  if (!mask)
    return i + 1;
  if (i->call->callee)
    return call_function (w, i, i->call->callee, mask);
  return call_indirectly (w, i, mask);
}

/* All lanes of the frame have returned.  */
static const struct sim_ins *
do_return (struct sim_warp *w)
{
  const struct sim_frame *callee = w->frame;
  const struct sim_ins *call = callee->call;
  uint32_t mask = callee->returned;
  bool has_result = call && call->call->has_result;
  unsigned result = callee->code->result;
  sim_leave (w); /* its registers stay readable until the next call */
  if (!w->frame)
    return end_warp (w);
  w->active = mask;
  if (has_result)
    copy_register (callee, result, w, call->call->result, mask);
  return call + 1;
}

const struct sim_ins *
sim_return (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  if (!w->frame->call)
    return sim_exit (w, i);
  w->frame->returned |= mask;
  w->active &= ~mask;
  if (w->active)
    return i + 1;
  return w->frame->groups ? resume (w) : do_return (w);
}

const struct sim_ins *
sim_end_of_code (struct sim_warp *w, const struct sim_ins *i)
{
  if (w->frame->call)
    return sim_fail (w, i, SIM_INVALID_PC, "end of a function without ret");
  return sim_exit (w, i);
}

const struct sim_ins *
sim_exit (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  if (!mask)
    return i + 1;
  w->live &= ~mask;
  for (struct sim_frame *f = w->frame; f; f = f->caller)
    {
      f->mask &= ~mask;
      f->returned &= ~mask;
      f->active &= ~mask;
    }
  w->full &= ~mask;
  w->active &= ~mask;
  return w->active ? i + 1 : resume (w);
}

const struct sim_ins *
sim_trap (struct sim_warp *w, const struct sim_ins *i)
{
  if (!lanes_for (w, i))
    return i + 1;
  return sim_fail (w, i, SIM_TRAP, "trap");
}

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
        r[l] = (uint32_t)read_lane (w, i->a, (unsigned)source & 31);
        is_same &= r[l] == r[__builtin_ctz (mask)];
      }
  if (is_same && mask == w->full)
    write_uniform (w, i->d, r[__builtin_ctz (mask)]);
  else
    write_lanes (w, i->d, mask, r);
  if (i->extra & SIM_EXTRA_REGISTER)
    write_predicate (w, i->extra & 0xffff, mask, chosen);
}

#define SHUFFLE(name)                                                          \
  static const struct sim_ins *shfl_##name (struct sim_warp *w,                \
                                            const struct sim_ins *i)           \
  {                                                                            \
    const struct sim_ins *next;                                                \
    uint32_t mask = lanes_for (w, i);                                          \
    unsigned lead = mask ? (unsigned)__builtin_ctz (mask) : 0;                 \
    if (!converged (w, i, mask, (uint32_t)read_lane (w, i->e, lead), &next))   \
      return next;                                                             \
    shuffle (w, i, mask, choose_##name);                                       \
    return i + 1;                                                              \
  }

SHUFFLE (up)
SHUFFLE (down)
SHUFFLE (bfly)
SHUFFLE (idx)

/* vote: P is in a, the mask in b; of the lanes MASK those in VOTES have P.  */
#define VOTE(name, statement)                                                  \
  static const struct sim_ins *vote_##name (struct sim_warp *w,                \
                                            const struct sim_ins *i)           \
  {                                                                            \
    const struct sim_ins *next;                                                \
    uint32_t mask = lanes_for (w, i);                                          \
    unsigned lead = mask ? (unsigned)__builtin_ctz (mask) : 0;                 \
    if (!converged (w, i, mask, (uint32_t)read_lane (w, i->b, lead), &next))   \
      return next;                                                             \
    uint32_t votes = (uint32_t)w->s[i->a] & mask;                              \
    statement;                                                                 \
    return i + 1;                                                              \
  }
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

static const struct sim_ins *
active_mask (struct sim_warp *w, const struct sim_ins *i)
{
  uint32_t mask = lanes_for (w, i);
  if (mask)
    write_same (w, i->d, mask, w->active);
  return i + 1;
}

static const struct sim_ins *
warp_barrier (struct sim_warp *w, const struct sim_ins *i)
{
  const struct sim_ins *next;
  uint32_t mask = lanes_for (w, i);
  unsigned lead = mask ? (unsigned)__builtin_ctz (mask) : 0;
  converged (w, i, mask, (uint32_t)read_lane (w, i->a, lead), &next);
  return next;
}

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

/* EXTRA of a barrier: it only arrives.  */
#define ARRIVE 1

/* bar: the number is in a, the count of threads in b.  A warp counts as a
   whole, PTX ISA 9.7.13.1.  */
const struct sim_ins *
sim_barrier (struct sim_warp *w, const struct sim_ins *i)
{
  const struct sim_ins *next;
  uint32_t mask = lanes_for (w, i);
  if (!converged (w, i, mask, ~UINT32_C (0), &next))
    return next;
  unsigned lead = (unsigned)__builtin_ctz (mask);
  uint64_t number = read_lane (w, i->a, lead) & UINT32_MAX;
  unsigned expected = (unsigned)read_lane (w, i->b, lead);
  if (mask != w->live)
    return sim_fail (w, i, SIM_DEADLOCK,
                     "lanes %#x are at a barrier of the block, lanes %#x in "
                     "another call",
                     mask, w->live & ~mask);
  if (number >= SIM_BARRIERS || expected % SIM_LANES)
    return sim_fail (w, i, SIM_ILLEGAL_INSTRUCTION,
                     "barrier %llu for %u threads", (unsigned long long)number,
                     expected);
  struct sim_barrier *b = &w->block->barrier[number];
  if (b->arrived && b->expected != expected)
    return sim_fail (w, i, SIM_ILLEGAL_INSTRUCTION,
                     "barrier %llu for %u threads, but others are at it who "
                     "expect %u",
                     (unsigned long long)number, expected, b->expected);
  b->expected = expected;
  b->arrived += SIM_LANES;
  if (!(i->extra & ARRIVE))
    {
      w->state = SIM_AT_BARRIER;
      w->barrier = (unsigned)number;
    }
  w->block->slices = 0;
  sim_barrier_check (w->block);
  if (w->state == SIM_READY)
    return i + 1;
  w->pc = i + 1;
  return NULL;
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
      for (unsigned k = 0; k < block->warps; k++)
        if (block->warp[k].state == SIM_AT_BARRIER
            && block->warp[k].barrier == n)
          block->warp[k].state = SIM_READY;
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
        { "bar.sync", "AB?", sim_barrier, 0 },
        { "barrier.sync", "AB?", sim_barrier, 0 },
        { "barrier.sync.aligned", "AB?", sim_barrier, 0 },
        { "bar.arrive", "AB", sim_barrier, ARRIVE },
        { "barrier.arrive", "AB", sim_barrier, ARRIVE },
        { "barrier.arrive.aligned", "AB", sim_barrier, ARRIVE },
        { "exit", "", sim_exit, 0 },
        { "trap", "", sim_trap, 0 },
        { "ret", "", sim_return, 0 },
        { "ret.uni", "", sim_return, 0 },
        { 0 } };

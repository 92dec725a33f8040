/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Control flow of a warp: frames, groups of lanes that are apart, branches,
   calls, returns, exit.  Owns the warps' arenas.  A warp is run by one thread
   at a time.

   PTX ISA 9.7.12, "Control Flow Instructions".  */

#include "exec/handler.h"

#include <stdlib.h>

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
    if (f->group[g].pc == pc && f->group[g].need == need)
      {
        f->group[g].mask |= mask;
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

bool
sim_converged (struct sim_warp *w, const struct sim_ins *i, uint32_t mask,
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

/* Of the lanes *MASK those that have the first one's value in register R, which
   is in *VALUE; the others execute I after them.  */
static void
take_like_the_first (struct sim_warp *w, const struct sim_ins *i, unsigned r,
                     uint32_t *mask, uint32_t *value)
{
  uint32_t same = 0;
  *value = (uint32_t)read_lane (w, r, (unsigned)__builtin_ctz (*mask));
  if (!w->flag[r])
    return;
  for (unsigned l = 0; l < SIM_LANES; l++)
    if (*mask >> l & 1 && (uint32_t)read_lane (w, r, l) == *value)
      same |= 1u << l;
  if (same == *mask)
    return;
  add_group (w, i, *mask & ~same, 0);
  w->active &= ~(*mask & ~same);
  *mask = same;
  find_stop (w);
}

bool
sim_gather (struct sim_warp *w, const struct sim_ins *i, unsigned r,
            uint32_t *mask, const struct sim_ins **next)
{
  uint32_t named;
  *next = i + 1;
  if (!*mask)
    return false;
  take_like_the_first (w, i, r, mask, &named);
  uint32_t unnamed = *mask & ~named, elsewhere = named & w->live & ~w->full;
  *next = NULL;
  if (unnamed)
    sim_fail (w, i, SIM_ILLEGAL_INSTRUCTION,
              "lanes %#x are not in the mask %#x that they give", unnamed,
              named);
  else if (elsewhere)
    sim_fail (w, i, SIM_DEADLOCK,
              "lanes %#x wait here for lanes %#x, which are in another call",
              *mask, elsewhere);
  else
    return sim_converged (w, i, *mask, named, next);
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
  if (i->call->result_is_array)
    copy_register (caller, i->call->result, w, code->result, mask);
  return code->ins;
}

/* Whether CALL passes what CALLEE takes, arrays for arrays.  */
static bool
fits (const struct sim_call *call, const struct ptx_function *callee)
{
  if (callee->results != call->has_result || callee->parameters != call->count)
    return false;
  for (unsigned k = 0; k < call->count; k++)
    if ((call->arrays >> k & 1)
        != (callee->extent[callee->results + k].array_size != 0))
      return false;
  return !call->has_result
         || call->result_is_array == (callee->extent[0].array_size != 0);
}

/* A call of which some lanes only take part is done by them first; the others
   wait behind it.  */
static const struct sim_ins *
call_function (struct sim_warp *w, const struct sim_ins *i,
               struct ptx_function *callee, uint32_t mask)
{
  if (!fits (i->call, callee))
    return sim_fail (w, i, SIM_INVALID_PC,
                     "%s takes %u arguments and gives %u results, called with "
                     "%u and %u, or arrays are passed for numbers",
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
  bool has_result
      = call && call->call->has_result && !call->call->result_is_array;
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

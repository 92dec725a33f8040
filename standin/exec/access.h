/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* From a device address to the bytes, with all checks.  */

#ifndef STANDIN_EXEC_ACCESS_H
#define STANDIN_EXEC_ACCESS_H

#include "exec/machine.h"

#include <string.h>

enum sim_intent
{
  SIM_READ,
  SIM_WRITE,
  SIM_EXCHANGE /* a write of a word of which perhaps less is meant */
};

/* The bytes at generic ADDRESS for LANE; NULL: the launch has failed.  The slow
   way, which fills the view.  */
unsigned char *sim_reach_slowly (struct sim_warp *, const struct sim_ins *,
                                 unsigned lane, uint64_t address, unsigned size,
                                 enum sim_intent);

/* The local memory of LANE.  */
unsigned char *sim_local (struct sim_warp *, unsigned lane);

/* Forget what is remembered of blocks: one has gone, or the launch ends.  What
   was touched is entered first.  */
void sim_forget_views (struct sim_thread *);

static inline struct sim_view *
view_of (struct sim_thread *t, uint64_t address)
{
  return &t->view[(address >> 6 ^ address >> 15) % SIM_VIEWS];
}

static inline void
remember_bytes (struct sim_view *v, uint64_t address, unsigned size,
                enum sim_intent intent)
{
  uint64_t bytes = ((UINT64_C (1) << size) - 1) << address % SIM_LINE;
  v->touched |= bytes;
  if (intent != SIM_READ)
    v->written |= bytes;
}

static inline unsigned char *
sim_reach (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
           uint64_t address, unsigned size, enum sim_intent intent)
{
  struct sim_thread *t = w->thread;
  struct sim_view *v = view_of (t, address);
  uint64_t end = intent == SIM_READ ? v->end : v->write_end;
  /* Pairs with the release in free_at.  */
  unsigned generation
      = atomic_load_explicit (&mem_generation, memory_order_acquire);
  if (__builtin_expect (address >= v->start && address < end
                            && end - address >= size
                            && generation == t->generation
                            && !(address & (size - 1)),
                        1))
    {
      remember_bytes (v, address, size, intent);
      return v->backing + (address - v->start);
    }
  return sim_reach_slowly (w, i, lane, address, size, intent);
}

/* The same; BASE is that of the window which the instruction names, 0 if it
   names none, and is already part of ADDRESS.  */
static inline unsigned char *
sim_reach_in (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
              uint64_t address, unsigned size, enum sim_intent intent,
              uint64_t base)
{
  uint64_t offset = address - SIM_SHARED_BASE;
  if (base == SIM_SHARED_BASE && offset - w->near < w->near_size
      && w->near_size - (offset - w->near) >= size && !(offset & (size - 1)))
    return w->shared + offset;
  return sim_reach (w, i, lane, address, size, intent);
}

#endif

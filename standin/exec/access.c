/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The memory checker: what a program reaches must be live memory of the device,
   of its block or of its lane, and aligned.  Any thread, each on warps of its
   own; the memory has its own lock.  */

#include "exec/access.h"
#include "exec/handler.h"

#include <inttypes.h>
#include <stdlib.h>

static void
enter_bytes (struct sim_thread *t, const struct sim_view *v)
{
  if (t->launch->lines && v->touched)
    sim_lines_touch (t->launch->lines, v->start, v->touched, v->written);
}

void
sim_forget_views (struct sim_thread *t)
{
  for (unsigned n = 0; n < SIM_VIEWS; n++)
    enter_bytes (t, &t->view[n]);
  memset (t->view, 0, sizeof t->view);
}

static const char *
intent_name (enum sim_intent intent)
{
  return intent == SIM_READ ? "read" : "write";
}

unsigned char *
sim_local (struct sim_warp *w, unsigned lane)
{
  if (!w->local)
    w->local = calloc (SIM_LANES, SIM_LOCAL_SIZE);
  return w->local + (size_t)lane * SIM_LOCAL_SIZE;
}

static uint64_t
word_end (uint64_t end)
{
  return (end + 7) / 8 * 8;
}

/* String functions read whole words, of which the end may be behind the end of
   the string, and atomic operations on less than a word are done by exchanging
   all of it: an aligned word is always there.  */
static uint64_t
end_for (enum sim_intent intent, uint64_t end)
{
  return intent == SIM_WRITE ? end : word_end (end);
}

/* The local variable at or before OFFSET in the frame that it is in; NULL:
   none.  *BASE is the frame's.  */
static const struct ptx_local *
find_local (const struct sim_warp *w, uint64_t offset, uint64_t *base)
{
  const struct sim_frame *f = w->frame;
  while (f->caller && offset < f->local_base)
    f = f->caller;
  const struct ptx_local *found = NULL;
  for (unsigned n = 0; n < f->code->local_count
                       && f->local_base + f->code->local[n].offset <= offset;
       n++)
    found = &f->code->local[n];
  *base = f->local_base;
  return found;
}

static unsigned char *
reach_local (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
             uint64_t offset, unsigned size, enum sim_intent intent)
{
  if (offset + size > w->local_used)
    {
      sim_fail (w, i, SIM_ILLEGAL_ADDRESS,
                "%s of %u bytes at local address %#" PRIx64
                ", of which %" PRIu64 " bytes are in use",
                intent_name (intent), size, offset, w->local_used);
      return NULL;
    }
  uint64_t base;
  const struct ptx_local *v = find_local (w, offset, &base);
  uint64_t at = offset - base - (v ? v->offset : 0);
  if (!v || at + size > end_for (intent, v->size))
    {
      sim_fail (w, i, SIM_ILLEGAL_ADDRESS,
                "%s of %u bytes at local address %#" PRIx64 ", byte %" PRIu64
                " of a variable of %u bytes",
                intent_name (intent), size, offset, at, v ? v->size : 0);
      return NULL;
    }
  return sim_local (w, lane) + offset;
}

/* The shared variable at or before OFFSET; NULL: none.  */
static const struct ptx_symbol *
find_shared (const struct ptx_image *image, uint64_t offset)
{
  unsigned low = 0, high = image->shared_count;
  while (low < high)
    {
      unsigned middle = low + (high - low) / 2;
      if (image->shared[middle]->variable.address <= offset)
        low = middle + 1;
      else
        high = middle;
    }
  return low ? image->shared[low - 1] : NULL;
}

static unsigned char *
reach_shared (struct sim_warp *w, const struct sim_ins *i, uint64_t offset,
              unsigned size, enum sim_intent intent)
{
  const struct ptx_image *image = w->block->launch->image;
  if (offset + size > w->shared_size || offset + size < offset)
    {
      sim_fail (w, i, SIM_ILLEGAL_ADDRESS,
                "%s of %u bytes at shared address %#" PRIx64
                ", of which the block has %" PRIu64 " bytes",
                intent_name (intent), size, offset, w->shared_size);
      return NULL;
    }
  if (offset >= image->shared_room)
    {
      w->near = image->shared_room;
      w->near_size = w->shared_size - image->shared_room;
      return w->shared + offset;
    }
  const struct ptx_symbol *s = find_shared (image, offset);
  uint64_t at = s ? offset - s->variable.address : 0;
  if (!s || at + size > end_for (intent, s->variable.size))
    {
      sim_fail (w, i, SIM_ILLEGAL_ADDRESS,
                "%s of %u bytes at shared address %#" PRIx64 ", byte %" PRIu64
                " of the variable %s (%" PRIu64 " bytes)",
                intent_name (intent), size, offset, at, s ? s->name : "",
                s ? s->variable.size : 0);
      return NULL;
    }
  w->near = s->variable.address;
  w->near_size = s->variable.size;
  return w->shared + offset;
}

/* Enter the line of ADDRESS, and let the view be no larger.  */
static void
narrow_view (struct sim_warp *w, const struct sim_ins *i, struct sim_view *v,
             uint64_t address, enum sim_intent intent)
{
  uint64_t start = address / SIM_LINE * SIM_LINE;
  struct sim_location by = { w->frame->code->function->symbol, i->position };
  sim_lines_add (w->thread->launch->lines, address, intent != SIM_READ, by);
  if (v->start < start)
    {
      v->backing += start - v->start;
      v->start = start;
    }
  if (v->end > start + SIM_LINE)
    v->end = start + SIM_LINE;
  v->write_end = intent == SIM_READ ? v->start : v->end;
}

static unsigned char *
reach_block (struct sim_warp *w, const struct sim_ins *i, uint64_t address,
             unsigned size, enum sim_intent intent)
{
  struct sim_thread *t = w->thread;
  struct memory *m = t->launch->memory;
  unsigned generation
      = atomic_load_explicit (&mem_generation, memory_order_acquire);
  if (generation != t->generation)
    {
      sim_forget_views (t);
      t->generation = generation;
    }
  struct mem_block b;
  bool is_found = mem_find (m, address, &b);
  if (!is_found || address + size > end_for (intent, b.end) || address >= b.end
      || (intent != SIM_READ && b.kind == MEM_CONST))
    {
      char what[256];
      mem_describe (m, address, what, sizeof what);
      sim_fail (w, i, SIM_ILLEGAL_ADDRESS, "%s of %u bytes at %#" PRIx64 ": %s",
                intent_name (intent), size, address, what);
      return NULL;
    }
  struct sim_view view = {
    .start = b.start,
    .end = b.end,
    .write_end = b.kind == MEM_CONST ? b.start : b.end,
    .backing = b.backing,
  };
  if (t->launch->lines)
    narrow_view (w, i, &view, address, intent);
  struct sim_view *v = view_of (t, address);
  enter_bytes (t, v);
  *v = view;
  remember_bytes (v, address, size, intent);
  return b.backing + (address - b.start);
}

/* Whether I may not be used at ADDRESS, although there may be memory.  */
static bool
is_of_wrong_space (const struct sim_ins *i, uint64_t address)
{
  bool is_local = address - SIM_LOCAL_BASE < SIM_LOCAL_SIZE;
  bool is_shared = address - SIM_SHARED_BASE < UINT32_MAX;
  return (is_local && i->run == sim_atomic)
         || ((is_local || is_shared) && i->extra & SIM_GLOBAL_ONLY);
}

unsigned char *
sim_reach_slowly (struct sim_warp *w, const struct sim_ins *i, unsigned lane,
                  uint64_t address, unsigned size, enum sim_intent intent)
{
  if (address & (size - 1))
    {
      sim_fail (w, i, SIM_MISALIGNED, "misaligned %s of %u bytes at %#" PRIx64,
                intent_name (intent), size, address);
      return NULL;
    }
  if (is_of_wrong_space (i, address))
    {
      sim_fail (w, i, SIM_ILLEGAL_ADDRESS,
                "%s of %u bytes at %#" PRIx64
                ", in local or shared memory: not by this instruction",
                intent_name (intent), size, address);
      return NULL;
    }
  if (address - SIM_LOCAL_BASE < SIM_LOCAL_SIZE)
    return reach_local (w, i, lane, address - SIM_LOCAL_BASE, size, intent);
  if (address - SIM_SHARED_BASE < UINT32_MAX)
    return reach_shared (w, i, address - SIM_SHARED_BASE, size, intent);
  return reach_block (w, i, address, size, intent);
}

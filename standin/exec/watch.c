/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds kernels that wait for ever in loops, such as lanes of a warp that wait
   for other lanes of the warp, which in turn wait where the paths of all lanes
   meet.

   If all blocks of a host thread only spin, the thread looks at them now and
   then, at several turns in a row.  A warp in the same state as at an earlier
   look goes round in a circle: only memory that others write can end the loop.
   If nothing else happens in a launch for the requested time, the launch
   fails.  The time is CPU time of this thread, so other load on the machine
   makes no difference.  A loop that counts, or that reads the clock or memory
   which the host may write at any time, counts as work.

   Each thread looks at its own blocks; the changes that each has seen are
   counted in the launch.  */

#include "exec/access.h"

#include <stdio.h>
#include <time.h>

/* Turns between looks, and how many looks there are then: as many as a loop may
   have inner jumps back.  */
#define PAUSE 1024

static uint64_t
cpu_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t
mix (uint64_t hash, uint64_t value)
{
  return ((hash ^ value) * UINT64_C (0x9e3779b97f4a7c15)) ^ hash >> 29;
}

/* Of where the warp is and what is in its frame's registers.  */
static uint64_t
hash_of (const struct sim_warp *w)
{
  const struct sim_frame *f = w->frame;
  uint64_t hash = mix ((uintptr_t)w->pc, (uintptr_t)f);
  hash = mix (hash, w->active | (uint64_t)w->live << 32);
  for (unsigned r = 0; r < f->code->registers; r++)
    if (!f->flag[r])
      hash = mix (hash, f->s[r]);
    else
      for (unsigned l = 0; l < SIM_LANES; l++)
        hash = mix (hash, f->v[r][l]);
  return hash;
}

/* Whether W is in a state that it was not in at the last looks.  */
static bool
has_changed (struct sim_warp *w)
{
  uint64_t hash = hash_of (w);
  for (unsigned n = 0; n < SIM_LOOKS; n++)
    if (w->seen[n] == hash)
      return false;
  w->seen[w->looks++ % SIM_LOOKS] = hash;
  return true;
}

static bool
reads_host (const struct sim_thread *t)
{
  for (unsigned n = 0; n < SIM_VIEWS; n++)
    if (t->view[n].end && mem_is_shared (t->view[n].start))
      return true;
  return false;
}

/* Look at all, since each keeps what it was.  */
static bool
has_any_changed (const struct sim_thread *t)
{
  bool changed = reads_host (t);
  for (struct sim_block *b = t->resident; b; b = b->next)
    for (unsigned n = 0; n < b->warps; n++)
      if (b->warp[n].state == SIM_READY)
        changed |= has_changed (&b->warp[n]);
  return changed;
}

/* Where the lanes of W are that do not run, in a few words.  */
static void
describe_others (const struct sim_warp *w, char *text, size_t room)
{
  int n = 0;
  for (const struct sim_frame *f = w->frame; f; f = f->caller)
    for (unsigned g = 0; g < f->groups && n >= 0 && (size_t)n < room; g++)
      {
        const struct ptx_text *t = f->code->function->symbol->text;
        n += snprintf (
            text + n, room - (size_t)n, ", lanes %#x wait at line %u",
            f->group[g].mask,
            ptx_line_number (t, t->start + f->group[g].pc->position));
      }
}

/* Of the warps that spin, rather one that has lanes apart.  */
static struct sim_warp *
find_stuck (const struct sim_thread *t)
{
  struct sim_warp *found = NULL;
  for (struct sim_block *b = t->resident; b; b = b->next)
    for (unsigned n = 0; n < b->warps; n++)
      {
        struct sim_warp *w = &b->warp[n];
        if (w->state == SIM_READY
            && (!found
                || (found->active == found->live && w->active != w->live)))
          found = w;
      }
  return found;
}

static void
report (struct sim_thread *t)
{
  struct sim_warp *w = find_stuck (t);
  char others[300] = "";
  if (!w)
    return;
  describe_others (w, others, sizeof others);
  sim_fail (
      w, w->pc, SIM_DEADLOCK,
      "deadlock: nothing has changed for %.3g s; lanes %#x wait in a loop "
      "here%s%s",
      (double)t->launch->patience * 1e-9, w->active, others,
      w->active == w->live
          ? ""
          : "; lanes of a warp that branch apart cannot wait for each "
            "other in loops");
}

void
sim_watch (struct sim_thread *t)
{
  struct sim_launch *launch = t->launch;
  if (!launch->patience || t->rounds++ % PAUSE >= SIM_LOOKS)
    return;
  bool changed = has_any_changed (t);
  sim_forget_views (t);
  if (changed)
    sim_progress (launch);
  unsigned changes
      = atomic_load_explicit (&launch->changes, memory_order_relaxed);
  if (changes != t->changes || !t->since)
    {
      t->changes = changes;
      t->since = cpu_time ();
    }
  else if (cpu_time () - t->since >= launch->patience)
    report (t);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches: which thread of the host executes which block, and in it which
   warp is next.

   Blocks are taken in order by the threads of a launch.  In a block the warps
   take turns; a turn ends at a barrier or after some backward branches, few
   enough that a warp which spins does not hold up the one it waits for.  A
   block whose warps only spin may wait for another block: then the thread takes
   one more and alternates, and in the end watches whether anything changes
   (watch.c).  Idle threads' memory is kept for the next launch;
   the lock guards that list.  */

#include "exec/access.h"
#include "exec/handler.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define TURN 64
/* Turns without a barrier, an end of a warp or a return from the kernel after
   which a block counts as spinning.  */
#define SPINNING 4096
#define MAX_RESIDENT 64

static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER;
static struct sim_thread *idle_threads;

/* ---------------------------------------------------------------- faults */

/* FILE:LINE of POSITION in FUNCTION's source, if the text has .loc lines.  */
static void
describe_source (const struct ptx_symbol *function, const char *position,
                 char *line, size_t room)
{
  const struct ptx_text *text = function->text;
  unsigned file = 0, number = 0;
  *line = 0;
  for (const char *p = position; p > function->function.body; p--)
    if (*p == '\n' && sscanf (p + 1, " .loc %u %u", &file, &number) == 2)
      break;
  if (!number)
    return;
  char directive[32];
  snprintf (directive, sizeof directive, ".file %u \"", file);
  const char *name = strstr (text->start, directive);
  if (!name)
    return;
  name += strlen (directive);
  snprintf (line, room, " (%.*s:%u)", (int)strcspn (name, "\""), name, number);
}

int
sim_describe_location (const struct sim_location *p, char *text, size_t room)
{
  const struct ptx_text *module = p->function->text;
  const char *position = module->start + p->position;
  char line[160], source[160];
  ptx_line (module, position, line, sizeof line);
  describe_source (p->function, position, source, sizeof source);
  return snprintf (text, room, "\n  in %s, %s line %u%s: %s", p->function->name,
                   module->name, ptx_line_number (module, position), source,
                   line);
}

/* Of many calls the message shows the first and the last.  */
#define SHOWN_CALLS 6

static int
describe_caller (const struct sim_frame *f, char *text, size_t room)
{
  const struct ptx_symbol *s = f->caller->code->function->symbol;
  const char *position = s->text->start + f->call->position;
  char source[160];
  describe_source (s, position, source, sizeof source);
  return snprintf (text, room, "\n  called by %s, line %u%s", s->name,
                   ptx_line_number (s->text, position), source);
}

/* Where in the program I is, and by which calls the warp came there.  */
static void
describe_calls (const struct sim_warp *w, const struct sim_ins *i, char *text,
                size_t room)
{
  const struct sim_frame *f = w->frame;
  struct sim_location here = { f->code->function->symbol, i->position };
  int n = sim_describe_location (&here, text, room);
  unsigned calls = 0;
  for (const struct sim_frame *g = f; g->caller; g = g->caller)
    calls++;
  unsigned hidden = calls > 2 * SHOWN_CALLS ? calls - 2 * SHOWN_CALLS : 0;
  for (unsigned k = 0; f->caller && n >= 0 && (size_t)n < room; k++)
    {
      if (k != SHOWN_CALLS || !hidden)
        n += describe_caller (f, text + n, room - (size_t)n);
      else
        {
          n += snprintf (text + n, room - (size_t)n, "\n  %u calls more",
                         hidden);
          while (--hidden)
            f = f->caller;
        }
      f = f->caller;
    }
}

const struct sim_ins *
sim_fail (struct sim_warp *w, const struct sim_ins *i, enum sim_fault fault,
          const char *format, ...)
{
  struct sim_launch *launch = w->block->launch;
  unsigned none = SIM_NO_FAULT;
  w->state = SIM_FAILED;
  if (!atomic_compare_exchange_strong (&launch->fault, &none, fault))
    return NULL;
  char what[400], calls[2000];
  va_list args;
  va_start (args, format);
  vsnprintf (what, sizeof what, format, args);
  va_end (args);
  *calls = 0;
  if (w->frame)
    describe_calls (w, i, calls, sizeof calls);
  snprintf (launch->message, sizeof launch->message,
            "kernel %s, block %u, warp %u: %s%s", launch->kernel->symbol->name,
            w->block->index[0], w->number, what, calls);
  return NULL;
}

const struct ptx_code *
sim_code (struct sim_warp *w, struct ptx_function *f, const struct sim_ins *i)
{
  /* Pairs with the release in ptx_decode.  */
  const struct ptx_code *code
      = atomic_load_explicit (&f->code, memory_order_acquire);
  if (code)
    return code;
  struct ptx_error error = { "" };
  code = ptx_decode (w->block->launch->image, f, &error);
  if (!code)
    sim_fail (w, i, SIM_ILLEGAL_INSTRUCTION, "%s", error.message);
  return code;
}

/* ----------------------------------------------------------------- warps */

static void
run_warp (struct sim_warp *w)
{
  const struct sim_ins *pc = w->pc;
  w->budget = TURN;
  w->pc = NULL;
  while (pc)
    if (__builtin_expect (pc >= w->stop, 0))
      pc = sim_switch (w, pc);
    else
      pc = pc->run (w, pc);
}

/* The lanes of warp N in a block of THREADS.  */
static uint32_t
lanes_of (unsigned n, unsigned threads)
{
  unsigned rest = threads - n * SIM_LANES;
  return rest >= SIM_LANES ? ~UINT32_C (0) : (UINT32_C (1) << rest) - 1;
}

/* Give the kernel its argument K.  */
static void
pass_argument (struct sim_warp *w, const struct ptx_code *code, unsigned k)
{
  const struct sim_launch *launch = w->block->launch;
  unsigned size = launch->kernel->extent[k].array_size;
  if (!size)
    {
      write_uniform (w, code->parameter[k], launch->arguments[k]);
      return;
    }
  const void *bytes = (const void *)(uintptr_t)launch->arguments[k];
  for (unsigned lane = 0; lane < SIM_LANES; lane++)
    memcpy (sim_local (w, lane) + code->array[k], bytes, size);
}

static bool
start_warp (struct sim_block *block, unsigned n, unsigned threads,
            struct sim_thread *thread)
{
  const struct sim_launch *launch = block->launch;
  struct sim_warp *w = &block->warp[n];
  const struct ptx_code *code
      = atomic_load_explicit (&launch->kernel->code, memory_order_acquire);
  w->state = SIM_READY;
  w->number = n;
  w->live = lanes_of (n, threads);
  w->frame = NULL;
  w->block = block;
  w->thread = thread;
  w->chunk = NULL;
  w->local_used = 0;
  memset (w->seen, 0, sizeof w->seen);
  w->shared = block->shared;
  w->shared_size = launch->image->shared_room + launch->dynamic_shared;
  w->near = w->near_size = 0;
  if (!sim_enter (w, code, w->live, NULL))
    {
      sim_fail (w, NULL, SIM_STACK_OVERFLOW, "too much local memory");
      return false;
    }
  for (unsigned k = 0; k < launch->kernel->parameters; k++)
    pass_argument (w, code, k);
  w->pc = code->ins;
  return true;
}

/* ---------------------------------------------------------------- blocks */

static void
reserve_block (struct sim_block *block, unsigned warps, size_t shared)
{
  if (block->warp_room < warps)
    {
      block->warp = realloc (block->warp, warps * sizeof *block->warp);
      memset (block->warp + block->warp_room, 0,
              (warps - block->warp_room) * sizeof *block->warp);
      block->warp_room = warps;
    }
  if (block->shared_room < shared)
    {
      free (block->shared);
      block->shared = aligned_alloc (64, (shared + 63) / 64 * 64);
      block->shared_room = shared;
    }
}

/* Shared memory is undefined at first; what is not zero shows that best.  */
#define SHARED_GARBAGE 0xa5

static bool
start_block (struct sim_thread *thread, uint64_t number)
{
  struct sim_launch *launch = thread->launch;
  struct sim_block *block = thread->spare;
  if (block)
    thread->spare = block->next;
  else
    block = calloc (1, sizeof *block);
  unsigned threads = launch->block[0] * launch->block[1] * launch->block[2];
  size_t shared = launch->image->shared_room + launch->dynamic_shared;
  block->launch = launch;
  block->warps = (threads + SIM_LANES - 1) / SIM_LANES;
  block->ended = 0;
  block->slices = 0;
  block->index[0] = (unsigned)(number % launch->grid[0]);
  block->index[1] = (unsigned)(number / launch->grid[0] % launch->grid[1]);
  block->index[2] = (unsigned)(number / launch->grid[0] / launch->grid[1]);
  memset (block->barrier, 0, sizeof block->barrier);
  reserve_block (block, block->warps, shared);
  if (shared)
    memset (block->shared, SHARED_GARBAGE, shared);
  block->next = thread->resident;
  thread->resident = block;
  for (unsigned n = 0; n < block->warps; n++)
    if (!start_warp (block, n, threads, thread))
      return false;
  return true;
}

static bool
has_failed (struct sim_launch *launch)
{
  return atomic_load_explicit (&launch->fault, memory_order_relaxed)
         != SIM_NO_FAULT;
}

/* All warps wait for each other.  */
static void
report_deadlock (struct sim_block *block)
{
  for (unsigned n = 0; n < block->warps; n++)
    {
      struct sim_warp *w = &block->warp[n];
      if (w->state != SIM_AT_BARRIER)
        continue;
      const struct sim_barrier *b = &block->barrier[w->barrier];
      sim_fail (w, w->pc - 1, SIM_DEADLOCK,
                "deadlock: waits at barrier %u, where %u threads have arrived "
                "and %u are expected; no warp can run, %u of %u have ended",
                w->barrier, b->arrived, b->expected, block->ended,
                block->warps);
      return;
    }
}

/* Give each warp that can run a turn.  False: the block has ended.  */
static bool
run_turns (struct sim_block *block)
{
  bool has_run = false;
  for (unsigned n = 0; n < block->warps && !has_failed (block->launch); n++)
    if (block->warp[n].state == SIM_READY)
      {
        has_run = true;
        block->slices++;
        run_warp (&block->warp[n]);
      }
  if (block->ended == block->warps)
    return false;
  if (!has_run && !has_failed (block->launch))
    report_deadlock (block);
  return true;
}

/* --------------------------------------------------------------- threads */

static struct sim_thread *
acquire_thread (struct sim_launch *launch)
{
  pthread_mutex_lock (&idle_lock);
  struct sim_thread *t = idle_threads;
  if (t)
    idle_threads = t->next;
  pthread_mutex_unlock (&idle_lock);
  if (!t)
    t = calloc (1, sizeof *t);
  t->launch = launch;
  t->rounds = 0;
  t->since = 0;
  t->generation = atomic_load_explicit (&mem_generation, memory_order_acquire);
  return t;
}

static void
release_thread (struct sim_thread *t)
{
  sim_forget_views (t);
  while (t->resident)
    {
      struct sim_block *block = t->resident;
      t->resident = block->next;
      block->next = t->spare;
      t->spare = block;
    }
  pthread_mutex_lock (&idle_lock);
  t->next = idle_threads;
  idle_threads = t;
  pthread_mutex_unlock (&idle_lock);
}

static bool
take_block (struct sim_thread *t)
{
  struct sim_launch *launch = t->launch;
  uint64_t number = atomic_fetch_add_explicit (&launch->next_block, 1,
                                               memory_order_relaxed);
  return number < sim_blocks (launch) && start_block (t, number);
}

static void
retire (struct sim_thread *t, struct sim_block **link)
{
  struct sim_block *block = *link;
  *link = block->next;
  block->next = t->spare;
  t->spare = block;
}

static void *
run_blocks (void *argument)
{
  struct sim_thread *t = argument;
  bool are_more = true;
  while (!has_failed (t->launch))
    {
      unsigned residents = 0, spinning = 0;
      if (!t->resident && !(are_more = are_more && take_block (t)))
        break;
      for (struct sim_block **b = &t->resident; *b;)
        if (run_turns (*b))
          {
            residents++;
            spinning += (*b)->slices > SPINNING;
            b = &(*b)->next;
          }
        else
          retire (t, b);
      if (!residents || residents != spinning)
        sim_progress (t->launch);
      else if (are_more && residents < MAX_RESIDENT)
        are_more = take_block (t);
      else
        sim_watch (t);
    }
  return NULL;
}

static bool
prepare (struct sim_launch *launch)
{
  struct ptx_error error = { "" };
  if (atomic_load_explicit (&launch->kernel->code, memory_order_acquire)
      || ptx_decode (launch->image, launch->kernel, &error))
    return true;
  launch->fault = SIM_ILLEGAL_INSTRUCTION;
  snprintf (launch->message, sizeof launch->message, "kernel %s: %s",
            launch->kernel->symbol->name, error.message);
  return false;
}

#define MAX_THREADS 64

bool
sim_run (struct sim_launch *launch)
{
  pthread_t id[MAX_THREADS];
  struct sim_thread *thread[MAX_THREADS];
  if (launch->threads > sim_blocks (launch))
    launch->threads = (unsigned)sim_blocks (launch);
  if (launch->threads > MAX_THREADS)
    launch->threads = MAX_THREADS;
  if (!prepare (launch))
    return false;
  mem_kernel_starts (launch->memory);
  for (unsigned n = 0; n < launch->threads; n++)
    thread[n] = acquire_thread (launch);
  for (unsigned n = 1; n < launch->threads; n++)
    if (pthread_create (&id[n], NULL, run_blocks, thread[n]) != 0)
      {
        for (unsigned k = n; k < launch->threads; k++)
          release_thread (thread[k]);
        launch->threads = n;
      }
  run_blocks (thread[0]);
  for (unsigned n = 1; n < launch->threads; n++)
    pthread_join (id[n], NULL);
  for (unsigned n = 0; n < launch->threads; n++)
    release_thread (thread[n]);
  mem_kernel_ends (launch->memory);
  return !has_failed (launch);
}

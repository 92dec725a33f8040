/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Tasks in the timeline; see timeline.h.

   Owns the slots: one for each task that is not over, or on which a task
   depends that has not begun.  A task's word is the number of its slot, and the
   slot's round, so that a word that outlives its task is recognized.  Slots are
   never unmapped.  The thread that creates the task writes its slot, then the
   thread that runs it does; a thread that has counted a use may read it.  The
   mutex protects the list of free slots.  */

#include <stdatomic.h>

#include "base/compiler.h"
#include "ompt/timeline.h"
#include "os/memory.h"
#include "sync/mutex.h"

#define CHUNK 1024
#define CHUNKS 4096
/* Predecessors that are shown of each task.  */
#define BEFORE_MAX 6

/* Viewers, which add times as floating-point numbers, show an arrow at an event
   if it begins this long before the event's end.  */
#define BEFORE_END_NS 10

struct slot
{
  atomic_uint_least64_t state; /* round, and uses in the lowest USES bits */
  uint64_t task;               /* number */
  uint64_t created;            /* time */
  uint64_t begun, ended;       /* its last part's times; 0: it has not ended */
  int creator, runner;         /* threads */
  bool is_target;              /* a target construct's */
  unsigned count;              /* predecessors */
  unsigned before[BEFORE_MAX]; /* these */
  unsigned next;               /* free: the next free slot */
};

#define USES 16
#define USE UINT64_C (1)
#define USES_MASK ((UINT64_C (1) << USES) - 1)
#define ROUND (UINT64_C (1) << USES)
/* A word: a round above the number of a slot.  */
#define SLOT_BITS 24

/* Slot 0 is none.  */
static struct
{
  struct gomp_mutex mutex;
  struct slot *_Atomic chunks[CHUNKS];
  unsigned free, used;
} slots;

static atomic_uint_least64_t tasks; /* so far */

static struct slot *
slot_at (unsigned n)
{
  return &atomic_load_explicit (&slots.chunks[n / CHUNK],
                                memory_order_acquire)[n % CHUNK];
}

/* A slot that was never used; 0: none.  */
static unsigned
new_slot (void)
{
  void *memory;
  unsigned n = slots.used + 1;
  if (n / CHUNK >= CHUNKS)
    return 0;
  if (slots.chunks[n / CHUNK] == NULL)
    {
      if (os_sparse_map (CHUNK * sizeof (struct slot), &memory) != 0)
        return 0;
      atomic_store (&slots.chunks[n / CHUNK], memory);
    }
  return slots.used = n;
}

static unsigned
take_slot (void)
{
  gomp_mutex_lock (&slots.mutex);
  unsigned n = slots.free;
  if (n != 0)
    slots.free = slot_at (n)->next;
  else
    n = new_slot ();
  gomp_mutex_unlock (&slots.mutex);
  return n;
}

/* ---- Uses.  */

static unsigned
number_of (const ompt_data_t *task)
{
  return task == NULL
             ? 0
             : (unsigned)(task->value & ((UINT64_C (1) << SLOT_BITS) - 1));
}

/* Use the slot of TASK; 0: the task has none, or not any more.  */
static unsigned
use (const ompt_data_t *task)
{
  unsigned n = number_of (task);
  if (n == 0)
    return 0;
  struct slot *slot = slot_at (n);
  uint64_t state = atomic_load (&slot->state);
  do
    if (state >> USES != task->value >> SLOT_BITS
        || (state & USES_MASK) == USES_MASK)
      return 0;
  while (!atomic_compare_exchange_weak (&slot->state, &state, state + USE));
  return n;
}

/* One use less of slot N.  */
static void
drop (unsigned n)
{
  struct slot *slot = slot_at (n);
  uint64_t state = atomic_load (&slot->state), next;
  do
    next = (state & USES_MASK) == USE ? state - USE + ROUND : state - USE;
  while (!atomic_compare_exchange_weak (&slot->state, &state, next));
  if ((next & USES_MASK) != 0)
    return;
  gomp_mutex_lock (&slots.mutex);
  slot->next = slots.free;
  slots.free = n;
  gomp_mutex_unlock (&slots.mutex);
}

/* ---- A task's life.  Implicit tasks have no slot, and no task has one if
   there is no memory: then the word is 0.  */

static void
task_create (ompt_data_t *by, const ompt_frame_t *frame, ompt_data_t *task,
             int flags, int depends, const void *at)
{
  unsigned n = take_slot ();
  (void)by;
  (void)frame;
  (void)depends;
  (void)at;
  task->value = 0;
  if (n == 0)
    return;
  struct slot *slot = slot_at (n);
  slot->created = gomp_timeline_now (&slot->creator);
  slot->task = atomic_fetch_add_explicit (&tasks, 1, memory_order_relaxed) + 1;
  slot->begun = slot->ended = 0;
  slot->count = 0;
  slot->is_target = (flags & ompt_task_target) != 0;
  uint64_t state = atomic_fetch_add (&slot->state, USE);
  task->value = state >> USES << SLOT_BITS | n;
}

/* SINK waits for SRC.  */
static void
task_dependence (ompt_data_t *src, ompt_data_t *sink)
{
  unsigned n = number_of (sink);
  struct slot *slot = n == 0 ? NULL : slot_at (n);
  if (slot == NULL || slot->count == BEFORE_MAX)
    return;
  unsigned before = use (src);
  if (before != 0)
    slot->before[slot->count++] = before;
}

/* The task of SLOT begins NOW: all its predecessors have ended.  */
static void
show_arrows (struct slot *slot, uint64_t now)
{
  gomp_timeline_arrow ("creation of task", slot->creator, slot->created, now);
  for (unsigned i = 0; i < slot->count; i++)
    {
      const struct slot *before = slot_at (slot->before[i]);
      uint64_t end = before->ended;
      if (end > before->begun + BEFORE_END_NS)
        end -= BEFORE_END_NS;
      else
        end = before->begun;
      if (before->ended != 0)
        gomp_timeline_arrow ("dependence", before->runner, end, now);
      drop (slot->before[i]);
    }
  slot->count = 0;
}

static void
begin_task (const ompt_data_t *task)
{
  unsigned n = number_of (task);
  struct slot *slot = n == 0 ? NULL : slot_at (n);
  if (slot == NULL)
    {
      gomp_timeline_begin (GOMP_TIMELINE_TASK, 0, NULL);
      return;
    }
  bool is_first = slot->begun == 0;
  slot->ended = 0;
  gomp_timeline_now (&slot->runner);
  slot->begun = gomp_timeline_begin (slot->is_target ? GOMP_TIMELINE_TARGET_TASK
                                                     : GOMP_TIMELINE_TASK,
                                     slot->task, NULL);
  if (is_first)
    show_arrows (slot, slot->begun);
}

static void
end_task (const ompt_data_t *task, bool is_over)
{
  unsigned n = number_of (task);
  uint64_t now = gomp_timeline_end ();
  if (n == 0)
    return;
  slot_at (n)->ended = now;
  if (is_over)
    drop (n);
}

/* TASK does not run any more.  */
static void
forget_task (const ompt_data_t *task)
{
  unsigned n = number_of (task);
  if (n == 0)
    return;
  struct slot *slot = slot_at (n);
  while (slot->count > 0)
    drop (slot->before[--slot->count]);
  drop (n);
}

/* Does the activity of the calling thread belong to PRIOR, a target task that
   has launched its region?  Then the thread goes on with what it did before. */
static bool
is_suspended (const ompt_data_t *prior, const ompt_data_t *next)
{
  unsigned n = number_of (next);
  if (number_of (prior) == 0 || next == NULL)
    return false;
  return n == 0 ? next->value != 0
                : slot_at (n)->begun != 0 && slot_at (n)->ended == 0;
}

static void
task_schedule (ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next)
{
  switch (status)
    {
    case ompt_task_switch:
    case ompt_task_yield:
      if (is_suspended (prior, next))
        end_task (prior, false);
      else
        begin_task (next);
      break;
    case ompt_task_complete:
    case ompt_task_cancel:
      end_task (prior, true);
      break;
    case ompt_task_detach:
      end_task (prior, false);
      break;
    case ompt_task_late_fulfill:
    case ompt_taskwait_complete:
      forget_task (prior);
      break;
    default:
      break;
    }
}

static void
cancel (ompt_data_t *task, int flags, const void *at)
{
  (void)at;
  if (flags & ompt_cancel_discarded_task)
    forget_task (task);
}

void
gomp_timeline_tasks_forked (void)
{
  slots.mutex = (struct gomp_mutex){ 0 };
}

void
gomp_timeline_register_tasks (void)
{
  gomp_ompt_set_callback (ompt_callback_task_create,
                          (ompt_callback_t)task_create);
  gomp_ompt_set_callback (ompt_callback_task_dependence,
                          (ompt_callback_t)task_dependence);
  gomp_ompt_set_callback (ompt_callback_task_schedule,
                          (ompt_callback_t)task_schedule);
  gomp_ompt_set_callback (ompt_callback_cancel, (ompt_callback_t)cancel);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The life of tasking's part of a team and of a thread.

   Owns initial and implicit tasks.  The team's primary thread starts and ends
   the team's part, each thread enters and leaves its implicit task.  At its
   next entry it clears what a region left behind in its member.  OpenMP 5.1
   sections 2.6 and 2.12.

   How many tasks are pending.  Each thread counts the tasks that it spawned and
   those that it completed, in words that only it writes, so that nothing is
   shared until a thread asks for the sum. gomp_tasking_pending first adds up
   the completions, then the spawns.  All these counts only grow, and a thread
   that sees a completion also sees the task's spawn (spawn, hand-over with
   release and acquire, completion with release).  Let t be the time between the
   two sums: the first is at most the completions at t, which are at most the
   spawns at t, which are at most the second.  If the sums are equal, so are the
   two in the middle: at t no task was pending.  If all threads had already
   arrived at a barrier, no thread could spawn a task at t, so 0 is final.  The
   fence at the beginning orders the caller's own last completion before it
   reads the others': of two threads that complete the last two tasks at least
   one sees 0.

   Model: testsuite/models/pending.pml.  */

#include <string.h>

#include "base/mem.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/task.h"

static void
member_init (struct gomp_task_team *tasks, unsigned number)
{
  struct gomp_task_member *member = &tasks->members[number];
  member->tasks = tasks;
  member->number = number;
  member->victim = number + 1;
  member->implicit.member = member;
}

/* The initial state of the member's implicit task.  */
static inline void
start_implicit (struct gomp_task_member *member, struct gomp_icv *icv,
                struct gomp_task_env *parent)
{
  struct gomp_task *task = &member->implicit;
  if (unlikely (task->env.icv_owned || task->inherited != NULL))
    gomp_task_free_icvs (task);
  task->env = (struct gomp_task_env){
    .icv = icv,
    .implicit = true,
    .parent = parent,
    .target_data = parent == NULL ? NULL : parent->target_data,
  };
  task->group = NULL;
  task->local = 0;
  atomic_store_explicit (&task->refs, GOMP_TASK_SELF, memory_order_relaxed);
  atomic_store_explicit (&member->created, 0, memory_order_relaxed);
  atomic_store_explicit (&member->completed, 0, memory_order_relaxed);
}

size_t
gomp_tasking_thread_size (void)
{
  return sizeof (struct gomp_task_thread);
}

void
gomp_tasking_thread_init (struct gomp_thread *self, void *memory)
{
  struct gomp_task_thread *data = memory;
  data->heap = gomp_heap_acquire ();
  gomp_grain_init (&data->grains);
  atomic_init (&data->tasks.nthreads, 1);
  data->tasks.members = &data->member;
  data->member.at_once = true;
  member_init (&data->tasks, 0);
  start_implicit (&data->member, &gomp_icv_global.initial, NULL);
  self->tasking = data;
}

static NOINLINE struct gomp_task_thread *
make_thread_data (struct gomp_thread *self)
{
  struct gomp_task_thread *data = gomp_xalloc_aligned (
      __alignof__(struct gomp_task_thread), sizeof (*data));
  __builtin_memset (data, 0, sizeof (*data));
  data->allocated = true;
  gomp_tasking_thread_init (self, data);
  return data;
}

static inline struct gomp_task_thread *
thread_data (struct gomp_thread *self)
{
  if (likely (self->tasking != NULL))
    return self->tasking;
  return make_thread_data (self);
}

struct gomp_task_env *
gomp_tasking_initial_task (struct gomp_thread *self)
{
  return &thread_data (self)->member.implicit.env;
}

/* Wait for threads outside the team that have completed a task of it, or made
   one ready, and are about to finish that.  */
static void
see_off (struct gomp_task_team *tasks)
{
  unsigned round = 0;
  /* Acquire: pairs with gomp_task_depart.  */
  while (atomic_load_explicit (&tasks->visitors, memory_order_acquire) != 0)
    gomp_spin_round (&round);
}

/* The state of TASKS that a region leaves for the next one.  */
static inline void
forget_region (struct gomp_task_team *tasks)
{
  if (atomic_load_explicit (&tasks->cancelled, memory_order_relaxed))
    atomic_store_explicit (&tasks->cancelled, false, memory_order_relaxed);
  if (atomic_load_explicit (&tasks->used, memory_order_relaxed))
    {
      see_off (tasks);
      atomic_store_explicit (&tasks->used, false, memory_order_relaxed);
      atomic_store_explicit (&tasks->completed_outside, 0,
                             memory_order_relaxed);
    }
}

/* Wait for the tasks of the initial task of SELF, which has DATA; then NEXT
   becomes its task.  A signal handler may read that at any time.  */
static inline void
end_initial (struct gomp_thread *self, struct gomp_task_thread *data,
             struct gomp_task_env *next)
{
  struct gomp_task *initial = &data->member.implicit;
  self->task = &initial->env;
  gomp_tasking_drain (self);
  see_off (&data->tasks);
  self->task = next;
  atomic_signal_fence (memory_order_seq_cst);
  if (unlikely (initial->depend_table != NULL))
    gomp_depend_table_free (data->heap, initial);
}

static void
drop_thread_data (struct gomp_task_thread *data)
{
  gomp_task_free_icvs (&data->member.implicit);
  gomp_queue_fini (&data->tasks.queue);
  while (data->frames != NULL)
    {
      struct gomp_task *frame = data->frames;
      data->frames = frame->next;
      gomp_heap_free (data->heap, frame);
    }
  gomp_heap_release (data->heap);
}

void
gomp_tasking_thread_fini (struct gomp_thread *self, struct gomp_task_env *next)
{
  struct gomp_task_thread *data = self->tasking;
  if (data == NULL)
    return;
  end_initial (self, data, next);
  while (data->spare != NULL)
    {
      struct gomp_task_thread *spare = data->spare;
      data->spare = spare->spare;
      drop_thread_data (spare);
      gomp_free (spare);
    }
  drop_thread_data (data);
  self->tasking = NULL;
  if (data->allocated)
    gomp_free (data);
}

struct gomp_task_env *
gomp_tasking_enter_initial (struct gomp_thread *self)
{
  struct gomp_task_thread *outer = self->tasking, *data = outer->spare;
  if (unlikely (data == NULL))
    {
      data = make_thread_data (self);
      outer->spare = data;
    }
  else
    {
      start_implicit (&data->member, &gomp_icv_global.initial, NULL);
      self->tasking = data;
    }
  return &data->member.implicit.env;
}

void
gomp_tasking_leave_initial (struct gomp_thread *self,
                            struct gomp_task_thread *tasking,
                            struct gomp_task_env *next)
{
  struct gomp_task_thread *data = self->tasking;
  end_initial (self, data, next);
  forget_region (&data->tasks);
  self->tasking = tasking;
}

static size_t
header_size (void)
{
  size_t align = __alignof__(struct gomp_task_member);
  return (sizeof (struct gomp_task_team) + align - 1) & -align;
}

size_t
gomp_tasking_team_size (unsigned nthreads)
{
  return header_size () + nthreads * sizeof (struct gomp_task_member);
}

void
gomp_tasking_team_start (struct gomp_team *team, struct gomp_icv *icv,
                         struct gomp_task_env *parent)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  if (tasks->team != team)
    {
      tasks->team = team;
      tasks->members
          = (struct gomp_task_member *)((char *)tasks + header_size ());
    }
  unsigned nthreads = gomp_team_nthreads (team);
  if (gomp_task_nthreads (tasks) != nthreads)
    atomic_store_explicit (&tasks->nthreads, nthreads, memory_order_relaxed);
  if (tasks->icv != icv)
    tasks->icv = icv;
  if (tasks->parent != parent)
    tasks->parent = parent;
}

void
gomp_tasking_reserve (struct gomp_team *team)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  gomp_queue_reserve (&tasks->queue);
}

void
gomp_tasking_team_end (struct gomp_team *team)
{
  forget_region (gomp_team_tasking (team));
}

/* The queue may have been changing: drop its contents.  */
void
gomp_tasking_team_forked (struct gomp_team *team)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  memset (&tasks->queue, 0, sizeof (tasks->queue));
  atomic_store_explicit (&tasks->nthreads, 1, memory_order_relaxed);
  atomic_store_explicit (&tasks->visitors, 0, memory_order_relaxed);
  tasks->forked = true;
}

void
gomp_tasking_team_free (struct gomp_team *team)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  for (unsigned i = 0; i < team->capacity; i++)
    if (tasks->members != NULL)
      gomp_task_free_icvs (&tasks->members[i].implicit);
  gomp_queue_fini (&tasks->queue);
}

void
gomp_tasking_thread_enter (struct gomp_thread *self)
{
  struct gomp_task_team *tasks = gomp_team_tasking (self->team);
  struct gomp_task_member *member = &tasks->members[self->thread_num];
  if (unlikely (member->tasks == NULL))
    member_init (tasks, self->thread_num);
  thread_data (self);
  bool at_once
      = gomp_task_alone (member) && gomp_icv_global.max_task_priority == 0;
  if (member->at_once != at_once)
    member->at_once = at_once;
  start_implicit (member, tasks->icv, tasks->parent);
  self->task = &member->implicit.env;
}

void
gomp_tasking_thread_leave (struct gomp_thread *self)
{
  struct gomp_task *implicit = gomp_task_current (self);
  if (unlikely (implicit->depend_table != NULL))
    gomp_depend_table_free (self->tasking->heap, implicit);
  self->task = self->thread_num == 0 ? implicit->env.parent
                                     : &self->tasking->member.implicit.env;
}

size_t
gomp_tasking_pending (struct gomp_team *team)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  if (!atomic_load_explicit (&tasks->used, memory_order_relaxed))
    return 0;
  unsigned nthreads = gomp_task_nthreads (tasks);
  atomic_thread_fence (memory_order_seq_cst);
  /* Acquire: pairs with the releases of the completions.  */
  uint64_t completed
      = atomic_load_explicit (&tasks->completed_outside, memory_order_acquire);
  for (unsigned i = 0; i < nthreads; i++)
    completed += atomic_load_explicit (&tasks->members[i].completed,
                                       memory_order_acquire);
  uint64_t created = 0;
  for (unsigned i = 0; i < nthreads; i++)
    created += atomic_load_explicit (&tasks->members[i].created,
                                     memory_order_relaxed);
  return created - completed;
}

void
gomp_tasking_cancel_team (struct gomp_team *team)
{
  struct gomp_task_team *tasks = gomp_team_tasking (team);
  /* Relaxed: tasks may start for a while still.  */
  atomic_store_explicit (&tasks->cancelled, true, memory_order_relaxed);
}

void
gomp_tasking_drain (struct gomp_thread *self)
{
  if (self->team == NULL && self->tasking != NULL)
    gomp_task_wait_children (self);
}

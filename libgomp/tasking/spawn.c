/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Making tasks (OpenMP 5.1 section 2.12.1, task construct).

   Called by the thread that encounters the construct, for its current task.  A
   task is one block of that thread's heap: the descriptor, then the argument.
   undeferred.h explains which tasks run at once.  Among them are tasks that
   find the thread's deque full or, if they have a priority, the team's queue
   long, which bounds the number of waiting tasks.  A task with dependences or
   an event never runs at once for lack of room, since it could wait for
   something that this thread has yet to do.  If there are very many tasks with
   dependences, their thread first runs some other task.  */

#include "arch/arch.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "base/sizes.h"
#include "base/tsan.h"
#include "tasking/depend.h"
#include "tasking/group.h"
#include "tasking/task.h"
#include "tasking/undeferred.h"
#include "team/surplus.h"

#include <string.h>

#define BLOCK_ALIGN 16
#define DESCRIPTOR_SIZE                                                        \
  ((sizeof (struct gomp_task) + BLOCK_ALIGN - 1) & -(size_t)BLOCK_ALIGN)
/* With so many incomplete children, a new one with dependences makes its parent
   run a task, or wait that long for other threads.  Each further ROOM_STEP
   children halve the time, so that behind a long task the parent waits for a
   few milliseconds in all.  */
#define MANY_CHILDREN 1024
#define ROOM_NS 20000
#define ROOM_STEP 256
/* A task that takes as long as so many small ones is large.  A task that takes
   less may just have been interrupted, but not several of them (row
   wavefront-work).  */
#define HELP_LARGE 256
#define HELP_SLOW 2
#define MOST_SLOW 2
/* The most children that a parent runs, or waits for, in order to have no
   incomplete ones (row chain).  */
#define HELP_TASKS 64
/* It goes on waiting while other threads complete so many in the time of so
   many (row chain).  */
#define AWAIT_TASKS 16
#define AWAIT_LIMITS 64

/* With so many tasks in the shared queue, for each thread, new ones with a
   priority run at once.  */
#define MANY_QUEUED GOMP_DEQUE_CAPACITY
/* Tasks that run at once before a full deque is checked again; fewer if so many
   threads take from it that it could be empty by then.  It could be, too, once
   they have taken longer than so many small tasks.  */
#define FULL_FOR 32
#define FULL_TASKS 100

bool
gomp_task_look_full (struct gomp_task_member *member, int priority)
{
  struct gomp_task_team *tasks = member->tasks;
  unsigned nthreads = gomp_task_nthreads (tasks);
  if (gomp_deque_size (&member->deque) >= GOMP_DEQUE_CAPACITY)
    {
      unsigned share = GOMP_DEQUE_CAPACITY / 2 / nthreads;
      member->full_at = gomp_deque_bottom (&member->deque);
      member->full_until
          = arch_ticks () + FULL_TASKS * gomp_self ()->tasking->grains.limit;
      member->full_for = share < FULL_FOR ? share : FULL_FOR;
      return true;
    }
  if (likely (priority <= 0))
    return false;
  /* Relaxed: a hint.  */
  return atomic_load_explicit (&tasks->queue.count, memory_order_relaxed)
         >= (size_t)nthreads * MANY_QUEUED;
}

/* Everything but the argument.  */
static inline struct gomp_task *
describe (struct gomp_thread *self, const struct gomp_task_request *req,
          size_t argument)
{
  struct gomp_task *parent = gomp_task_current (self);
  if (unlikely (parent->env.icv_owned))
    gomp_task_share_icvs (parent);
  struct gomp_task *task
      = gomp_heap_alloc (self->tasking->heap, DESCRIPTOR_SIZE + argument);
  /* Pairs with the release of the block's last use in complete.c.  */
  gomp_tsan_acquire (task);
  task->env = (struct gomp_task_env){
    .icv = parent->env.icv,
    .in_final = parent->env.in_final || req->final,
    .parent = &parent->env,
    .target_data = parent->env.target_data,
  };
  task->member = parent->member;
  atomic_store_explicit (gomp_task_lineage (task),
                         (uintptr_t)parent | parent->env.implicit,
                         memory_order_relaxed);
  task->priority = req->priority;
  task->fn = req->fn;
  task->group = parent->group;
  task->local = 0;
  atomic_store_explicit (&task->refs, GOMP_TASK_SELF, memory_order_relaxed);
  task->depend = NULL;
  task->depend_table = NULL;
  task->target = NULL;
  task->inherited = NULL;
  task->depth = 0;
  atomic_store_explicit (&task->event, GOMP_EVENT_NONE, memory_order_relaxed);
  task->deferred = false;
  task->remote_only = false;
  task->copied = false;
  task->data_allocated = false;
  return task;
}

/* Store the handle in the program's variable, and in the first word of the
   data, of which the task gets a copy.  */
static void
expose_event (struct gomp_task *task, const struct gomp_task_request *req)
{
  atomic_store_explicit (&task->event, GOMP_EVENT_PENDING,
                         memory_order_relaxed);
  *req->event = task;
  if (req->data != NULL)
    *(void **)req->data = task;
}

static void
copy_argument (struct gomp_thread *self, struct gomp_task *task,
               const struct gomp_task_request *req)
{
  if (likely (req->copy == NULL))
    {
      memcpy (task->data, req->data, req->size);
      return;
    }
  struct gomp_task_env *spawner = self->task;
  self->task = &task->env;
  req->copy (task->data, req->data);
  self->task = spawner;
  task->copied = true;
}

struct gomp_task *
gomp_task_make (struct gomp_thread *self, const struct gomp_task_request *req)
{
  size_t align = req->align > BLOCK_ALIGN ? req->align : BLOCK_ALIGN;
  size_t room = gomp_size_sum (req->size, align - BLOCK_ALIGN);
  bool fits = likely (room <= GOMP_BLOCK_MAX - DESCRIPTOR_SIZE);
  struct gomp_task *task = describe (self, req, fits ? room : 0);
  if (fits)
    task->data = (void *)(((uintptr_t)task + DESCRIPTOR_SIZE + align - 1)
                          & -(uintptr_t)align);
  else
    {
      task->data = gomp_xalloc_aligned (align, req->size);
      task->data_allocated = true;
    }
  if (unlikely (req->event != NULL))
    expose_event (task, req);
  if (req->size != 0)
    copy_argument (self, task, req);
  return task;
}

/* The first task of a region.  */
static NOINLINE void
announce (struct gomp_task_team *tasks)
{
  /* Relaxed: a thread's arrival at a barrier publishes it.  */
  atomic_store_explicit (&tasks->used, true, memory_order_relaxed);
  if (tasks->team == NULL)
    return;
  /* A thread that makes tasks does not wait, and so would not report its
     CPU.  */
  gomp_surplus_work (gomp_self ());
  gomp_team_notify_work (tasks->team);
}

/* Count TASK before any thread can complete it.  */
static inline void
account (struct gomp_task *parent, struct gomp_task *task)
{
  struct gomp_task_member *member = parent->member;
  if (unlikely (
          !atomic_load_explicit (&member->tasks->used, memory_order_relaxed)))
    announce (member->tasks);
  uint64_t n = atomic_load_explicit (&member->created, memory_order_relaxed);
  /* Relaxed: the task is handed on with release, see gomp_tasking_pending.  */
  atomic_store_explicit (&member->created, n + 1, memory_order_relaxed);
  gomp_invariant (!task->deferred && !gomp_task_has_ended (parent),
                  "a task is spawned twice, or by one that has ended");
  task->deferred = true;
  parent->local++;
  if (task->group != NULL)
    gomp_taskgroup_enter (task->group, member);
}

/* PARENT has many incomplete children.  If none is ready, a thread that has
   lost its CPU may run the one that the others depend on: it needs the CPU.  */
static NOINLINE void
make_room (struct gomp_thread *self, struct gomp_task *parent)
{
  if (gomp_task_yield (self))
    return;
  uint32_t children = gomp_task_children (parent);
  if (children <= MANY_CHILDREN)
    return;
  uint32_t halvings = (children - MANY_CHILDREN) / ROOM_STEP;
  uint64_t until = os_time_ns () + (halvings < 16 ? ROOM_NS >> halvings : 0);
  unsigned round = 0;
  do
    gomp_spin_round (&round);
  while (gomp_task_children (parent) > MANY_CHILDREN && os_time_ns () < until);
}

/* Is TASK ready?  */
static SPECIALIZED bool
add_dependent (struct gomp_thread *self, struct gomp_task *task, void **depend,
               const enum gomp_task_way way, uint64_t word)
{
  return way == GOMP_TASK_OBSERVED
             ? gomp_depend_add_observed (self, task, depend, word)
         : way == GOMP_TASK_AHEAD ? gomp_depend_add_ahead (self, task, depend)
                                  : gomp_depend_add (self, task, depend);
}

static SPECIALIZED void
launch (struct gomp_thread *self, struct gomp_task *task, void **depend,
        const enum gomp_task_way way, uint64_t word)
{
  struct gomp_task *parent = gomp_task_of (task->env.parent);
  account (parent, task);
  gomp_tsan_release (task);
  if (unlikely (depend != NULL))
    {
      if (unlikely (gomp_task_children (parent) > MANY_CHILDREN))
        make_room (self, parent);
      if (!add_dependent (self, task, depend, way, word))
        return;
    }
  gomp_task_ready (parent->member, task);
}

void
gomp_task_launch (struct gomp_thread *self, struct gomp_task *task,
                  void **depend)
{
  launch (self, task, depend, GOMP_TASK_USUAL, 0);
}

void
gomp_task_launch_ahead (struct gomp_thread *self, struct gomp_task *task,
                        void **depend)
{
  launch (self, task, depend, GOMP_TASK_AHEAD, 0);
}

void
gomp_task_launch_observed (struct gomp_thread *self, struct gomp_task *task,
                           void **depend, uint64_t word)
{
  launch (self, task, depend, GOMP_TASK_OBSERVED, word);
}

static bool
event_come (void *arg)
{
  struct gomp_task *task = arg;
  /* Acquire: pairs with gomp_task_fulfill.  */
  return atomic_load_explicit (&task->event, memory_order_acquire)
         != GOMP_EVENT_BODY;
}

void
gomp_task_run_now (struct gomp_thread *self, struct gomp_task *task)
{
  struct gomp_task_condition come = { .done = event_come, .arg = task };
  gomp_task_run (self, task->member, task);
  if (unlikely (!event_come (task)))
    gomp_task_wait_until (self, &come);
  gomp_tsan_acquire (task);
  gomp_task_retire (self, task);
}

struct gomp_task *
gomp_task_frame (struct gomp_thread *self)
{
  struct gomp_task_request none = { .fn = NULL };
  return describe (self, &none, 0);
}

void
gomp_task_run_timed (struct gomp_thread *self, struct gomp_task *parent,
                     void (*fn) (void *), void *data, bool final)
{
  struct gomp_grain *grain = self->tasking->grains.timed;
  self->tasking->grains.timed = NULL;
  uint64_t began = arch_ticks ();
  gomp_task_run_at_once (self, parent, fn, data, final);
  gomp_grain_time (grain, began);
}

static void
spawn_undeferred (struct gomp_thread *self, struct gomp_task *parent,
                  const struct gomp_task_request *req)
{
  if (unlikely (req->depend != NULL))
    gomp_depend_wait (self, req->depend);
  if (likely (req->event == NULL && req->copy == NULL))
    {
      gomp_task_run_small (self, parent, req->fn, req->data, req->final);
      return;
    }
  struct gomp_task *task = gomp_task_make (self, req);
  task->depth = parent->depth + 1;
  gomp_task_run_now (self, task);
}

/* Wait while other threads complete PARENT's children as fast as small tasks
   go, or for the time of PATIENCE times AWAIT_LIMITS: a thread that has lost
   its CPU may hold one.  */
static bool
await_children (struct gomp_thread *self, struct gomp_task *parent,
                unsigned patience)
{
  struct gomp_grains *grains = &self->tasking->grains;
  uint32_t left = gomp_task_children (parent);
  uint64_t began = arch_ticks ();
  unsigned round = 0;
  while (left != 0)
    {
      gomp_spin_round (&round);
      uint32_t now = gomp_task_children (parent);
      if (now != 0 && !gomp_grain_took (grains, began, patience * AWAIT_LIMITS))
        continue;
      if (now > left - (now != 0 ? AWAIT_TASKS : 0))
        return false;
      left = now;
      began = arch_ticks ();
    }
  return true;
}

/* Run tasks that are next in the own deque, as long as they are quick, until
   PARENT, which is about to spawn one of FN, has no incomplete children.  */
static bool
help_children (struct gomp_thread *self, struct gomp_task *parent,
               void (*fn) (void *))
{
  struct gomp_task_member *member = parent->member;
  struct gomp_grains *grains = &self->tasking->grains;
  int slow = 0;
  int i = 0;
  for (; i < HELP_TASKS && gomp_task_children (parent) != 0; i++)
    {
      struct gomp_task *task
          = gomp_deque_pop (&member->deque, parent->floor, true);
      if (task == NULL)
        break;
      void (*next) (void *) = task->fn;
      if (next != fn && !gomp_grain_may_be_small (grains, next))
        {
          /* A thread that looked meanwhile saw none.  */
          gomp_deque_push (&member->deque, task);
          gomp_task_notify_pushed (member->tasks, &member->deque);
          return false;
        }
      uint64_t began = arch_ticks ();
      gomp_task_run (self, member, task);
      if (gomp_grain_took (grains, began, HELP_LARGE))
        {
          if (next != fn)
            gomp_grain_is_large (grains, next);
          return false;
        }
      slow += gomp_grain_took (grains, began, HELP_SLOW);
      if (slow == MOST_SLOW)
        return false;
    }
  bool all_small = i != 0 && slow == 0;
  return await_children (self, parent,
                         all_small ? gomp_grain_patience (grains, fn) : 1);
}

/* The task of REQ, which has dependences, should run at once: it has no
   predecessors and cannot be one, because PARENT has no incomplete children;
   and it is small, or no other thread could run it.  */
static bool
dependent_undeferred (struct gomp_thread *self, struct gomp_task *parent,
                      const struct gomp_task_request *req)
{
  if (!gomp_task_may_nest (parent))
    return false;
  bool none = gomp_task_children (parent) == 0;
  if (gomp_task_solitary (parent))
    return none;
  if (req->copy != NULL)
    return false;
  struct gomp_grains *grains = &self->tasking->grains;
  if (!none && gomp_icv_global.max_task_priority == 0
      && gomp_grain_hopeful (grains, req->fn))
    {
      none = help_children (self, parent, req->fn);
      if (!none)
        gomp_grain_postpone (grains, req->fn);
    }
  return none && gomp_task_small (self, parent, req->fn);
}

/* REQ's task must or should run at once.  A task with dependences or an event
   never does so for lack of room.  */
static inline bool
runs_at_once (struct gomp_thread *self, struct gomp_task *parent,
              const struct gomp_task_request *req)
{
  if (!req->may_defer || gomp_task_must_not_defer (parent))
    return true;
  if (req->event != NULL)
    return false;
  if (req->depend != NULL)
    return dependent_undeferred (self, parent, req);
  return gomp_task_may_nest (parent)
         && (gomp_task_solitary (parent)
             || gomp_task_full (parent->member, req->priority));
}

void
gomp_task_defer (struct gomp_thread *self, const struct gomp_task_request *req)
{
  gomp_task_launch (self, gomp_task_make (self, req), req->depend);
}

void
gomp_task_spawn (struct gomp_thread *self, const struct gomp_task_request *req)
{
  struct gomp_task *parent = gomp_task_current (self);
  if (unlikely (gomp_task_spawn_cancelled (parent)))
    return;
  if (runs_at_once (self, parent, req))
    spawn_undeferred (self, parent, req);
  else
    gomp_task_defer (self, req);
}

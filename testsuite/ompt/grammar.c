/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A tool that checks the events of any program as they come.  Each thread has a
   stack of what has begun and not ended; regions and tasks have numbers, under
   which a table says what state they are in.  A violation is printed; at the
   end the process exits with status 99 if there was one.  GRAMMAR_COUNTS names
   a file that then gets a line for each kind of event; GRAMMAR_LOG one to which
   violations are appended, of any number of processes, however these end.
   GRAMMAR_OPEN, if it is set, says that the program ends inside of constructs.
   grammar_target.c checks the events of devices; grammar_process.c has what
   asks the system.

   The tool calls no malloc on other threads than the first, as tests count
   theirs: what it has for a thread is mapped, and unmapped at its end, and its
   thread-local variables are few.  */

#define _GNU_SOURCE 1
#include "grammar.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "start.h"

#define bad grammar_bad
#define MOST (1 << 25)
#define DEPTH 4096

enum open
{
  THREAD,
  IMPLICIT,
  REGION,
  SYNC,
  WAIT,
  WORK,
  TASK,
  MASKED
};
static const char *const open_names[]
    = { "thread", "implicit task", "region", "sync region",
        "wait",   "work",          "task",   "masked" };

struct thread
{
  struct thread *next; /* in the list of those that live */
  ompt_thread_t type;
  pid_t id;
  enum open open[DEPTH];
  uint64_t what[DEPTH]; /* kind, or number of the region or task */
  int depth;
  uint64_t task; /* number of the current one */
  uint64_t made; /* the last task that it created */
  bool depends;  /* that one has dependences */
};
static __thread struct thread *self;
static struct thread *threads; /* the mutex */
static pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;

/* State of a region: implicit tasks that have begun, and ended.  */
static struct region
{
  atomic_int state; /* 1 open, 2 over */
  atomic_uint begun, ended, size;
} * regions;
static atomic_uint region_count;

static struct task
{
  atomic_int state; /* enum task_state */
  atomic_int flags;
} * tasks;
enum task_state
{
  NONE,
  CREATED,
  RUNNING,
  SUSPENDED,
  DETACHED,
  OVER
};
static atomic_uint task_count;
static unsigned regions_before, tasks_before; /* of a fork */

static atomic_bool is_over;
static atomic_uint counts[64], begins[64];
static atomic_uint iterations; /* of chunks that were handed out */

static struct thread *
me (ompt_callbacks_t event)
{
  static struct thread lost;
  if (is_over)
    bad ("event %d after the end", event);
  atomic_fetch_add (&counts[event], 1);
  if (self == NULL)
    {
      bad ("event %d on a thread that has not begun", event);
      return &lost;
    }
  return self;
}

static void
push (struct thread *t, enum open open, uint64_t what)
{
  if (t->depth == DEPTH)
    bad ("nested too deep");
  else
    {
      t->open[t->depth] = open;
      t->what[t->depth++] = what;
    }
}

static void
pop (struct thread *t, enum open open, uint64_t what)
{
  if (t->depth == 0)
    bad ("end of %s %lu, nothing is open", open_names[open], (long)what);
  else if (t->open[t->depth - 1] != open || t->what[t->depth - 1] != what)
    bad ("end of %s %lu in %s %lu", open_names[open], (long)what,
         open_names[t->open[t->depth - 1]], (long)t->what[t->depth - 1]);
  else
    t->depth--;
}

static void
endpoint (struct thread *t, ompt_callbacks_t event, enum open open,
          uint64_t what, ompt_scope_endpoint_t point)
{
  if (point == ompt_scope_begin)
    {
      atomic_fetch_add (&begins[event], 1);
      push (t, open, what);
    }
  else if (point == ompt_scope_end)
    pop (t, open, what);
  else if (point != ompt_scope_beginend)
    bad ("endpoint %d", point);
}

/* The number of a new region or task.  */
static uint64_t
count (atomic_uint *counter)
{
  unsigned n = atomic_fetch_add (counter, 1) + 1;
  if (n >= MOST)
    {
      dprintf (2, "grammar: too many regions or tasks\n");
      _exit (98);
    }
  return n;
}

static uint64_t
region_of (const ompt_data_t *data)
{
  uint64_t n = data == NULL ? 0 : data->value;
  if (data != NULL && (n == 0 || n > region_count))
    bad ("region %lu is unknown", (long)n);
  else if (n != 0 && regions[n].state != 1)
    bad ("region %lu is over", (long)n);
  return n > region_count ? 0 : n;
}

static uint64_t
new_task (ompt_data_t *data, int flags)
{
  uint64_t n = count (&task_count);
  if (data->value != 0)
    bad ("a new task's word is %lu", (long)data->value);
  data->value = n;
  tasks[n].flags = flags;
  tasks[n].state = CREATED;
  return n;
}

/* TASK is the current one of T.  */
static void
is_current (struct thread *t, const ompt_data_t *task, const char *what)
{
  if (task == NULL || task->value != t->task)
    bad ("%s in task %lu instead of %lu", what,
         task == NULL ? 0L : (long)task->value, (long)t->task);
}

void
grammar_event (ompt_callbacks_t event)
{
  me (event);
}

void
grammar_begin (ompt_callbacks_t event)
{
  atomic_fetch_add (&begins[event], 1);
}

void
grammar_is_current (const ompt_data_t *task, const char *what)
{
  if (self != NULL)
    is_current (self, task, what);
}

/* ---- Threads and regions.  */

static void
thread_begin (ompt_thread_t type, ompt_data_t *data)
{
  if (self != NULL)
    bad ("a thread begins twice");
  self = grammar_map (sizeof (*self));
  struct thread *t = me (ompt_callback_thread_begin);
  if (data->value != 0)
    bad ("a new thread's word is %lu", (long)data->value);
  data->ptr = t;
  t->type = type;
  t->id = gettid ();
  pthread_mutex_lock (&threads_lock);
  t->next = threads;
  threads = t;
  pthread_mutex_unlock (&threads_lock);
  if (type < ompt_thread_initial || type > ompt_thread_unknown)
    bad ("thread of type %d", type);
  push (t, THREAD, 0);
}

static void
thread_end (ompt_data_t *data)
{
  struct thread *t = me (ompt_callback_thread_end);
  if (t != self)
    return;
  if (data->ptr != t)
    bad ("a thread ends with another's word");
  if (t->depth > 1 && !grammar_exits ())
    bad ("a thread ends in %s", open_names[t->open[t->depth - 1]]);
  t->depth = 1;
  pop (t, THREAD, 0);
  pthread_mutex_lock (&threads_lock);
  struct thread **link = &threads;
  while (*link != t)
    link = &(*link)->next;
  *link = t->next;
  pthread_mutex_unlock (&threads_lock);
  self = NULL;
  munmap (t, sizeof (*t));
}

static void
parallel_begin (ompt_data_t *task, const ompt_frame_t *frame,
                ompt_data_t *parallel, unsigned requested, int flags,
                const void *at)
{
  struct thread *t = me (ompt_callback_parallel_begin);
  is_current (t, task, "a region begins");
  if (parallel->value != 0 || at == NULL || requested == 0 || frame == NULL)
    bad ("a region begins with word %lu, %u threads, at %p, frame %p",
         (long)parallel->value, requested, at, (const void *)frame);
  if ((flags & (int)(ompt_parallel_team | ompt_parallel_league)) == 0)
    bad ("a region begins with flags %x", (unsigned)flags);
  uint64_t n = count (&region_count);
  parallel->value = n;
  regions[n].state = 1;
  push (t, REGION, n);
}

static void
parallel_end (ompt_data_t *parallel, ompt_data_t *task, int flags,
              const void *at)
{
  struct thread *t = me (ompt_callback_parallel_end);
  uint64_t n = region_of (parallel);
  (void)flags;
  is_current (t, task, "a region ends");
  if (n > regions_before
      && (regions[n].begun == 0 || regions[n].begun != regions[n].size
          || regions[n].ended != regions[n].size))
    bad ("region %lu ends when of %u tasks %u have begun and %u ended", (long)n,
         regions[n].size, regions[n].begun, regions[n].ended);
  if (at == NULL)
    bad ("a region ends nowhere");
  regions[n].state = 2;
  pop (t, REGION, n);
}

static void
implicit_task (ompt_scope_endpoint_t point, ompt_data_t *parallel,
               ompt_data_t *task, unsigned size, unsigned index, int flags)
{
  struct thread *t = me (ompt_callback_implicit_task);
  /* Nothing tells of the region around the program's initial task.  */
  bool is_outermost = (flags & ompt_task_initial) != 0 && parallel != NULL
                      && parallel->value == 0;
  uint64_t n = is_outermost ? 0 : region_of (parallel);
  if ((flags & (ompt_task_initial | ompt_task_implicit)) == 0)
    bad ("implicit task with flags %x", flags);
  if (point == ompt_scope_begin)
    {
      if ((flags & ompt_task_implicit) != 0)
        {
          if (n == 0 || index >= size)
            bad ("implicit task %u of %u in region %lu", index, size, (long)n);
        }
      else if (n != 0 && index >= size)
        bad ("team %u of %u in league %lu", index, size, (long)n);
      if (n != 0)
        {
          regions[n].size = size;
          atomic_fetch_add (&regions[n].begun, 1);
        }
      uint64_t number = new_task (task, flags);
      tasks[number].state = RUNNING;
      atomic_fetch_add (&begins[ompt_callback_implicit_task], 1);
      push (t, IMPLICIT, number);
      push (t, TASK, t->task);
      push (t, REGION, n);
      t->task = number;
      return;
    }
  if (parallel != NULL)
    bad ("an implicit task ends with a region");
  is_current (t, task, "end of implicit task");
  if (t->depth < 3 || t->open[t->depth - 1] != REGION
      || t->open[t->depth - 3] != IMPLICIT
      || t->what[t->depth - 3] != task->value)
    {
      if (!grammar_exits ())
        bad ("an implicit task ends in %s",
             t->depth == 0 ? "nothing" : open_names[t->open[t->depth - 1]]);
      return;
    }
  atomic_fetch_add (&regions[t->what[--t->depth]].ended, 1);
  uint64_t below = t->what[--t->depth];
  tasks[t->task].state = OVER;
  pop (t, IMPLICIT, task->value);
  t->task = below;
}

/* ---- Waits.  */

static void
sync_event (ompt_callbacks_t event, enum open open, ompt_sync_region_t kind,
            ompt_scope_endpoint_t point, ompt_data_t *parallel,
            ompt_data_t *task, const void *at)
{
  struct thread *t = me (event);
  (void)at;
  bool over = point == ompt_scope_end
              && kind == ompt_sync_region_barrier_implicit_parallel;
  if (over && open == SYNC && parallel != NULL)
    bad ("the last barrier of a region ends with its word");
  region_of (parallel);
  is_current (t, task, "sync region");
  if (kind < ompt_sync_region_barrier_explicit
      || kind > ompt_sync_region_barrier_teams)
    bad ("sync region of kind %d", kind);
  if (open == WAIT && point == ompt_scope_begin
      && (t->depth == 0 || t->open[t->depth - 1] != SYNC
          || t->what[t->depth - 1] != (uint64_t)kind))
    bad ("a wait begins outside of its region");
  endpoint (t, event, open, (uint64_t)kind, point);
}

static void
sync_region (ompt_sync_region_t kind, ompt_scope_endpoint_t point,
             ompt_data_t *parallel, ompt_data_t *task, const void *at)
{
  sync_event (ompt_callback_sync_region, SYNC, kind, point, parallel, task, at);
}

static void
sync_region_wait (ompt_sync_region_t kind, ompt_scope_endpoint_t point,
                  ompt_data_t *parallel, ompt_data_t *task, const void *at)
{
  sync_event (ompt_callback_sync_region_wait, WAIT, kind, point, parallel, task,
              at);
}

static void
reduction (ompt_sync_region_t kind, ompt_scope_endpoint_t point,
           ompt_data_t *parallel, ompt_data_t *task, const void *at)
{
  if (kind != ompt_sync_region_reduction || at == NULL)
    bad ("reduction of kind %d at %p", kind, at);
  sync_event (ompt_callback_reduction, SYNC, kind, point, parallel, task, at);
}

/* ---- Tasks.  */

static struct task *
task_of (const ompt_data_t *data)
{
  uint64_t n = data == NULL ? 0 : data->value;
  if (n == 0 || n > task_count)
    bad ("task %lu is unknown", (long)n);
  else if (tasks[n].state == OVER)
    bad ("task %lu is over", (long)n);
  return &tasks[n > task_count ? 0 : n];
}

static void
task_create (ompt_data_t *by, const ompt_frame_t *frame, ompt_data_t *task,
             int flags, int depends, const void *at)
{
  struct thread *t = me (ompt_callback_task_create);
  is_current (t, by, "a task is created");
  if ((flags & (ompt_task_explicit | ompt_task_taskwait | ompt_task_target))
          == 0
      || at == NULL || frame == NULL)
    bad ("a task is created with flags %x, at %p", (unsigned)flags, at);
  t->made = new_task (task, flags);
  t->depends = depends != 0;
}

static void
dependences (ompt_data_t *task, const ompt_dependence_t *list, int count)
{
  struct thread *t = me (ompt_callback_dependences);
  if (count > 0
      && (list[0].dependence_type == ompt_dependence_type_source
          || list[0].dependence_type == ompt_dependence_type_sink))
    {
      is_current (t, task, "doacross");
      return;
    }
  if (task->value != t->made || !t->depends || count <= 0)
    bad ("%d dependences of task %lu, made: %lu", count, (long)task->value,
         (long)t->made);
  for (int i = 0; i < count; i++)
    if (list[i].dependence_type < ompt_dependence_type_in
        || (list[i].variable.ptr == NULL
            && list[i].dependence_type < ompt_dependence_type_out_all_memory))
      bad ("dependence of type %d on %p", list[i].dependence_type,
           list[i].variable.ptr);
}

/* SINK was just made; SRC may have told its end.  */
static void
task_dependence (ompt_data_t *src, ompt_data_t *sink)
{
  struct thread *t = me (ompt_callback_task_dependence);
  if (sink->value != t->made || !t->depends)
    bad ("task %lu depends on another, made: %lu", (long)sink->value,
         (long)t->made);
  if (src->value == 0 || src->value >= sink->value)
    bad ("task %lu depends on task %lu", (long)sink->value, (long)src->value);
}

/* A target task is suspended while its region runs, an untied one between two
   parts of its code.  Another thread may go on with it.  */
static int
may_suspend (const struct task *task)
{
  return (task->flags & (int)(ompt_task_target | ompt_task_untied)) != 0;
}

/* PRIOR is suspended; NEXT goes on.  */
static void
suspend (struct thread *t, ompt_data_t *prior, ompt_data_t *next)
{
  is_current (t, prior, "a task is suspended");
  task_of (prior)->state = SUSPENDED;
  t->task = next->value;
  pop (t, TASK, t->task);
}

/* PRIOR is suspended, NEXT begins, or goes on after a suspension.  */
static void
switch_to (struct thread *t, ompt_data_t *prior, ompt_data_t *next)
{
  struct task *task = task_of (next);
  if (prior != NULL && task->state == RUNNING && may_suspend (task_of (prior)))
    {
      suspend (t, prior, next);
      return;
    }
  if ((prior == NULL ? 0 : prior->value) != t->task)
    bad ("task %lu is suspended, not %lu",
         prior == NULL ? 0L : (long)prior->value, (long)t->task);
  if (task->state != CREATED
      && (task->state != SUSPENDED || !may_suspend (task)))
    bad ("task %lu begins in state %d", (long)next->value, task->state);
  task->state = RUNNING;
  push (t, TASK, t->task);
  t->task = next->value;
}

static void
task_schedule (ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next)
{
  struct thread *t = me (ompt_callback_task_schedule);
  struct task *task;
  switch (status)
    {
    case ompt_task_switch:
    case ompt_task_yield:
      switch_to (t, prior, next);
      break;
    case ompt_task_complete:
    case ompt_task_detach:
    case ompt_task_cancel:
      is_current (t, prior, "a task ends");
      task = task_of (prior);
      /* Another thread may have fulfilled its event since.  */
      if (status != ompt_task_detach)
        task->state = OVER;
      t->task = next == NULL ? 0 : next->value;
      pop (t, TASK, t->task);
      break;
    case ompt_task_early_fulfill:
      task_of (prior);
      break;
    case ompt_task_late_fulfill:
    case ompt_taskwait_complete:
      task = task_of (prior);
      task->state = OVER;
      if (next != NULL)
        bad ("task %lu follows where none does", (long)next->value);
      break;
    default:
      bad ("task status %d", status);
    }
}

static void
cancel (ompt_data_t *data, int flags, const void *at)
{
  struct thread *t = me (ompt_callback_cancel);
  if ((flags & ompt_cancel_discarded_task) != 0)
    {
      struct task *task = task_of (data);
      if (task->state != CREATED)
        bad ("task %lu is discarded in state %d", (long)data->value,
             task->state);
      task->state = OVER;
    }
  else
    {
      is_current (t, data, "cancel");
      if (at == NULL
          || (flags & (ompt_cancel_activated | ompt_cancel_detected)) == 0)
        bad ("cancel with flags %x at %p", (unsigned)flags, at);
    }
}

/* ---- Worksharing constructs.  */

static void
work (ompt_work_t kind, ompt_scope_endpoint_t point, ompt_data_t *parallel,
      ompt_data_t *task, uint64_t count, const void *at)
{
  struct thread *t = me (ompt_callback_work);
  (void)count;
  region_of (parallel);
  is_current (t, task, "work");
  if (kind < ompt_work_loop || kind > ompt_work_loop_other || at == NULL)
    bad ("work of kind %d at %p", kind, at);
  endpoint (t, ompt_callback_work, WORK, (uint64_t)kind, point);
}

static void
masked (ompt_scope_endpoint_t point, ompt_data_t *parallel, ompt_data_t *task,
        const void *at)
{
  struct thread *t = me (ompt_callback_masked);
  region_of (parallel);
  is_current (t, task, "masked");
  if (at == NULL)
    bad ("masked nowhere");
  endpoint (t, ompt_callback_masked, MASKED, 0, point);
}

static void
flush (ompt_data_t *data, const void *at)
{
  struct thread *t = me (ompt_callback_flush);
  if (data->ptr != t || at == NULL)
    bad ("a flush at %p of thread %p", at, data->ptr);
}

static void
dispatch (ompt_data_t *parallel, ompt_data_t *task, ompt_dispatch_t kind,
          ompt_data_t instance)
{
  struct thread *t = me (ompt_callback_dispatch);
  const ompt_dispatch_chunk_t *chunk = instance.ptr;
  region_of (parallel);
  is_current (t, task, "dispatch");
  if (kind != ompt_dispatch_ws_loop_chunk && kind != ompt_dispatch_section
      && kind != ompt_dispatch_distribute_chunk)
    bad ("dispatch of kind %d", kind);
  if (t->depth == 0 || t->open[t->depth - 1] != WORK)
    bad ("dispatch outside of work");
  if (chunk == NULL)
    bad ("dispatch of nothing");
  else if (kind == ompt_dispatch_ws_loop_chunk)
    atomic_fetch_add (&iterations, (unsigned)chunk->iterations);
}

static void
error (ompt_severity_t severity, const char *message, size_t length,
       const void *at)
{
  me (ompt_callback_error);
  if ((severity != ompt_warning && severity != ompt_fatal) || at == NULL
      || strnlen (message, length) != length)
    bad ("error of severity %d at %p: %s", severity, at, message);
}

/* ---- The tool.  */

static const struct
{
  ompt_callbacks_t event;
  const char *name;
  ompt_callback_t function;
} callbacks[] = {
#define C(name)                                                                \
  {                                                                            \
    ompt_callback_##name, #name, (ompt_callback_t)name                         \
  }
#define L(name)                                                                \
  {                                                                            \
    ompt_callback_##name, #name, (ompt_callback_t)grammar_##name               \
  }
  C (thread_begin),     C (thread_end),
  C (parallel_begin),   C (parallel_end),
  C (implicit_task),    C (sync_region),
  C (sync_region_wait), C (reduction),
  C (task_create),      C (dependences),
  C (task_schedule),    C (task_dependence),
  C (cancel),           C (work),
  C (masked),           C (flush),
  L (lock_init),        L (lock_destroy),
  L (mutex_acquire),    L (mutex_acquired),
  L (mutex_released),   L (nest_lock),
  C (dispatch),         C (error)
#undef C
};
#undef L
#define CALLBACKS (sizeof (callbacks) / sizeof (callbacks[0]))

/* A child process has of all threads the calling one, and perhaps tasks that
   wait.  Nothing has to end there that had begun before.  */
static void
forget (void)
{
  counts[ompt_callback_thread_begin]
      = counts[ompt_callback_thread_end] + (self != NULL);
  threads = self;
  if (self != NULL)
    {
      self->next = NULL;
      self->id = gettid ();
    }
  pthread_mutex_init (&threads_lock, NULL);
  regions_before = region_count;
  tasks_before = task_count;
}

static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set = (ompt_set_callback_t)lookup ("ompt_set_callback");
  (void)device;
  data->value = 42;
  grammar_process_begin ();
  regions = grammar_map (MOST * sizeof (*regions));
  tasks = grammar_map (MOST * sizeof (*tasks));
  pthread_atfork (NULL, NULL, forget);
  for (size_t i = 0; i < CALLBACKS; i++)
    set (callbacks[i].event, callbacks[i].function);
  grammar_target_register (lookup);
  return 1;
}

static void
write_counts (const char *name, bool open)
{
  FILE *file = fopen (name, "w");
  for (size_t i = 0; file != NULL && i < CALLBACKS; i++)
    {
      unsigned b = begins[callbacks[i].event];
      fprintf (file, "%s %u\n", callbacks[i].name,
               b != 0 ? b : counts[callbacks[i].event]);
    }
  if (file != NULL)
    {
      fprintf (file, "iterations %u\nhints %u\n", iterations,
               grammar_lock_hints ());
      grammar_target_finish (file, open);
      fclose (file);
    }
}

/* The program's own threads may live on, in anything, but none may be gone.  */
static void
leave_others (void)
{
  pthread_mutex_lock (&threads_lock);
  for (struct thread *t = threads; t != NULL; t = t->next)
    if (t != self && t->type == ompt_thread_initial)
      {
        if (tgkill (getpid (), t->id, 0) != 0)
          bad ("a thread is gone that has not ended");
        counts[ompt_callback_thread_end]++;
        tasks[t->task].state = OVER;
        for (int i = 0; i < t->depth; i++)
          if (t->open[i] == TASK)
            tasks[t->what[i]].state = OVER;
          else if (t->open[i] == REGION)
            regions[t->what[i]].state = 2;
      }
  pthread_mutex_unlock (&threads_lock);
}

static void
check_end (void)
{
  leave_others ();
  if (counts[ompt_callback_thread_begin] != counts[ompt_callback_thread_end])
    bad ("%u threads began, %u ended", counts[ompt_callback_thread_begin],
         counts[ompt_callback_thread_end]);
  for (unsigned i = regions_before + 1; i <= region_count; i++)
    if (regions[i].state != 2)
      bad ("region %u is not over at the end", i);
  for (unsigned i = tasks_before + 1; i <= task_count; i++)
    if (tasks[i].state != OVER)
      bad ("task %u is in state %d at the end", i, tasks[i].state);
}

static void
finalize (ompt_data_t *data)
{
  if (data->value != 42)
    bad ("the tool's word is %lu", (long)data->value);
  bool open = getenv ("GRAMMAR_OPEN") != NULL || grammar_exits ();
  if (!open)
    check_end ();
  is_over = true;
  if (getenv ("GRAMMAR_COUNTS") != NULL)
    write_counts (getenv ("GRAMMAR_COUNTS"), open);
  else
    grammar_target_finish (NULL, open);
  grammar_process_end ();
}

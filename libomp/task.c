/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Explicit tasks.

   The code has a task's memory made, writes its private variables to it, and
   then spawns it, or runs it itself (if (0)).  The compiler knows the structure
   and what it asked for behind it; what it does not know lies before it.

   An untied task is a function in parts: at a scheduling point it spawns itself
   again and returns, and its next call does the next part.  libgomp.so.1
   decides at each such point whether the task goes on at once or is to be found
   by other threads, too; one that the code runs itself, or that waits for an
   event, stays in its thread.  */

#include "task.h"

#include <string.h>

#define AT struct ident *at, int32_t thread
#define UNUSED                                                                 \
  (void)at;                                                                    \
  (void)thread

EXPORT struct task *__kmpc_omp_task_alloc (AT, int32_t flags, size_t size,
                                           size_t shareds, task_entry *entry);
EXPORT struct task *__kmpc_omp_target_task_alloc (AT, int32_t flags,
                                                  size_t size, size_t shareds,
                                                  task_entry *entry,
                                                  int64_t device);
EXPORT int32_t __kmpc_omp_task (AT, struct task *task);
EXPORT int32_t __kmpc_omp_task_parts (AT, struct task *task);
EXPORT int32_t __kmpc_omp_task_with_deps (AT, struct task *task, int32_t count,
                                          const struct dependence *list,
                                          int32_t more,
                                          const struct dependence *rest);
EXPORT void __kmpc_omp_task_begin_if0 (AT, struct task *task);
EXPORT void __kmpc_omp_task_complete_if0 (AT, struct task *task);
EXPORT void *__kmpc_task_allow_completion_event (AT, struct task *task);
EXPORT void __kmpc_proxy_task_completed (struct task *task);
EXPORT void __kmpc_proxy_task_completed_ooo (struct task *task);
EXPORT void omp_fulfill_event (void *event);
EXPORT int32_t __kmpc_omp_reg_task_with_affinity (AT, struct task *task,
                                                  int32_t count, void *list);
EXPORT int32_t __kmpc_omp_taskwait (AT);
EXPORT int32_t __kmpc_omp_taskyield (AT, int32_t part);
EXPORT void __kmpc_omp_wait_deps (AT, int32_t count,
                                  const struct dependence *list, int32_t more,
                                  const struct dependence *rest);
EXPORT void __kmpc_omp_taskwait_deps_51 (AT, int32_t count,
                                         const struct dependence *list,
                                         int32_t more,
                                         const struct dependence *rest,
                                         int32_t nowait);

struct task *
libomp_task_make (int32_t flags, size_t size, size_t shareds, task_entry *entry)
{
  size_t room = (size + 15) & ~(size_t)15;
  size_t bytes = sizeof (struct offgomp_task_head) + room + shareds;
  struct offgomp_task_head *head = core.task_alloc (bytes);
  struct task *task = (struct task *)(head + 1);
  *head = (struct offgomp_task_head){
    .bytes = bytes, .size = room, .shareds = shareds, .flags = flags
  };
  task->shareds = shareds == 0 ? NULL : (char *)task + room;
  task->entry = entry;
  task->part = 0;
  return task;
}

/* See call_body.  Inline, so that its caller's frame is the body's caller's. */
static inline __attribute__ ((always_inline)) bool
call (struct task *task)
{
  struct offgomp_task_head *head = libomp_task_head (task);
  head->runs = true;
  do
    {
      head->again = false;
      task->entry (libomp_number (), task);
      if (likely (!head->again))
        return true;
    }
  while (!core.task_suspend ());
  return false;
}

static COLD bool
call_observed (struct task *task)
{
  void *_Atomic *exit = core.exit_frame ();
  if (exit == NULL)
    return call (task);
  /* Relaxed: only this thread looks at it, in signal handlers, too.  */
  void *before = atomic_load_explicit (exit, memory_order_relaxed);
  atomic_store_explicit (exit, __builtin_frame_address (0),
                         memory_order_relaxed);
  bool is_done = call (task);
  atomic_store_explicit (exit, before, memory_order_relaxed);
  return is_done;
}

/* False: the task goes on later, perhaps in another thread, which may have
   begun with that.  */
static inline bool
call_body (struct task *task)
{
  return libomp_may_be_observed () ? call_observed (task) : call (task);
}

void
libomp_task_finish (struct task *task)
{
  struct offgomp_task_head *head = libomp_task_head (task);
  libomp_invariant (head->bytes == sizeof (*head) + head->size + head->shareds,
                    "a task that ends has not the size that it began with");
  if ((head->flags & TASK_DESTRUCTORS) != 0)
    task->data1.destructors (libomp_number (), task);
  core.task_free (head, head->bytes);
}

/* Whether the other half of a proxy is done, too: of its body and its
   completion the second one frees it.  */
static inline bool
is_second_half (struct offgomp_task_head *head)
{
  /* Acquire and release: the first one's writes come before the second one
     frees it.  */
  return atomic_exchange_explicit (&head->half_done, true,
                                   memory_order_acq_rel);
}

static void
run (void *block)
{
  struct offgomp_task_head *head = block;
  struct task *task = (struct task *)(head + 1);
  if (!call_body (task))
    return;
  if (likely ((head->flags & TASK_PROXY) == 0) || is_second_half (head))
    libomp_task_finish (task);
}

/* A task with a target construct is destroyed when its region has ended.  */
static void
run_target (void *block)
{
  call ((struct task *)((struct offgomp_task_head *)block + 1));
}

/* It will not run, or its region has ended: its copies are destroyed.  */
static void
drop (void *block)
{
  libomp_task_finish ((struct task *)((struct offgomp_task_head *)block + 1));
}

struct offgomp_task
libomp_task_describe (struct task *task)
{
  struct offgomp_task_head *head = libomp_task_head (task);
  bool ranked = (head->flags & TASK_PRIORITY) != 0;
  return (
      struct offgomp_task){ .run = run,
                            .drop = drop,
                            .block = head,
                            .code = (void *)task->entry,
                            .priority = ranked ? task->data2.priority : 0,
                            .may_defer = true,
                            .final = (head->flags & OFFGOMP_TASK_FINAL) != 0,
                            .untied = (head->flags & OFFGOMP_TASK_TIED) == 0 };
}

static void
make_event (struct task *task)
{
  struct offgomp_task request = libomp_task_describe (task);
  libomp_task_head (task)->event = core.event_make (&request);
}

static void
spawn (struct task *task, void **depend)
{
  struct offgomp_task_head *head = libomp_task_head (task);
  if (head->runs)
    {
      head->again = true;
      return;
    }
  if (unlikely ((head->flags & TASK_PROXY) != 0))
    make_event (task);
  if (head->event != NULL)
    {
      core.task_launch (head->event, depend, true);
      return;
    }
  struct offgomp_task request = libomp_task_describe (task);
  request.depend = depend;
  if (unlikely (head->targets))
    {
      request.run = run_target;
      request.device = head->device;
      core.task_spawn_target (&request);
    }
  else
    core.task_spawn (&request);
}

struct task *
__kmpc_omp_task_alloc (AT, int32_t flags, size_t size, size_t shareds,
                       task_entry *entry)
{
  UNUSED;
  return libomp_task_make (flags, size, shareds, entry);
}

/* Its region may go on when its code has ended.  */
struct task *
__kmpc_omp_target_task_alloc (AT, int32_t flags, size_t size, size_t shareds,
                              task_entry *entry, int64_t device)
{
  UNUSED;
  struct task *task = libomp_task_make (flags, size, shareds, entry);
  struct offgomp_task_head *head = libomp_task_head (task);
  head->targets = true;
  head->device = (int32_t)device;
  return task;
}

int32_t
__kmpc_omp_task (AT, struct task *task)
{
  UNUSED;
  spawn (task, NULL);
  return 0;
}

int32_t
__kmpc_omp_task_parts (AT, struct task *task)
{
  UNUSED;
  spawn (task, NULL);
  return 0;
}

/* ---- Dependences.  */

/* The array that GOMP_task gets: 0; the number of dependences; of those of each
   kind; then their addresses, and at the end those of pairs of address and
   kind.  */
enum
{
  WORD_COUNT = 1,
  WORD_OUT,
  WORD_MUTEX,
  WORD_IN,
  WORD_FIRST,
  KIND_INOUTSET = 5
};

struct pair
{
  void *address;
  uintptr_t kind;
};

/* Room for this many dependences on the stack.  */
#define FEW 16

struct depends
{
  void **words; /* NULL: there are none */
  size_t bytes; /* of an allocated array; 0: FEW_WORDS and FEW_PAIRS are it */
  void *few_words[WORD_FIRST + FEW];
  struct pair few_pairs[FEW];
};

/* In the order in which the array has them.  */
static unsigned
rank (unsigned flags)
{
  if ((flags & (DEPEND_ALL | DEPEND_OUT)) != 0)
    return 0;
  if ((flags & DEPEND_MUTEX) != 0)
    return 1;
  return (flags & DEPEND_SET) != 0 ? 3 : 2;
}

/* Add those of LIST that are of RANK, from *AT on.  */
static void
add (const struct dependence *list, int32_t count, unsigned wanted,
     void **words, struct pair **pair, size_t *at)
{
  for (int32_t i = 0; i < count; i++)
    if (rank (list[i].flags) == wanted)
      {
        void *address
            = (list[i].flags & DEPEND_ALL) != 0 ? NULL : list[i].address;
        if (wanted == 3)
          {
            **pair = (struct pair){ address, KIND_INOUTSET };
            address = (*pair)++;
          }
        words[(*at)++] = address;
      }
}

static void
translate (struct depends *d, int32_t count, const struct dependence *list,
           int32_t more, const struct dependence *rest)
{
  size_t n = (size_t)count + (size_t)more;
  struct pair *pairs = d->few_pairs;
  d->words = NULL;
  d->bytes = 0;
  if (n == 0)
    return;
  d->words = d->few_words;
  if (n > FEW)
    {
      d->bytes = n * sizeof (*pairs) + (WORD_FIRST + n) * sizeof (void *);
      pairs = core.task_alloc (d->bytes);
      d->words = (void **)(pairs + n);
    }
  size_t at = WORD_FIRST;
  d->words[0] = NULL;
  d->words[WORD_COUNT] = (void *)n;
  for (unsigned r = 0; r < 4; r++)
    {
      size_t before = at;
      add (list, count, r, d->words, &pairs, &at);
      add (rest, more, r, d->words, &pairs, &at);
      if (r < 3)
        d->words[WORD_OUT + r] = (void *)(at - before);
    }
  libomp_invariant (at == WORD_FIRST + n,
                    "the dependences of a task are not all of a known kind");
}

static void
release (struct depends *d)
{
  if (d->bytes != 0)
    core.task_free ((struct pair *)(void *)d->words - (size_t)d->words[1],
                    d->bytes);
}

/* Neither an untied one that goes on, nor one that waits for an event or a
   region.  */
static bool
is_new (struct task *task)
{
  const struct offgomp_task_head *head = libomp_task_head (task);
  return !head->runs && head->event == NULL && !head->targets
         && (head->flags & TASK_PROXY) == 0;
}

static void
run_now (struct task *task)
{
  struct offgomp_task request = libomp_task_describe (task);
  request.may_defer = false;
  core.task_spawn (&request);
}

int32_t
__kmpc_omp_task_with_deps (AT, struct task *task, int32_t count,
                           const struct dependence *list, int32_t more,
                           const struct dependence *rest)
{
  struct depends d;
  UNUSED;
  if (is_new (task) && core.task_is_alone ())
    {
      run_now (task);
      return 0;
    }
  translate (&d, count, list, more, rest);
  spawn (task, d.words);
  release (&d);
  return 0;
}

void
__kmpc_omp_wait_deps (AT, int32_t count, const struct dependence *list,
                      int32_t more, const struct dependence *rest)
{
  __kmpc_omp_taskwait_deps_51 (at, thread, count, list, more, rest, 0);
}

void
__kmpc_omp_taskwait_deps_51 (AT, int32_t count, const struct dependence *list,
                             int32_t more, const struct dependence *rest,
                             int32_t nowait)
{
  struct depends d;
  UNUSED;
  if (!core.task_has_children ())
    return;
  translate (&d, count, list, more, rest);
  if (d.words == NULL)
    return;
  if (nowait != 0)
    core.task_depend (d.words);
  else
    core.task_wait_depend (d.words);
  release (&d);
}

/* ---- Tasks that the code runs itself, and events.  */

void
__kmpc_omp_task_begin_if0 (AT, struct task *task)
{
  struct offgomp_task_head *head = libomp_task_head (task);
  UNUSED;
  head->runs = true;
  if ((head->flags & TASK_PROXY) != 0)
    make_event (task);
  core.task_begin ((void *)task->entry, (head->flags & OFFGOMP_TASK_FINAL) != 0,
                   task);
}

void
__kmpc_omp_task_complete_if0 (AT, struct task *task)
{
  struct offgomp_task_head *head = libomp_task_head (task);
  UNUSED;
  if (head->again)
    call_body (task);
  core.task_end ();
  if (head->event != NULL)
    core.event_wait (head->event);
  libomp_task_finish (task);
}

void *
__kmpc_task_allow_completion_event (AT, struct task *task)
{
  UNUSED;
  make_event (task);
  return libomp_task_head (task)->event;
}

/* From any thread, also one that runs no OpenMP.  */
void
__kmpc_proxy_task_completed (struct task *task)
{
  struct offgomp_task_head *head = libomp_task_head (task);
  void *event = head->event;
  if (is_second_half (head))
    libomp_task_finish (task);
  omp_fulfill_event (event);
}

void
__kmpc_proxy_task_completed_ooo (struct task *task)
{
  __kmpc_proxy_task_completed (task);
}

/* Where a task runs is not for the program to say.  */
int32_t
__kmpc_omp_reg_task_with_affinity (AT, struct task *task, int32_t count,
                                   void *list)
{
  UNUSED;
  (void)task;
  (void)count;
  (void)list;
  return 0;
}

/* ---- Waiting.  */

int32_t
__kmpc_omp_taskwait (AT)
{
  UNUSED;
  return core.task_wait ();
}

int32_t
__kmpc_omp_taskyield (AT, int32_t part)
{
  UNUSED;
  (void)part;
  return core.task_yield ();
}

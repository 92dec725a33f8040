/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that run regions; see launch.h.

   A launch takes an idle thread, or starts one, so there are as many as regions
   that ran at the same time.  They are threads of the program's process, not of
   the program: a region may spin until the host changes something, and its
   thread-local data is its own.  Asynchronous signals are blocked there: the
   program's handlers run in its own threads.

   The lock guards the stack of idle threads.  A thread's launch is written by
   the thread that took it from there, which waits for `done' and puts it back;
   if nobody waits, the thread puts itself back.  Threads stay until the process
   ends; a forked child has none, and cannot use the devices.  */

#include "launch.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "fault.h"
#include "host/libgomp_symbols.h"
#include "named_image.h"
#include "os/memory.h"
#include "os/process.h"
#include "plugin.h"
#include "sync/mutex.h"
#include "words.h"

#define STACK_MIN (16ull << 20)
#define STACK_MAX (1ull << 30)
/* How long an idle thread spins.  */
#define SPIN_NS 3000u

struct thread
{
  struct thread *next;            /* all threads; constant */
  struct thread *next_idle;       /* under the lock */
  uint32_t number;                /* from 1; constant */
  struct shared_launch launch;    /* what it runs */
  struct gomp_wait_word launched; /* how many launches it was given */
  struct gomp_wait_word done;     /* how many have ended */
};

static struct launch_state
{
  struct gomp_mutex lock;
  struct thread *idle;
  uint32_t count;                  /* threads started so far; under the lock */
  _Atomic (struct thread *) first; /* all threads, latest first */
} launch_state;

const struct shared_launch *
shared_launch_of (uint32_t number)
{
  /* Acquire: pairs with the release in start_thread.  */
  const struct thread *t
      = atomic_load_explicit (&launch_state.first, memory_order_acquire);
  while (t != NULL && t->number != number)
    t = t->next;
  return t == NULL ? NULL : &t->launch;
}

static void
put_back (struct thread *t)
{
  gomp_mutex_lock (&launch_state.lock);
  t->next_idle = launch_state.idle;
  launch_state.idle = t;
  gomp_mutex_unlock (&launch_state.lock);
}

static void
run_region (struct thread *t)
{
  const struct shared_launch *l = &t->launch;
  struct x86emul_words_region words;
  struct offgomp_device_region region
      = { .function = (void (*) (void *))l->function,
          .block = l->block,
          .tag = t->number,
          .num_teams = l->num_teams,
          .thread_limit = l->thread_limit };
  if (l->thread_limit == GOMP_TARGET_ARG_WORDS)
    x86emul_words_wrap (&region, &words);
  __typeof__ (&offgomp_device_region_run_shared) run
      = (__typeof__ (run))x86emul_libgomp_symbol (
          "offgomp_device_region_run_shared");
  run (&region, shared_devices[l->ordinal].number);
}

static unsigned
wait_for_launch (struct thread *t, unsigned seen)
{
  if (gomp_spin_for (&t->launched.value, seen, SPIN_NS) != seen)
    return gomp_wait_value (&t->launched);
  return gomp_wait_sleep (&t->launched, seen, GOMP_WAIT_PRIVATE, -1);
}

static void
unblock_faults (void)
{
  static const int faults[]
      = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP };
  sigset_t set;
  sigemptyset (&set);
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (faults); i++)
    sigaddset (&set, faults[i]);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
}

static void
serve (struct thread *t)
{
  unsigned seen = 0;
  for (;;)
    {
      unsigned next = wait_for_launch (t, seen);
      if (next == seen)
        continue;
      seen = next;
      run_region (t);
      void *task = t->launch.task;
      if (task == NULL)
        gomp_wait_set (&t->done, seen, GOMP_WAIT_PRIVATE);
      else
        {
          put_back (t);
          GOMP_PLUGIN_target_task_completion (task);
        }
    }
}

static void *
begin_thread (void *data)
{
  struct thread *t = data;
  shared_fault_thread_init ();
  unblock_faults ();
  pthread_cleanup_push (shared_fault_thread_ends, &t->number);
  serve (t);
  pthread_cleanup_pop (0);
  return NULL;
}

/* Start the thread T; with the lock held.  */
static enum gomp_status
start_thread (struct thread *t)
{
  uint64_t stack = os_stack_limit ();
  unsigned long id;
  if (stack < STACK_MIN || stack == UINT64_MAX)
    stack = STACK_MIN;
  if (stack > STACK_MAX)
    stack = STACK_MAX;
  if (launch_state.count == 0)
    shared_fault_init ();
  t->number = ++launch_state.count;
  t->next = atomic_load_explicit (&launch_state.first, memory_order_relaxed);
  int r = os_thread_start (begin_thread, t, stack, &id);
  if (r != 0)
    r = os_thread_start (begin_thread, t, 0, &id);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_SYSTEM, r,
                             "an emulated device cannot start a thread");
  pthread_detach ((pthread_t)id);
  /* Release: pairs with the acquire in shared_launch_of.  */
  atomic_store_explicit (&launch_state.first, t, memory_order_release);
  return GOMP_OK;
}

static enum gomp_status
make_thread (struct thread **made)
{
  struct thread *t = calloc (1, sizeof (*t));
  *made = t;
  if (t == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  gomp_mutex_lock (&launch_state.lock);
  enum gomp_status status = start_thread (t);
  gomp_mutex_unlock (&launch_state.lock);
  if (status != GOMP_OK)
    free (t);
  return status;
}

static struct thread *
take_idle (void)
{
  gomp_mutex_lock (&launch_state.lock);
  struct thread *t = launch_state.idle;
  if (t != NULL)
    launch_state.idle = t->next_idle;
  gomp_mutex_unlock (&launch_state.lock);
  return t;
}

/* Give L to a thread, and store how many it was given.  */
static enum gomp_status
launch (const struct shared_launch *l, struct thread **thread, unsigned *number)
{
  enum gomp_status status = GOMP_OK;
  struct thread *t = take_idle ();
  if (t == NULL)
    status = make_thread (&t);
  if (status != GOMP_OK)
    return status;
  t->launch = *l;
  *number = gomp_wait_value (&t->launched) + 1;
  *thread = t;
  gomp_wait_set (&t->launched, *number, GOMP_WAIT_PRIVATE);
  return GOMP_OK;
}

enum gomp_status
shared_launch_run (const struct shared_launch *l)
{
  struct thread *t;
  unsigned number;
  enum gomp_status status = launch (l, &t, &number);
  if (status != GOMP_OK)
    return status;
  /* The number before: launches that nobody waits for leave it behind.  */
  unsigned done;
  while ((done = gomp_wait_value (&t->done)) != number)
    gomp_wait_while (&t->done, done, GOMP_WAIT_PRIVATE);
  put_back (t);
  return GOMP_OK;
}

enum gomp_status
shared_launch_start (const struct shared_launch *l)
{
  struct thread *t;
  unsigned number;
  return launch (l, &t, &number);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The pool of workers, what fork does to it, and the dock; see pool.h.

   Owns the lists of all workers and of those that no team holds, and the fork
   handlers.  Any thread may call.  A mutex protects the lists; no thread holds
   it while creating a thread.  Workers inherit the signal mask of the thread
   whose region needed them, as pthreads do: profilers and programs that send
   signals to all threads rely on this.  They end with the process or by
   gomp_pool_drain; the library is never unloaded (linked with -z nodelete), so
   none can lose its code.

   fork: the child has no workers.  Its list starts empty, a new generation
   begins, and hot_teams.c turns the forking thread's teams into teams of one
   thread.

   A docked worker helps with the tasks of its last region as long as that is
   open (join.c).  While it sleeps there it counts in team->idle.  Either the
   worker takes its share of that back, or the primary if the team's next region
   goes without the worker (gomp_team_forget_idle): the one that resets
   worker->counted.  */

#include "team/pool.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "alloc/alloc.h"
#include "base/diag.h"
#include "base/invariant.h"
#include "base/mem.h"
#include "base/uncancelled.h"
#include "icv/affinity_format.h"
#include "os/limits.h"
#include "os/process.h"
#include "sync/mutex.h"
#include "sync/running.h"
#include "team/barrier.h"
#include "team/cpu_count.h"
#include "team/hooks.h"
#include "team/observe.h"
#include "team/overflow.h"
#include "team/room.h"
#include "tool/source_lines.h"

static struct
{
  struct gomp_mutex lock;         /* guards the lists */
  struct gomp_pool_worker *idle;  /* workers that no team holds */
  struct gomp_pool_worker *made;  /* all workers of this generation */
  struct gomp_pool_worker *ended; /* their memory, see cpu_waiters.h */
  unsigned generation;            /* forks since the first process */
  sigset_t signals;               /* during a fork: blocked before */
  atomic_bool warned;             /* of a thread that could not be created */
} pool_state;

bool gomp_pool_lends;

static pthread_once_t pool_once = PTHREAD_ONCE_INIT;

unsigned
gomp_pool_generation (void)
{
  return pool_state.generation;
}

/* See base/fork.h.  */
static void
fork_all (enum gomp_fork when)
{
  gomp_alloc_fork (when);
  gomp_affinity_fork (when);
  gomp_source_lines_fork (when);
  gomp_mutex_fork (&pool_state.lock, when);
  gomp_team_fork (when);
  gomp_tasking_fork (when);
  gomp_self_fork (when);
}

/* A handler of a signal must not wait for the mutexes.  */
static void
before_fork (void)
{
  struct gomp_thread *self = gomp_self_known ();
  sigset_t signals;
  if (self != NULL && self->team == NULL)
    gomp_bind_clear (self);
  os_signals_block (&signals);
  fork_all (GOMP_FORK_BEFORE);
  pool_state.signals = signals;
}

static void
after_fork_parent (void)
{
  sigset_t signals = pool_state.signals;
  fork_all (GOMP_FORK_PARENT);
  os_signals_restore (&signals);
}

void
gomp_pool_forked (void)
{
  gomp_self_forked ();
  gomp_tool_forked ();
  fork_all (GOMP_FORK_CHILD);
  pool_state.idle = pool_state.made = pool_state.ended = NULL;
  pool_state.generation++;
  gomp_wait_forked ();
  os_fence_init ();
  struct gomp_thread *self = gomp_self_known ();
  if (self != NULL)
    gomp_team_forked (self);
}

static void
after_fork_child (void)
{
  gomp_pool_forked ();
  os_signals_restore (&pool_state.signals);
}

static CONSTRUCTOR void
watch_forks (void)
{
  pthread_atfork (before_fork, after_fork_parent, after_fork_child);
}

static void
begin_pool (void)
{
  os_fence_init ();
  gomp_self_watch_forks ();
  gomp_team_watch_cpus ();
}

static void *
worker_main (void *arg)
{
  struct gomp_pool_worker *worker = arg;
  gomp_self_begin (worker->self);
  /* A thread that reads it early visits the worker another time.  */
  atomic_store_explicit (&worker->thread_id, os_thread_id (),
                         memory_order_relaxed);
  void *signal_stack = worker->watched ? gomp_overflow_watch () : NULL;
  os_signals_restore (&worker->signals);
  gomp_observe_thread (worker->self, ompt_thread_worker);
  gomp_team_work (worker);
  os_signals_block (NULL);
  gomp_overflow_unwatch (signal_stack);
  gomp_running_count (-1);
  return NULL;
}

void
gomp_pool_warn_refused (int err)
{
  size_t stack_size = gomp_icv_global.stack_size;
  if (atomic_exchange_explicit (&pool_state.warned, true, memory_order_relaxed))
    return;
  char limits[512];
  os_thread_limits (limits, sizeof (limits));
  char cause[128];
  char size[32] = "the system's default";
  if (stack_size != 0)
    snprintf (size, sizeof (size), "%zu bytes", stack_size);
  gomp_warning ("Thread creation failed: %s; going on with fewer threads\n"
                "  stack size %s; %s",
                strerror_r (err, cause, sizeof (cause)), size, limits);
}

/* Start WORKER's thread; an errno value on failure.  */
static int
start_thread (struct gomp_pool_worker *worker, const pthread_attr_t *attr)
{
  /* A signal handler of the program that calls the library must not find a
     thread without its data, since it would then allocate them.  */
  os_signals_block (&worker->signals);
  int err = pthread_create (&worker->thread, attr, worker_main, worker);
  os_signals_restore (&worker->signals);
  if (err == 0)
    gomp_overflow_know (worker);
  return err;
}

static void
list_worker (struct gomp_pool_worker *worker)
{
  gomp_mutex_lock (&pool_state.lock);
  worker->made_next = pool_state.made;
  if (worker->made_next != NULL)
    worker->made_next->made_before = worker;
  pool_state.made = worker;
  gomp_mutex_unlock (&pool_state.lock);
}

static void
unlist_worker (struct gomp_pool_worker *worker)
{
  gomp_mutex_lock (&pool_state.lock);
  if (worker->made_next != NULL)
    worker->made_next->made_before = worker->made_before;
  if (worker->made_before != NULL)
    worker->made_before->made_next = worker->made_next;
  else
    pool_state.made = worker->made_next;
  gomp_mutex_unlock (&pool_state.lock);
}

/* A thread that waits for the lock may have to be visited.  */
bool
gomp_pool_visit (void (*visit) (struct gomp_pool_worker *, void *), void *arg)
{
  if (!gomp_mutex_trylock (&pool_state.lock))
    return false;
  for (struct gomp_pool_worker *w = pool_state.made; w != NULL;
       w = w->made_next)
    visit (w, arg);
  gomp_mutex_unlock (&pool_state.lock);
  return true;
}

static void
put_ended (struct gomp_pool_worker *worker)
{
  gomp_mutex_lock (&pool_state.lock);
  worker->next = pool_state.ended;
  pool_state.ended = worker;
  gomp_mutex_unlock (&pool_state.lock);
}

#define LINES (2 * (size_t)GOMP_CACHE_LINE)
#define SELF_OFFSET                                                            \
  ((sizeof (struct gomp_pool_worker) + LINES - 1) / LINES * LINES)
#define WORKER_SIZE (SELF_OFFSET + gomp_self_size ())

/* The memory of a worker, its dock and its thread's structure set up and the
   rest zero; or NULL.  The worker allocates nothing itself, for which libc
   would give it an arena of its own.  */
static struct gomp_pool_worker *
worker_memory (void)
{
  gomp_mutex_lock (&pool_state.lock);
  struct gomp_pool_worker *worker = pool_state.ended;
  if (worker != NULL)
    pool_state.ended = worker->next;
  gomp_mutex_unlock (&pool_state.lock);
  if (worker == NULL)
    worker = gomp_alloc_aligned (LINES, WORKER_SIZE);
  if (worker == NULL)
    return NULL;
  gomp_wait_init (&worker->dock, 0);
  memset (&worker->team, 0,
          sizeof (*worker) - offsetof (struct gomp_pool_worker, team));
  worker->self = gomp_self_init ((char *)worker + SELF_OFFSET);
  worker->self->worker = worker;
  worker->self->cpu_waiters.movable = true;
  return worker;
}

/* An errno value on failure.  */
static int
make_worker (const struct gomp_room *room, struct gomp_pool_worker **made)
{
  struct gomp_pool_worker *worker = worker_memory ();
  if (worker == NULL)
    return ENOMEM;
  worker->generation = pool_state.generation;
  worker->watched = room->plenty;
  gomp_running_count (1);
  int err = start_thread (worker, &room->attr);
  if (err == 0)
    {
      list_worker (worker);
      *made = worker;
      return 0;
    }
  gomp_running_count (-1);
  gomp_tasking_thread_fini (worker->self, NULL);
  put_ended (worker);
  return err;
}

/* As many of COUNT as the system allows; returns how many.  */
static unsigned
make_workers (struct gomp_pool_worker **workers, unsigned count)
{
  struct gomp_room room;
  unsigned n = 0;
  bool cleared = false;
  int err = gomp_room_begin (&room, count, WORKER_SIZE);
  if (err == 0)
    {
      while (n < count)
        {
          err = make_worker (&room, &workers[n]);
          n += err == 0;
          if (err != 0 && (cleared || !gomp_room_clear (&room, count - n)))
            break;
          cleared |= err != 0;
        }
      gomp_room_end (&room);
    }
  if (n < count)
    gomp_pool_warn_refused (err);
  return n;
}

static unsigned
take_idle (struct gomp_pool_worker **workers, unsigned count)
{
  unsigned n = 0;
  gomp_mutex_lock (&pool_state.lock);
  while (n < count && pool_state.idle != NULL)
    {
      workers[n++] = pool_state.idle;
      pool_state.idle = pool_state.idle->next;
    }
  gomp_mutex_unlock (&pool_state.lock);
  return n;
}

unsigned
gomp_pool_most (unsigned count)
{
  unsigned idle = 0;
  gomp_mutex_lock (&pool_state.lock);
  for (struct gomp_pool_worker *w = pool_state.idle; w != NULL && idle < count;
       w = w->next)
    idle++;
  gomp_mutex_unlock (&pool_state.lock);
  return idle + gomp_room_most (count - idle, WORKER_SIZE);
}

unsigned
gomp_pool_acquire (struct gomp_pool_worker **workers, unsigned count)
{
  pthread_once (&pool_once, begin_pool);
  unsigned n = take_idle (workers, count);
  return n == count ? n : n + make_workers (workers + n, count - n);
}

void
gomp_pool_release (struct gomp_pool_worker **workers, unsigned count)
{
  gomp_mutex_lock (&pool_state.lock);
  for (unsigned i = 0; i < count; i++)
    {
      workers[i]->next = pool_state.idle;
      pool_state.idle = workers[i];
    }
  gomp_mutex_unlock (&pool_state.lock);
}

/* A worker that ends gives back those of its own inner teams, so there may be
   more afterwards.  */
void
gomp_pool_drain (void)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct gomp_pool_worker *worker;
  while (take_idle (&worker, 1) != 0)
    {
      unlist_worker (worker);
      worker->team = NULL;
      /* Release: pairs with the acquire in gomp_pool_take.  */
      atomic_store_explicit (&worker->region, 1, memory_order_release);
      gomp_wait_advance (&worker->dock);
      pthread_join (worker->thread, NULL);
      put_ended (worker);
    }
}

/* A worker in its dock.  */
struct docked
{
  struct gomp_thread *self;
  struct gomp_pool_worker *worker;
  struct gomp_team *team; /* the team it worked for last, or NULL */
  unsigned region;        /* the region, too */
  uint64_t looks_from;    /* see gomp_bind_look_after_primary */
  struct gomp_surplus surplus;
};

static bool
still_open (const struct docked *d)
{
  return d->team != NULL && atomic_load (&d->team->region) == d->region;
}

/* Whether D gives its primary the mask back.  */
static bool
looks_after_primary (const struct docked *d)
{
  return gomp_places_defined () && d->team != NULL && d->self->thread_num == 1;
}

static void
uncount (struct gomp_team *team, struct gomp_pool_worker *worker)
{
  /* Mostly it is not counted, and reading leaves the line shared.  */
  struct gomp_team *counted = atomic_load (&worker->counted);
  if (counted == team
      && atomic_compare_exchange_strong (&worker->counted, &counted, NULL))
    {
      gomp_invariant (atomic_load (&team->idle) != 0,
                      "an idle worker goes that its team did not count");
      atomic_fetch_sub (&team->idle, 1);
    }
}

static bool
help (struct docked *d)
{
  struct gomp_task *task = gomp_tasking_find (d->self);
  if (task != NULL)
    uncount (d->team, d->worker);
  return gomp_team_run_tasks (d->self, task, &d->surplus);
}

/* Returning true would only make the wait begin again.  */
static bool
look_from_dock (void *arg)
{
  struct docked *d = arg;
  if (looks_after_primary (d))
    gomp_bind_look_after_primary (d->team, &d->looks_from);
  /* Between regions the number of pending tasks says nothing yet, but most
     regions have none.  */
  if (d->team == NULL || gomp_tasking_pending (d->team) == 0 || !still_open (d))
    return false;
  if (gomp_surplus_consider (&d->surplus, d->self))
    return true;
  atomic_fetch_add (&d->team->helpers, 1);
  bool worked = still_open (d) && help (d);
  gomp_invariant (atomic_load (&d->team->helpers) != 0,
                  "a helper goes that its team did not count");
  atomic_fetch_sub (&d->team->helpers, 1);
  return worked;
}

static bool
asleep_in_dock (void *arg, bool entering)
{
  struct docked *d = arg;
  if (d->team == NULL)
    return false;
  if (!entering)
    {
      uncount (d->team, d->worker);
      gomp_surplus_slept (&d->surplus);
      gomp_surplus_woken (d->team);
      if (looks_after_primary (d))
        gomp_bind_watch_primary (d->team, d->worker);
      return false;
    }
  if (looks_after_primary (d))
    gomp_bind_leave_primary (d->team, d->worker);
  if (!still_open (d))
    return false;
  atomic_fetch_add (&d->team->idle, 1);
  atomic_store (&d->worker->counted, d->team);
  /* The primary may have gone over the workers before it saw this one.  */
  if (!still_open (d))
    uncount (d->team, d->worker);
  return atomic_load (&d->team->had_tasks);
}

static bool
look_in_retirement_from_dock (void *arg)
{
  struct docked *d = arg;
  return !still_open (d) || gomp_surplus_is_needed (&d->surplus, d->team);
}

/* Wait until the dock word differs from SEEN; returns its value, which may be
   the same.  In a device process the worker may be on the CPU of the host's
   thread that launches small regions one after the other, which are over before
   it gets that CPU: so it offers the CPU at once and goes on doing so, as a
   worker that sleeps would be woken for each of them.  */
static unsigned
lie (struct docked *d, unsigned seen)
{
  struct gomp_wait_poll poll = { .look = look_from_dock,
                                 .asleep = asleep_in_dock,
                                 .arg = d,
                                 .habit = &d->self->dock,
                                 .cpu_waiters = &d->self->cpu_waiters,
                                 .patient = gomp_pool_lends,
                                 .yields_first = gomp_pool_lends,
                                 .has_no_work = true };
  struct gomp_wait_word *word = &d->worker->dock;
  if (likely (!d->surplus.retires))
    {
      unsigned value = gomp_wait_while_polling (word, seen, &poll);
      return d->surplus.retires ? gomp_wait_value (word) : value;
    }
  d->surplus.retires = still_open (d);
  if (!d->surplus.retires)
    return seen;
  poll.look = look_in_retirement_from_dock;
  return gomp_surplus_retire (&d->surplus, d->team, word, seen, &poll);
}

void
gomp_team_dock (struct gomp_pool_worker *worker, unsigned seen, unsigned region)
{
  struct gomp_thread *self = gomp_self ();
  struct docked d = {
    .self = self, .worker = worker, .team = self->team, .region = region
  };
  unsigned value = gomp_wait_value (&worker->dock);
  while (value >> GOMP_WAIT_NUDGE_BITS == seen)
    value = lie (&d, value);
}

void
gomp_team_forget_idle (struct gomp_team *team, unsigned from)
{
  for (unsigned i = from; i < team->held; i++)
    uncount (team, team->workers[i]);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The threads that do the work of async queues.

   Each thread serves any queue, one at a time.  There are as many threads as
   queues, so long work in one queue never delays another queue.

   A queue is ready if it got work while no thread was sure to look at it.  The
   thread that makes a queue ready calls an idle thread, unless a called one is
   still on its way.  A thread that takes a ready queue calls the next thread
   if more queues are ready.  So work that takes longer than a wake-up overlaps,
   while shorter work of many queues is done by few threads.  The last thread
   that ran out of work spins for a moment before it sleeps; two threads never
   spin at once.

   A thread of the program that waits for queues does their work, too.  A region
   keeps two CPUs busy, one of them for the device.  While threads of the
   program use all CPUs in that way, and get work done, the library's threads
   would only slow them down; so these wait for a while (rows async and queues
   of bench/openacc.c).  Then one of them takes a queue, since nobody may wait
   for that, and calls another one, which waits in its turn; all others become
   idle.

   `pool.lock' guards everything here that is not atomic.  queue.c does the work
   itself.  */

#include <errno.h>
#include <pthread.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "openacc/internal.h"
#include "os/process.h"
#include "team/observe.h"

/* Longer than a wake-up takes.  */
#define SPIN_NS 20000
/* A thread looks LOOKS times at most whether threads of the program have done
   work, first after PATIENCE_NS, then each time after twice as long.  */
#define PATIENCE_NS 20000
#define LOOKS 4

/* A thread.  Its memory is never freed but kept for another thread, since a
   caller may still test if the old thread sleeps.  */
struct worker
{
  struct worker *next;        /* in the list of the pool that has it */
  struct gomp_wait_word bell; /* changes when the thread is called */
  unsigned long thread;       /* pthread_t */
  bool ends;                  /* the call asks it to end, or it ends by
                                 itself */
  bool reports;               /* the call asks it to report its end to a tool */
  unsigned seen;              /* its own: helpers.done, when it last looked */
};

static struct
{
  struct gomp_mutex lock;
  struct gomp_acc_turn *first;   /* the ready queues */
  struct gomp_acc_turn **last;   /* the link for the next one; NULL: FIRST */
  struct worker *idle;           /* asleep, or about to sleep */
  struct worker *spinner;        /* the idle thread that spins, or NULL */
  bool is_called;                /* a called thread is on its way */
  unsigned surplus;              /* number of threads that end when they become
                                    idle */
  struct worker *ended;          /* ended by themselves, to be joined */
  struct gomp_wait_word ends;    /* counts the threads that ended */
  struct gomp_wait_word reports; /* counts those that reported their end */
  struct worker *spare;          /* memory without a thread */
  atomic_uint cpus;              /* set before there are threads */
} pool;

static struct
{
  atomic_uint threads; /* threads of the program that do work of queues */
  atomic_uint done;    /* changes when one of them has done some */
  atomic_uint watched; /* threads of the library that wait while they do;
                          decremented with the pool's lock */
} helpers;

/* ---- Threads of the program.  */

void
gomp_acc_worker_help_begin (void)
{
  atomic_fetch_add_explicit (&helpers.threads, 1, memory_order_relaxed);
}

void
gomp_acc_worker_help_end (void)
{
  gomp_invariant (atomic_load (&helpers.threads) > 0,
                  "a thread stops helping, but none helps");
  atomic_fetch_sub_explicit (&helpers.threads, 1, memory_order_relaxed);
}

/* Two increments may count as one: the number need only change.  */
void
gomp_acc_worker_has_helped (void)
{
  unsigned done = atomic_load_explicit (&helpers.done, memory_order_relaxed);
  atomic_store_explicit (&helpers.done, done + 1, memory_order_relaxed);
}

/* Do the THREADS of the program that do work keep all CPUs busy?  If there are
   none, the thread that called this one may soon be the first.  */
static bool
are_cpus_busy (unsigned threads)
{
  unsigned cpus = atomic_load_explicit (&pool.cpus, memory_order_relaxed);
  return 2 * (threads > 0 ? threads : 1) >= cpus;
}

/* Wait while threads of the program keep all CPUs busy and get work done, now
   or until a moment ago.  The wait is short enough for queues that no thread
   waits for.  Returns whether they still do.  */
static bool
look_on (struct worker *self, bool was_called)
{
  struct gomp_wait_word never = { 0 };
  unsigned seen = atomic_load_explicit (&helpers.done, memory_order_relaxed);
  bool recently = seen != self->seen;
  for (int i = 0; i < LOOKS; i++)
    {
      unsigned threads
          = atomic_load_explicit (&helpers.threads, memory_order_relaxed);
      self->seen = seen;
      if (!are_cpus_busy (threads)
          || (threads == 0 && !was_called && !recently))
        return false;
      gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, PATIENCE_NS << i);
      seen = atomic_load_explicit (&helpers.done, memory_order_relaxed);
      if (seen == self->seen)
        return false;
    }
  self->seen = seen;
  return true;
}

/* ---- Calling a thread.  */

static struct worker *
take_idle_locked (void)
{
  struct worker *worker = pool.spinner;
  if (worker != NULL)
    pool.spinner = NULL;
  else if ((worker = pool.idle) != NULL)
    pool.idle = worker->next;
  return worker;
}

/* An idle thread to call for the next ready queue.  If there is none, a thread
   that is about to look for work takes the queue.  */
static struct worker *
choose_locked (void)
{
  struct worker *worker = NULL;
  if (pool.first != NULL && !pool.is_called)
    worker = take_idle_locked ();
  if (worker != NULL)
    pool.is_called = true;
  return worker;
}

/* Relaxed: see gomp_acc_worker_call_after.  */
static inline bool
is_ready_locked (struct gomp_acc_turn *queue)
{
  return atomic_load_explicit (&queue->is_ready, memory_order_relaxed);
}

static inline void
set_ready_locked (struct gomp_acc_turn *queue, bool is_ready)
{
  atomic_store_explicit (&queue->is_ready, is_ready, memory_order_relaxed);
}

static void
ring (struct worker *worker)
{
  if (worker != NULL)
    gomp_wait_set (&worker->bell, gomp_wait_value (&worker->bell) + 1,
                   GOMP_WAIT_PRIVATE);
}

void
gomp_acc_worker_call (struct gomp_acc_turn *queue)
{
  gomp_mutex_lock (&pool.lock);
  if (!is_ready_locked (queue))
    {
      struct gomp_acc_turn **last
          = pool.first == NULL ? &pool.first : pool.last;
      set_ready_locked (queue, true);
      queue->next = NULL;
      *last = queue;
      pool.last = &queue->next;
    }
  struct worker *worker = choose_locked ();
  gomp_mutex_unlock (&pool.lock);
  ring (worker);
}

/* ---- A thread.  */

static struct gomp_acc_turn *
take_ready_locked (void)
{
  struct gomp_acc_turn *queue = pool.first;
  if (queue == NULL)
    return NULL;
  gomp_invariant (is_ready_locked (queue),
                  "a queue in the list of ready ones is not ready");
  pool.first = queue->next;
  set_ready_locked (queue, false);
  queue->servers++;
  return queue;
}

/* With the lock, since the queue may be freed after that.  */
static void
leave_locked (struct gomp_acc_turn *queue)
{
  if (queue == NULL)
    return;
  gomp_invariant (queue->servers > 0,
                  "a thread leaves a queue that none serves");
  queue->servers--;
  gomp_wait_set (&queue->left, gomp_wait_value (&queue->left) + 1,
                 GOMP_WAIT_PRIVATE);
}

enum idleness
{
  WORKER_ENDS,
  WORKER_SPINS,
  WORKER_SLEEPS
};

/* SELF has no CPU to spin on if OTHERS are busy.  */
static enum idleness
become_idle_locked (struct worker *self, bool others)
{
  if (pool.surplus > 0)
    {
      pool.surplus--;
      return WORKER_ENDS;
    }
  if (pool.spinner == NULL && !others)
    {
      pool.spinner = self;
      return WORKER_SPINS;
    }
  self->next = pool.idle;
  pool.idle = self;
  return WORKER_SLEEPS;
}

/* Leave QUEUE, and take the next one.  NULL: SELF is idle now.  */
static struct gomp_acc_turn *
take_next (struct worker *self, struct gomp_acc_turn *queue, bool was_called,
           enum idleness *idleness)
{
  bool looks = queue != NULL || was_called, busy = false;
  struct worker *other = NULL;
  /* Relaxed, like the decrement: the lock orders those that matter.  */
  atomic_fetch_add_explicit (&helpers.watched, looks, memory_order_relaxed);
  if (looks)
    busy = look_on (self, was_called);
  gomp_mutex_lock (&pool.lock);
  leave_locked (queue);
  gomp_invariant (!was_called || pool.is_called,
                  "a thread comes that was not called");
  if (was_called)
    pool.is_called = false;
  /* One that still looks on takes care of the queues.  */
  if (atomic_fetch_sub_explicit (&helpers.watched, looks, memory_order_relaxed)
      == looks)
    busy = false;
  queue = busy ? NULL : take_ready_locked ();
  if (queue == NULL)
    *idleness = become_idle_locked (self, busy);
  if (!busy)
    other = choose_locked ();
  gomp_mutex_unlock (&pool.lock);
  ring (other);
  return queue;
}

/* From now on another thread may spin.  */
static void
stop_spinning (struct worker *self)
{
  gomp_mutex_lock (&pool.lock);
  if (pool.spinner == self)
    {
      pool.spinner = NULL;
      self->next = pool.idle;
      pool.idle = self;
    }
  gomp_mutex_unlock (&pool.lock);
}

/* Wait until SELF, which is idle, is called.  */
static void
wait_for_call (struct worker *self, bool spins, unsigned seen)
{
  uint64_t ns
      = atomic_load_explicit (&gomp_spin_policy.spin_ns, memory_order_relaxed);
  if (spins)
    {
      gomp_spin_for (&self->bell.value, seen, ns < SPIN_NS ? ns : SPIN_NS);
      stop_spinning (self);
    }
  while (gomp_wait_value (&self->bell) == seen)
    gomp_wait_sleep (&self->bell, seen, GOMP_WAIT_PRIVATE, -1);
}

/* SELF ends by itself: remove_worker joins it.  */
static void
show_end (struct worker *self)
{
  gomp_mutex_lock (&pool.lock);
  self->next = pool.ended;
  pool.ended = self;
  gomp_wait_set (&pool.ends, gomp_wait_value (&pool.ends) + 1,
                 GOMP_WAIT_PRIVATE);
  gomp_mutex_unlock (&pool.lock);
}

/* To a tool, SELF ends now.  Returns what it does then.  */
static enum idleness
report_end (struct worker *self)
{
  struct gomp_thread *thread = gomp_self_known ();
  if (thread != NULL)
    gomp_observe_thread_end (thread, false);
  gomp_mutex_lock (&pool.lock);
  self->reports = false;
  enum idleness idleness = become_idle_locked (self, true);
  struct worker *other = choose_locked ();
  gomp_wait_set (&pool.reports, gomp_wait_value (&pool.reports) + 1,
                 GOMP_WAIT_PRIVATE);
  gomp_mutex_unlock (&pool.lock);
  ring (other);
  return idleness;
}

/* Wait for a call.  False: SELF ends.  */
static bool
do_nothing (struct worker *self, enum idleness idleness, unsigned seen)
{
  while (idleness != WORKER_ENDS)
    {
      wait_for_call (self, idleness == WORKER_SPINS, seen);
      if (!self->reports)
        return !self->ends;
      seen = gomp_wait_value (&self->bell);
      idleness = report_end (self);
    }
  show_end (self);
  return false;
}

static void *
work (void *data)
{
  struct worker *self = data;
  struct gomp_acc_turn *queue = NULL;
  bool was_called = false;
  /* The creator may not have stored it yet when another thread joins this
     one.  */
  self->thread = (unsigned long)pthread_self ();
  if (gomp_self_is_observed ())
    gomp_observe_initial_task (gomp_self_other ());
  for (;;)
    {
      enum idleness idleness = WORKER_SLEEPS;
      /* Calls come only after it is idle.  */
      unsigned seen = gomp_wait_value (&self->bell);
      queue = take_next (self, queue, was_called, &idleness);
      was_called = queue == NULL;
      if (queue != NULL)
        gomp_acc_queue_serve (queue);
      else if (!do_nothing (self, idleness, seen))
        return NULL;
    }
}

/* ---- Their number.  */

static struct worker *
take_spare (void)
{
  gomp_mutex_lock (&pool.lock);
  struct worker *worker = pool.spare;
  if (worker != NULL)
    pool.spare = worker->next;
  gomp_mutex_unlock (&pool.lock);
  return worker != NULL ? worker : gomp_alloc_zeroed (sizeof (*worker));
}

static void
keep_spare (struct worker *worker)
{
  gomp_mutex_lock (&pool.lock);
  worker->next = pool.spare;
  pool.spare = worker;
  gomp_mutex_unlock (&pool.lock);
}

int
gomp_acc_worker_add (void)
{
  struct worker *worker = take_spare ();
  if (worker == NULL)
    return ENOMEM;
  worker->ends = false;
  if (atomic_load_explicit (&pool.cpus, memory_order_relaxed) == 0)
    atomic_store_explicit (&pool.cpus, os_num_procs (), memory_order_relaxed);
  unsigned long thread;
  int error = os_thread_start (work, worker, 0, &thread);
  if (error != 0)
    keep_spare (worker);
  return error;
}

static struct worker *
await_end (void)
{
  for (;;)
    {
      unsigned seen = gomp_wait_value (&pool.ends);
      gomp_mutex_lock (&pool.lock);
      struct worker *worker = pool.ended;
      if (worker != NULL)
        pool.ended = worker->next;
      gomp_mutex_unlock (&pool.lock);
      if (worker != NULL)
        return worker;
      gomp_wait_while (&pool.ends, seen, GOMP_WAIT_PRIVATE);
    }
}

/* Let one thread end.  */
static void
remove_worker (void)
{
  gomp_mutex_lock (&pool.lock);
  struct worker *worker = take_idle_locked ();
  if (worker != NULL)
    worker->ends = true;
  else
    pool.surplus++;
  gomp_mutex_unlock (&pool.lock);
  if (worker != NULL)
    ring (worker);
  else
    worker = await_end ();
  pthread_join ((pthread_t)worker->thread, NULL);
  keep_spare (worker);
}

/* A thread that waited for QUEUE may already have done the work that made it
   ready.  */
static void
take_out_locked (struct gomp_acc_turn *queue)
{
  struct gomp_acc_turn **link = &pool.first;
  if (!is_ready_locked (queue))
    return;
  while (*link != queue)
    link = &(*link)->next;
  *link = queue->next;
  if (*link == NULL)
    pool.last = link;
  set_ready_locked (queue, false);
}

void
gomp_acc_worker_forget (struct gomp_acc_turn *queue)
{
  gomp_mutex_lock (&pool.lock);
  take_out_locked (queue);
  while (queue->servers > 0)
    {
      unsigned seen = gomp_wait_value (&queue->left);
      gomp_mutex_unlock (&pool.lock);
      gomp_wait_while (&queue->left, seen, GOMP_WAIT_PRIVATE);
      gomp_mutex_lock (&pool.lock);
    }
  gomp_mutex_unlock (&pool.lock);
  remove_worker ();
}

/* Add the idle threads to LIST.  Returns their number.  */
static unsigned
take_all_idle (struct worker **list)
{
  unsigned count = 0;
  struct worker *worker;
  gomp_mutex_lock (&pool.lock);
  while ((worker = take_idle_locked ()) != NULL)
    {
      worker->next = *list;
      *list = worker;
      count++;
    }
  gomp_mutex_unlock (&pool.lock);
  return count;
}

/* Those that do an operation end with the process; others are about to become
   idle, if they are not.  */
void
gomp_acc_worker_report_ends (void)
{
  struct gomp_wait_word never = { 0 };
  struct worker *list = NULL;
  unsigned queues, busy = gomp_acc_queue_count_busy (&queues);
  unsigned taken = take_all_idle (&list);
  while (taken + busy < queues)
    {
      gomp_wait_sleep (&never, 0, GOMP_WAIT_PRIVATE, PATIENCE_NS);
      busy = gomp_acc_queue_count_busy (&queues);
      taken += take_all_idle (&list);
    }
  while (list != NULL)
    {
      struct worker *worker = list;
      unsigned seen = gomp_wait_value (&pool.reports);
      list = worker->next;
      worker->reports = true;
      ring (worker);
      while (gomp_wait_value (&pool.reports) == seen)
        gomp_wait_while (&pool.reports, seen, GOMP_WAIT_PRIVATE);
    }
}

/* In the child there are no threads.  */
void
gomp_acc_worker_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&pool.lock, when);
  if (when != GOMP_FORK_CHILD)
    return;
  atomic_store_explicit (&helpers.threads, 0, memory_order_relaxed);
  pool.first = NULL;
  pool.idle = pool.spinner = pool.ended = NULL;
  pool.is_called = false;
  pool.surplus = 0;
}

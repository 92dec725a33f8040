/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running regions without a thread that waits for each; see async.h.

   Launches go to the queue in the control block, from which threads of the
   device, the servers, take one after the other without the host: short regions
   follow each other at the device's rate.  Launches that do not fit wait in a
   list.

   Each device has one completion thread, started at the first such launch.  The
   device increments `async_done' when a region ends; the thread waits for that,
   collects the finished entries and informs libgomp.  While entries have not
   been taken, it checks again after a while and has the device start one more
   server: at once as long as there are CPUs, otherwise if no entry was taken in
   between.  So regions that take long, or wait for each other, run
   concurrently.

   The server of a node, which answers for many launches at once, hears when the
   thread has found all that have ended.

   async.lock protects everything except what the device writes; libgomp is
   called without it.  */

#include "host/async.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/invariant.h"
#include "base/uncancelled.h"
#include "host/check.h"
#include "host/condition.h"
#include "host/device.h"
#include "host/failure.h"
#include "host/transport.h"
#include "os/process.h"
#include "output.h"
#include "plugin.h"

/* How long the completion thread spins (row work-nowait).  */
#define SPIN_NS 10000u
/* How long entries may lie untaken before one more server is started (row
   work-nowait).  */
#define PATIENCE_NS 200000
/* While there are launches, the completion thread looks at least this often: a
   region may have corrupted the word that should have woken the thread.  */
#define LOOK_NS 100000000
/* So many untaken entries are worth another server at once (row
   work-nowait).  */
#define MANY_UNTAKEN 4
/* How long to wait for the end of the completion thread.  */
#define STOP_NS 1000000000

/* A launch that waits for room in the queue.  */
struct waiting
{
  struct waiting *next;         /* in the list, or among the unused */
  struct x86emul_launch launch; /* what to run */
  void *task;                   /* libgomp's */
};

struct x86emul_queued
{
  unsigned long thread;        /* the completion thread */
  atomic_bool stop;            /* it shall end */
  struct gomp_wait_word ended; /* 1: the completion thread is about to end */
  bool untimed;                /* the thread sleeps, and does not soon look
                                  after untaken entries */
  unsigned limit;              /* servers at a time */
  unsigned cpus;               /* servers that are started at once */
  unsigned serving;            /* slots that were launched as servers */
  unsigned oldest;             /* first entry that is not collected */
  unsigned tail;               /* entries posted */
  unsigned head_seen;          /* entries that were taken at the last look */
  struct waiting *first;       /* list of launches that wait for room */
  struct waiting **last;       /* its end */
  struct waiting *unused;      /* elements to use again */
  void *task[X86EMUL_QUEUE];   /* of each entry; NULL: collected */
};

struct x86emul_async_told x86emul_async_told;

/* The task of a slot that serves the queue.  */
static char serving_mark;

/* ---- Servers.  With async.lock held.  */

/* WAITS as in x86emul_launch.  */
static void
start_server (struct x86emul_device *d, void (*waits) (bool sleeps))
{
  struct x86emul_queued *a = d->async.queue;
  static const struct x86emul_launch serve = { .function = 0 };
  if (a->serving >= a->limit)
    return;
  int slot = x86emul_launch_claim (d, waits);
  if (slot < 0)
    return;
  a->serving++;
  d->slots.slot[slot].task = &serving_mark;
  atomic_fetch_add (&d->channel.control->queue.servers, 1);
  x86emul_launch_start (d, (unsigned)slot, &serve, true);
}

static void
release_servers (struct x86emul_device *d)
{
  unsigned used = atomic_load (&d->slots.used);
  for (unsigned i = 0; i < used; i++)
    if (d->slots.slot[i].task != NULL && x86emul_transport_is_done (d, i))
      {
        d->slots.slot[i].task = NULL;
        gomp_invariant (d->async.queue->serving > 0,
                        "a server ends that was not counted");
        d->async.queue->serving--;
        x86emul_launch_release (d, i);
      }
}

static unsigned
count_untaken (struct x86emul_device *d)
{
  unsigned untaken
      = d->async.queue->tail - atomic_load (&d->channel.control->queue.head);
  if (unlikely (untaken > X86EMUL_QUEUE))
    x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_QUEUE);
  return untaken;
}

static bool
has_untaken (struct x86emul_device *d)
{
  return count_untaken (d) != 0;
}

/* Entries may have been lying untaken for a while: start another server if they
   have.  */
static void
help_servers (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  unsigned head = atomic_load (&d->channel.control->queue.head);
  if (head != a->tail && (a->serving < a->cpus || head == a->head_seen))
    start_server (d, NULL);
  a->head_seen = head;
}

/* ---- The queue.  With async.lock held.  */

static bool
has_room (const struct x86emul_queued *a)
{
  return a->tail - a->oldest < X86EMUL_QUEUE;
}

static void
post (struct x86emul_device *d, const struct x86emul_launch *l, void *task)
{
  struct x86emul_queued *a = d->async.queue;
  struct x86emul_queue *q = &d->channel.control->queue;
  struct x86emul_entry *e = &q->entry[a->tail % X86EMUL_QUEUE];
  gomp_invariant (has_room (a), "entry %u is posted while %u is in its slot",
                  a->tail, a->oldest);
  gomp_invariant (a->task[a->tail % X86EMUL_QUEUE] == NULL,
                  "entry %u takes the slot of a task", a->tail);
  e->function = l->function;
  e->block = l->block;
  e->num_teams = l->num_teams;
  e->thread_limit = l->thread_limit;
  e->log = l->log;
  e->sum = x86emul_launch_sum (a->tail, l->function, l->block, l->num_teams,
                               l->thread_limit, l->log);
  atomic_store_explicit (&e->done, ~a->tail, memory_order_relaxed);
  a->task[a->tail % X86EMUL_QUEUE] = task;
  /* Sequentially consistent: see the queue in proto.h.  */
  atomic_store (&q->tail.value, ++a->tail);
  if (atomic_load (&q->servers) == 0)
    start_server (d, l->waits);
}

static enum gomp_status
append (struct x86emul_queued *a, const struct x86emul_launch *l, void *task)
{
  struct waiting *w = a->unused;
  if (w != NULL)
    a->unused = w->next;
  else
    w = malloc (sizeof (*w));
  if (w == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  *w = (struct waiting){ .launch = *l, .task = task };
  *a->last = w;
  a->last = &w->next;
  return GOMP_OK;
}

static void
post_waiting (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  while (a->first != NULL && has_room (a))
    {
      struct waiting *w = a->first;
      post (d, &w->launch, w->task);
      a->first = w->next;
      if (a->first == NULL)
        a->last = &a->first;
      w->next = a->unused;
      a->unused = w;
    }
}

/* ---- Completion.  */

/* Has entry I ended?  */
static bool
has_ended (struct x86emul_device *d, unsigned i)
{
  struct x86emul_entry *e = &d->channel.control->queue.entry[i % X86EMUL_QUEUE];
  /* Acquire: pairs with the release in the device's run_entry.  */
  unsigned done = atomic_load_explicit (&e->done, memory_order_acquire);
  if (unlikely (done != i && done != ~i))
    x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_QUEUE);
  return done == i;
}

static void *
take_done (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  for (unsigned i = a->oldest; i != a->tail; i++)
    {
      unsigned slot = i % X86EMUL_QUEUE;
      void *task = a->task[slot];
      if (task == NULL || !has_ended (d, i))
        continue;
      a->task[slot] = NULL;
      return task;
    }
  return NULL;
}

/* Return a task whose launch has ended; NULL: there is none.  */
static void *
collect (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  gomp_mutex_lock (&d->async.lock);
  void *task = take_done (d);
  while (a->oldest != a->tail && a->task[a->oldest % X86EMUL_QUEUE] == NULL)
    a->oldest++;
  post_waiting (d);
  if (task == NULL)
    release_servers (d);
  /* Entries pile up while this thread has nothing to collect: start another
     server.  */
  if (task == NULL && a->serving < a->cpus && count_untaken (d) >= MANY_UNTAKEN)
    start_server (d, NULL);
  gomp_mutex_unlock (&d->async.lock);
  return task;
}

static void
rouse_completion (struct x86emul_device *d)
{
  atomic_fetch_add (&d->channel.control->async_done.value, 1);
  gomp_wait_rouse (&d->channel.control->async_done, GOMP_WAIT_SHARED);
}

/* Wake the completion thread if it sleeps until something ends: it must look
   after new entries.  With async.lock held.  */
static void
wake_completion (struct x86emul_device *d)
{
  if (!d->async.queue->untimed)
    return;
  d->async.queue->untimed = false;
  rouse_completion (d);
}

/* Nothing has woken the completion thread for a while.  Wake servers, which may
   have been left asleep.  If there are no servers, no entry can be taken and
   not ended: then a region has corrupted the queue.  With async.lock held.  */
static void
look_after_entries (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  release_servers (d);
  x86emul_transport_look (d);
  for (unsigned i = 0; i < atomic_load (&d->slots.used); i++)
    if (d->slots.slot[i].task != NULL)
      gomp_wait_rouse (&d->channel.control->slots[i].posted, GOMP_WAIT_SHARED);
  if (a->serving != 0 || has_untaken (d))
    return;
  for (unsigned i = a->oldest; i != a->tail; i++)
    if (a->task[i % X86EMUL_QUEUE] != NULL && !has_ended (d, i))
      x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_QUEUE);
}

/* Return how long to sleep, as for gomp_wait_sleep.  */
static int64_t
prepare_sleep (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  gomp_mutex_lock (&d->async.lock);
  bool timed = has_untaken (d) && a->serving < a->limit;
  bool idle = a->oldest == a->tail && a->serving == 0;
  a->untimed = !timed;
  gomp_mutex_unlock (&d->async.lock);
  return timed ? PATIENCE_NS : idle ? -1 : LOOK_NS;
}

/* Wait until `async_done' is no longer SEEN, or for a limited time.  */
static void
wait_for_more (struct x86emul_device *d, unsigned seen)
{
  struct gomp_wait_word *word = &d->channel.control->async_done;
  if (gomp_spin_for (&word->value, seen, SPIN_NS) != seen)
    return;
  int64_t timeout = prepare_sleep (d);
  unsigned now = gomp_wait_sleep (word, seen, GOMP_WAIT_SHARED, timeout);
  gomp_mutex_lock (&d->async.lock);
  d->async.queue->untimed = false;
  if (now == seen && timeout == LOOK_NS)
    look_after_entries (d);
  if (now == seen)
    help_servers (d);
  gomp_mutex_unlock (&d->async.lock);
}

static void
tell_failure (struct x86emul_device *d)
{
  if (x86emul_async_told.failed != NULL)
    x86emul_async_told.failed (d);
  else if (x86emul_failure_ends_program ())
    GOMP_PLUGIN_fatal ("%s", gomp_error_text ());
}

static void *
run_completion (void *data)
{
  struct x86emul_device *d = data;
  struct x86emul_queued *a = d->async.queue;
  while (!atomic_load (&a->stop))
    {
      unsigned seen = gomp_wait_value (&d->channel.control->async_done);
      void *task;
      while ((task = collect (d)) != NULL
             && (likely (d->checker.shadow == NULL)
                 || x86emul_check_is_sound (d, 0)))
        GOMP_PLUGIN_target_task_completion (task);
      if (x86emul_async_told.all != NULL)
        x86emul_async_told.all (d);
      if (atomic_load (&a->stop))
        break;
      if (!x86emul_condition_is_usable (d))
        {
          tell_failure (d);
          break;
        }
      wait_for_more (d, seen);
    }
  gomp_wait_set (&a->ended, 1, GOMP_WAIT_PRIVATE);
  return NULL;
}

/* With async.lock held.  */
static enum gomp_status
start_thread (struct x86emul_device *d)
{
  /* Pairs with x86emul_lifecycle_stop: this sees that D is being stopped, or
     x86emul_async_stop, which takes the lock after that, sees the thread.  */
  if (atomic_load_explicit (&d->stopping, memory_order_acquire))
    return gomp_error_set (GOMP_ERR_DEVICE, "device %d (x86emul) was stopped",
                           d->number);
  struct x86emul_queued *a = calloc (1, sizeof (*a));
  if (a == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  a->cpus = os_num_procs ();
  a->limit = a->cpus > 4 ? 2 * a->cpus : 8;
  if (a->limit > X86EMUL_SLOTS / 2)
    a->limit = X86EMUL_SLOTS / 2;
  a->last = &a->first;
  a->tail = a->oldest = a->head_seen = d->channel.first_number;
  d->async.queue = a;
  int r = os_thread_start (run_completion, d, 0, &a->thread);
  if (r == 0)
    return GOMP_OK;
  d->async.queue = NULL;
  free (a);
  return gomp_error_errno (GOMP_ERR_SYSTEM, r,
                           "cannot start a thread for device %d (x86emul)",
                           d->number);
}

static void
lock_for (struct x86emul_device *d, const struct x86emul_launch *l)
{
  if (gomp_mutex_trylock (&d->async.lock))
    return;
  if (l->waits != NULL)
    l->waits (true);
  gomp_mutex_lock (&d->async.lock);
}

enum gomp_status
x86emul_async_run (struct x86emul_device *d, const struct x86emul_launch *l,
                   void *task)
{
  enum gomp_status status = GOMP_OK;
  x86emul_output_flush_anywhere ();
  lock_for (d, l);
  if (d->async.queue == NULL)
    status = start_thread (d);
  if (status == GOMP_OK && has_room (d->async.queue)
      && d->async.queue->first == NULL)
    post (d, l, task);
  else if (status == GOMP_OK)
    status = append (d->async.queue, l, task);
  if (status == GOMP_OK && has_untaken (d))
    wake_completion (d);
  gomp_mutex_unlock (&d->async.lock);
  return status;
}

static void
free_list (struct waiting *w)
{
  while (w != NULL)
    {
      struct waiting *next = w->next;
      free (w);
      w = next;
    }
}

/* If all launches have ended, wait until the servers have left their slots,
   which they are about to do.  With async.lock held.  */
static void
await_servers (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  bool idle = a->oldest == a->tail && a->first == NULL;
  for (unsigned i = 0; i < atomic_load (&d->slots.used); i++)
    if (idle && d->slots.slot[i].task != NULL
        && atomic_load (&d->condition) == X86EMUL_UP)
      x86emul_transport_wait (d, i, NULL);
  release_servers (d);
}

void
x86emul_async_stop (struct x86emul_device *d)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  gomp_mutex_lock (&d->async.lock);
  struct x86emul_queued *a = d->async.queue;
  gomp_mutex_unlock (&d->async.lock);
  if (a == NULL)
    return;
  atomic_store (&a->stop, true);
  rouse_completion (d);
  /* The completion thread itself may be ending the program, by the message
     about a failure.  */
  if (pthread_equal (pthread_self (), (pthread_t)a->thread))
    return;
  /* The thread never ends if it uses another device that was stopped already:
     so wait for a limited time.  */
  if (gomp_wait_sleep (&a->ended, 0, GOMP_WAIT_PRIVATE, STOP_NS) == 0)
    return;
  pthread_join ((pthread_t)a->thread, NULL);
  gomp_mutex_lock (&d->async.lock);
  await_servers (d);
  gomp_mutex_unlock (&d->async.lock);
}

void
x86emul_async_free (struct x86emul_device *d)
{
  struct x86emul_queued *a = d->async.queue;
  if (a == NULL)
    return;
  d->async.queue = NULL;
  free_list (a->first);
  free_list (a->unused);
  free (a);
}

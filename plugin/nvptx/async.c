/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Launches that libgomp does not wait for; see async.h.  Owns the workers of
   each device and their queue, under its async.lock.

   A worker is a thread with its own stream: it takes a launch, runs it, informs
   libgomp and takes the next.  The driver's own means are not better: it does
   not call the function of cuLaunchHostFunc if an earlier kernel fails, and
   that function may not call the driver, which the end of a region has to do.

   A worker is started when a launch finds too few free ones, up to a limit.  A
   worker that is informing libgomp counts as free: the thread that waited for
   the region may make the next launch before the worker is back from that call,
   and would otherwise start one more worker each time.  The worker is back
   soon, since the call only queues the rest (plugin.h).  A launch that is made
   from within that call does not count on such workers, since the call could
   wait for that launch.  At worst, a launch made by another thread in the
   meantime is delayed until that worker takes the next entry.

   Only this libgomp calls the hook, which is named own_async_run.  GCC's
   libgomp would call async_run, but can then wait for ever in a barrier.  So
   with GCC's library nowait has no effect here, as with its own plugin.

   Workers end with the process: the exit does not wait long for those that wait
   for a kernel.  */

#include "async.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/invariant.h"
#include "device.h"
#include "failure.h"
#include "launch.h"
#include "os/os.h"
#include "os/process.h"
#include "plugin.h"
#include "reverse.h"
#include "stream.h"

#define WORKERS_MAX 16
/* How long the exit waits for a kernel to end, and for a worker to start or to
   return from the call that informs libgomp.  The worker has little to do, but
   the machine may be busy.  */
#define PATIENCE_NS 200000000
#define PATIENCE_LONG_NS 10000000000

struct entry
{
  struct entry *next;
  struct nvptx_launch launch;
  void *task; /* libgomp's */
};

struct nvptx_queue
{
  struct entry *first;        /* the queue */
  struct entry **last;        /* its end */
  struct entry *unused;       /* to use again */
  unsigned workers;           /* threads */
  unsigned idle;              /* workers that have nothing to do */
  unsigned starting;          /* idle ones that have no stream yet */
  unsigned informing;         /* workers that inform libgomp of an end */
  unsigned queued;            /* entries in the queue */
  bool stop;                  /* start nothing more */
  struct gomp_wait_word more; /* counts what workers should look at */
  struct gomp_wait_word gone; /* counts workers that ended, or failed */
};

/* The device for which this thread, a worker, is informing libgomp; else
   NULL.  */
static _Thread_local struct nvptx_device *informing_for;

static TLS_ACCESS struct nvptx_device **
find_informing_for (void)
{
  return &informing_for;
}

void
nvptx_die (struct nvptx_device *d)
{
  nvptx_device_await_end (d);
  if (!nvptx_failure_ends_program ())
    gomp_wait_for_end ();
  GOMP_PLUGIN_fatal ("%s", gomp_error_text ());
}

/* ---- Workers.  */

/* Called by an idle worker with async.lock held.  */
static bool
take (struct nvptx_queue *a, struct entry *taken)
{
  struct entry *e = a->first;
  if (e == NULL || a->stop)
    return false;
  gomp_invariant (a->queued != 0 && a->idle != 0,
                  "one of %u idle workers takes one of %u entries", a->idle,
                  a->queued);
  *taken = *e;
  a->first = e->next;
  if (a->first == NULL)
    a->last = &a->first;
  a->queued--;
  a->idle--;
  e->next = a->unused;
  a->unused = e;
  return true;
}

/* Wait for an entry; false: the queue is stopped.  */
static bool
await_entry (struct nvptx_device *d, struct nvptx_queue *a, struct entry *e)
{
  for (;;)
    {
      unsigned seen = gomp_wait_value (&a->more);
      gomp_mutex_lock (&d->async.lock);
      bool taken = take (a, e);
      bool stop = a->stop;
      gomp_mutex_unlock (&d->async.lock);
      if (taken || stop)
        return taken;
      gomp_wait_sleep (&a->more, seen, GOMP_WAIT_PRIVATE, -1);
    }
}

static void
serve_entry (struct nvptx_device *d, struct nvptx_queue *a,
             const struct entry *e)
{
  bool done = nvptx_launch_run (d, &e->launch) == GOMP_OK;
  if (!done && atomic_load (&d->condition) == NVPTX_UP)
    nvptx_die (d);
  if (done)
    {
      gomp_mutex_lock (&d->async.lock);
      a->informing++;
      gomp_mutex_unlock (&d->async.lock);
      *find_informing_for () = d;
      GOMP_PLUGIN_target_task_completion (e->task);
      *find_informing_for () = NULL;
    }
  gomp_mutex_lock (&d->async.lock);
  a->informing -= done;
  a->idle++;
  gomp_mutex_unlock (&d->async.lock);
}

/* The exit waits until all idle workers have gone.  */
static void
wake_exit (struct nvptx_queue *a)
{
  atomic_fetch_add (&a->gone.value, 1);
  gomp_wait_wake (&a->gone, 1, GOMP_WAIT_PRIVATE);
}

static void *
serve (void *data)
{
  struct nvptx_device *d = data;
  struct entry e;
  bool ready = nvptx_stream_serve (d) != NULL;
  gomp_mutex_lock (&d->async.lock);
  struct nvptx_queue *a = d->async.queue;
  a->starting--;
  a->idle -= !ready;
  gomp_mutex_unlock (&d->async.lock);
  if (!ready)
    {
      wake_exit (a);
      nvptx_die (d);
    }
  while (await_entry (d, a, &e))
    serve_entry (d, a, &e);
  gomp_mutex_lock (&d->async.lock);
  a->workers--;
  a->idle--;
  gomp_mutex_unlock (&d->async.lock);
  wake_exit (a);
  return NULL;
}

/* ---- The queue.  The caller holds async.lock.  */

static enum gomp_status
start_worker (struct nvptx_device *d)
{
  unsigned long thread;
  int r = os_thread_start (serve, d, 0, &thread);
  if (r != 0)
    return gomp_error_errno (GOMP_ERR_SYSTEM, r,
                             "cannot start a thread for device %d (nvptx)",
                             d->ordinal);
  pthread_detach ((pthread_t)thread);
  d->async.queue->workers++;
  d->async.queue->idle++;
  d->async.queue->starting++;
  return GOMP_OK;
}

static struct nvptx_queue *
find (struct nvptx_device *d)
{
  if (likely (d->async.queue != NULL))
    return d->async.queue;
  struct nvptx_queue *a = d->async.queue = calloc (1, sizeof (*a));
  if (a != NULL)
    a->last = &a->first;
  return a;
}

/* Are there too few workers for the queued entries?  FROM_WORKER: the launch is
   made by a worker.  */
static bool
lacks_worker (const struct nvptx_queue *a, bool from_worker)
{
  unsigned soon = a->idle + (from_worker ? 0 : a->informing);
  return soon < a->queued && a->workers < WORKERS_MAX;
}

static struct entry *
append (struct nvptx_queue *a)
{
  struct entry *e = a->unused;
  if (e != NULL)
    a->unused = e->next;
  else if ((e = malloc (sizeof (*e))) == NULL)
    return NULL;
  e->next = NULL;
  *a->last = e;
  a->last = &e->next;
  a->queued++;
  return e;
}

enum gomp_status
nvptx_async_run (struct nvptx_device *d, const struct nvptx_launch *l,
                 void *task)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  if (s == NULL || nvptx_stream_settle (s) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  if (l->function->reverse != NULL
      && nvptx_reverse_prepare (s, l->function) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  enum gomp_status status = GOMP_OK;
  gomp_mutex_lock (&d->async.lock);
  struct nvptx_queue *a = find (d);
  struct entry *e = a != NULL ? append (a) : NULL;
  if (e == NULL)
    status = gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  else
    {
      e->launch = *l;
      e->task = task;
      if (lacks_worker (a, s->is_worker))
        status = start_worker (d);
      if (a->workers > 0)
        status = GOMP_OK;
    }
  gomp_mutex_unlock (&d->async.lock);
  if (status != GOMP_OK)
    return status;
  atomic_fetch_add (&a->more.value, 1);
  gomp_wait_wake (&a->more, 1, GOMP_WAIT_PRIVATE);
  return GOMP_OK;
}

/* Wait for workers to end; false: some go on.  Idle workers end soon, whatever
   else the machine does.  The others perhaps never end: those that wait for a
   kernel, and those that, before they have a stream, wait for a thread that
   waits for a kernel.  The call that informs libgomp may be what ends the
   program, by a message; then its worker, the calling thread, does not prolong
   the wait.  */
static bool
await_workers (struct nvptx_device *d, struct nvptx_queue *a)
{
  uint64_t start = os_time_ns ();
  unsigned self = *find_informing_for () == d;
  for (;;)
    {
      unsigned seen = gomp_wait_value (&a->gone);
      gomp_mutex_lock (&d->async.lock);
      unsigned left = a->workers, idle = a->idle - a->starting;
      bool is_long = a->informing > self || a->starting > 0;
      uint64_t end = start + (is_long ? PATIENCE_LONG_NS : PATIENCE_NS);
      gomp_mutex_unlock (&d->async.lock);
      uint64_t now = os_time_ns ();
      if (left == 0 || (idle == 0 && now >= end))
        return left == 0;
      gomp_wait_sleep (&a->gone, seen, GOMP_WAIT_PRIVATE,
                       idle > 0 ? -1 : (int64_t)(end - now));
    }
}

bool
nvptx_async_stop (struct nvptx_device *d)
{
  gomp_mutex_lock (&d->async.lock);
  struct nvptx_queue *a = d->async.queue;
  if (a != NULL)
    a->stop = true;
  gomp_mutex_unlock (&d->async.lock);
  if (a == NULL)
    return true;
  atomic_fetch_add (&a->more.value, 1);
  gomp_wait_wake (&a->more, WORKERS_MAX, GOMP_WAIT_PRIVATE);
  if (!await_workers (d, a))
    return false;
  gomp_mutex_lock (&d->async.lock);
  d->async.queue = NULL;
  gomp_mutex_unlock (&d->async.lock);
  return true;
}

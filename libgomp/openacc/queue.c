/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Async queues (OpenACC 2.6 section 2.16).

   A queue is a list of work that is done in order, by synchronous calls of the
   plugin: the work of several queues overlaps, since plugins serve several
   threads at once.  The threads of worker.c do it, or a thread that waits for
   it.  They sleep while there is nothing to do; one ends with each queue, when
   the device is shut down.

   `queues.lock' guards the list of queues, a queue's `lock' its list of work.
   `added' counts the work that came, `done' what is done of it.  Who waits for
   a queue waits until `done' is what `added' was at that time; a queue that
   waits for another has work that does so.  Work waits only for work that came
   before it, so there is no circle.

   If work fails, its thread ends the program: nobody else would.  Queues then
   count as done, since exit handlers may wait for a thread that waits for
   them.  */

#include <stdlib.h>

#include "base/mem.h"
#include "base/tsan.h"
#include "base/uncancelled.h"
#include "offload/check/check.h"
#include "offload/observe.h"
#include "openacc/internal.h"
#include "openacc/observe.h"

struct gomp_acc_queue
{
  struct gomp_acc_turn turn;   /* worker.c's */
  struct gomp_acc_queue *next; /* queues.lock */
  struct gomp_device *device;
  int async;                       /* its async value */
  struct gomp_mutex lock;          /* FIRST, LAST, changes of ADDED */
  struct gomp_acc_op *running;     /* lock: work that a thread does */
  struct gomp_acc_op *first;       /* work that nobody has begun */
  struct gomp_acc_op **last;       /* where the next is put */
  atomic_uint added;               /* the number of all work */
  struct gomp_wait_word done;      /* how much of that is done */
  struct goacc_asyncqueue *stream; /* lock: the plugin's, or NULL */
};

static struct
{
  struct gomp_mutex lock;
  struct gomp_acc_queue *first; /* lock */
  bool prepared;                /* lock: finish_all will run */
} queues;

/* The work of all queues that is not done.  */
static atomic_uint undone;

/* ---- Doing work.  */

/* The next work of QUEUE, of those up to LAST.  NULL: there is none, or some
   thread is busy with QUEUE and will look for more.  */
static struct gomp_acc_op *
take (struct gomp_acc_queue *queue, unsigned last)
{
  gomp_mutex_lock (&queue->lock);
  struct gomp_acc_op *op = queue->first;
  if (op != NULL
      && (gomp_wait_value (&queue->done) + 1 != op->number
          || (int)(last - op->number) < 0))
    op = NULL;
  if (op != NULL)
    {
      queue->running = op;
      queue->first = op->next;
      if (queue->first == NULL)
        queue->last = &queue->first;
    }
  gomp_mutex_unlock (&queue->lock);
  return op;
}

/* Nobody takes the next before DONE is set.  */
static void
end_op (struct gomp_acc_queue *queue, struct gomp_acc_op *op)
{
  unsigned number = op->number;
  gomp_mutex_lock (&queue->lock);
  queue->running = NULL;
  gomp_mutex_unlock (&queue->lock);
  op->drop (op);
  gomp_tsan_release (&queue->done);
  gomp_wait_set (&queue->done, number, GOMP_WAIT_PRIVATE);
  /* Release: pairs with the load in gomp_acc_await_writes.  */
  atomic_fetch_sub_explicit (&undone, 1, memory_order_release);
}

/* GCC's plugins look for what they keep for the thread.  */
static enum gomp_status
bind_to (struct gomp_device *device)
{
  struct gomp_acc_thread *self = gomp_acc_self ();
  if (self == NULL)
    return GOMP_ERR_NOMEM;
  if (self->device.device != device)
    gomp_acc_bind (self, &(struct gomp_acc_device){ gomp_acc_type_of (device),
                                                    device->ordinal, device });
  return GOMP_OK;
}

/* OP, with which a thread is busy.  */
static enum gomp_status
run (struct gomp_acc_op *op, struct gomp_acc_queue *queue)
{
  struct gomp_acc_seen seen;
  struct gomp_device *device = queue->device;
  if (bind_to (device) != GOMP_OK)
    return GOMP_ERR_NOMEM;
  struct gomp_observed_construct c
      = { .what = { .kind = GOMP_KIND_ACC_QUEUE, .device = device } };
  bool observed = op->at != NULL && gomp_observe_offload ();
  if (unlikely (observed))
    {
      gomp_observe_set_here (op->at);
      gomp_observe_construct (&c);
    }
  gomp_acc_see_queued (&seen, gomp_acc_type_of (device), device->ordinal,
                       queue->async);
  enum gomp_status status = op->run (op, queue);
  gomp_acc_seen (&seen);
  if (unlikely (observed))
    gomp_observe_construct_end (&c);
  return status;
}

/* Do the next work of QUEUE, of those up to LAST; false: there is none that
   this thread could do.  */
static bool
do_next (struct gomp_acc_queue *queue, unsigned last)
{
  struct gomp_acc_op *op = take (queue, last);
  if (op == NULL)
    return false;
  if (run (op, queue) != GOMP_OK)
    gomp_fatal_recorded ();
  end_op (queue, op);
  return true;
}

static inline unsigned
last_added (struct gomp_acc_queue *queue)
{
  /* Acquire: pairs with the store in gomp_acc_submit.  */
  return atomic_load_explicit (&queue->added, memory_order_acquire);
}

void
gomp_acc_queue_serve (struct gomp_acc_turn *turn)
{
  struct gomp_acc_queue *queue
      = container_of (turn, struct gomp_acc_queue, turn);
  while (do_next (queue, last_added (queue)))
    continue;
}

/* ---- Waiting.  */

static bool
is_done (struct gomp_acc_queue *queue, unsigned count)
{
  bool done = (int)(gomp_wait_value (&queue->done) - count) >= 0;
  if (done)
    gomp_tsan_acquire (&queue->done);
  return done;
}

static void
wait_until (struct gomp_acc_queue *queue, unsigned count)
{
  for (;;)
    {
      unsigned value = gomp_wait_value (&queue->done);
      if ((int)(value - count) >= 0 || gomp_fatal_begun ())
        break;
      gomp_wait_while (&queue->done, value, GOMP_WAIT_PRIVATE);
    }
  gomp_tsan_acquire (&queue->done);
}

/* May the calling thread do QUEUE's work?  What happens then is reported for
   the thread's device.  */
static bool
may_help (const struct gomp_acc_queue *queue)
{
  const struct gomp_acc_thread *self = gomp_acc_self_if_any ();
  return self != NULL && self->device.device == queue->device
         && !gomp_fatal_begun ();
}

/* Do the work of QUEUE up to COUNT that no thread has begun.  */
static void
help (struct gomp_acc_queue *queue, unsigned count)
{
  bool helped = false;
  while (may_help (queue) && do_next (queue, count))
    helped = true;
  /* A thread may have passed QUEUE by meanwhile.  */
  if (helped && last_added (queue) != count)
    gomp_acc_worker_call (&queue->turn);
}

bool
gomp_acc_queue_is_idle (struct gomp_acc_queue *queue)
{
  return is_done (queue, last_added (queue));
}

struct goacc_asyncqueue *
gomp_acc_queue_stream (struct gomp_acc_queue *queue)
{
  gomp_mutex_lock (&queue->lock);
  struct goacc_asyncqueue *stream = queue->stream;
  gomp_mutex_unlock (&queue->lock);
  return stream;
}

/* The program may have put work of its own into the stream.  */
enum gomp_status
gomp_acc_queue_wait (struct gomp_acc_queue *queue)
{
  unsigned count = last_added (queue);
  help (queue, count);
  wait_until (queue, count);
  struct goacc_asyncqueue *stream = gomp_acc_queue_stream (queue);
  return stream == NULL
                 || queue->device->plugin->openacc_async_synchronize (stream)
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_DEVICE, "wait on %d failed",
                               queue->async);
}

/* Work that waits for another queue.  */
struct await_op
{
  struct gomp_acc_op op;
  struct gomp_acc_queue *other;
  unsigned count;
};

static enum gomp_status
await_other (struct gomp_acc_op *op, struct gomp_acc_queue *queue)
{
  struct await_op *await = container_of (op, struct await_op, op);
  struct goacc_asyncqueue *stream = gomp_acc_queue_stream (await->other);
  wait_until (await->other, await->count);
  return stream == NULL
                 || queue->device->plugin->openacc_async_synchronize (stream)
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_DEVICE,
                               "ordering of async ids %d and %d failed",
                               await->other->async, queue->async);
}

static void
drop_await (struct gomp_acc_op *op)
{
  gomp_free (container_of (op, struct await_op, op));
}

/* What comes to QUEUE from now on waits for what is in OTHER.  */
static enum gomp_status
put_after (struct gomp_acc_queue *queue, struct gomp_acc_queue *other)
{
  if (queue == other
      || (gomp_acc_queue_is_idle (other)
          && gomp_acc_queue_stream (other) == NULL))
    return GOMP_OK;
  struct await_op *await = gomp_alloc (sizeof (*await));
  if (await == NULL)
    return GOMP_ERR_NOMEM;
  *await = (struct await_op){ .op = { .run = await_other, .drop = drop_await },
                              .other = other,
                              .count = last_added (other) };
  return gomp_acc_submit (queue, &await->op);
}

/* ---- Queues.  */

/* All work that the program left without a wait.  Devices are finalized
   later.  */
static void
finish_all (void)
{
  for (struct gomp_acc_queue *q = queues.first;
       q != NULL && !gomp_fatal_begun (); q = q->next)
    wait_until (q, last_added (q));
}

/* The program is ending, perhaps in work that is never done.  */
static void
let_waiters_go (void)
{
  gomp_mutex_lock (&queues.lock);
  for (struct gomp_acc_queue *q = queues.first; q != NULL; q = q->next)
    gomp_wait_set (&q->done, last_added (q), GOMP_WAIT_PRIVATE);
  gomp_mutex_unlock (&queues.lock);
}

static struct gomp_at_fatal at_fatal = { .give_back = let_waiters_go };

/* The threads do not exist in the child, which cannot use the devices
   either.  */
void
gomp_acc_queue_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&queues.lock, when);
  gomp_acc_worker_fork (when);
  if (when == GOMP_FORK_CHILD)
    {
      queues.first = NULL;
      atomic_store_explicit (&undone, 0, memory_order_relaxed);
    }
}

static struct gomp_acc_queue *
make (struct gomp_device *device, int async)
{
  struct gomp_acc_queue *queue = gomp_alloc_zeroed (sizeof (*queue));
  if (queue == NULL)
    return NULL;
  queue->device = device;
  queue->async = async;
  queue->last = &queue->first;
  int error = gomp_acc_worker_add ();
  if (error == 0)
    return queue;
  gomp_error_errno (GOMP_ERR_SYSTEM, error, "async %d creation failed", async);
  gomp_free (queue);
  return NULL;
}

/* QUEUE has no work and will get none.  */
static void
unmake (struct gomp_acc_queue *queue)
{
  gomp_acc_worker_forget (&queue->turn);
  if (queue->stream != NULL)
    queue->device->plugin->openacc_async_destruct (queue->stream);
  gomp_free (queue);
}

static struct gomp_acc_queue *
find_locked (const struct gomp_device *device, int async)
{
  struct gomp_acc_queue *q = queues.first;
  while (q != NULL && (q->device != device || q->async != async))
    q = q->next;
  return q;
}

/* The queue of ASYNC if it is in use.  */
static struct gomp_acc_queue *
find_used (struct gomp_device *device, int async)
{
  gomp_mutex_lock (&queues.lock);
  struct gomp_acc_queue *queue = find_locked (device, async);
  gomp_mutex_unlock (&queues.lock);
  return queue;
}

/* No lock is held while a queue is made: another thread may do the same.  */
static struct gomp_acc_queue *
add (struct gomp_device *device, int async)
{
  struct gomp_acc_queue *made = make (device, async);
  if (made == NULL)
    return NULL;
  gomp_mutex_lock (&queues.lock);
  bool first = !queues.prepared;
  queues.prepared = true;
  struct gomp_acc_queue *queue = find_locked (device, async);
  if (queue == NULL)
    {
      made->next = queues.first;
      queue = queues.first = made;
    }
  gomp_mutex_unlock (&queues.lock);
  if (first)
    {
      atexit (finish_all);
      gomp_at_fatal (&at_fatal);
    }
  if (queue != made)
    unmake (made);
  return queue;
}

static enum gomp_status
check_async (int async)
{
  return async >= GOMP_ACC_SYNC
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_INVALID, "invalid async-argument: %d",
                               async);
}

enum gomp_status
gomp_acc_queue_find (struct gomp_device *device, int async,
                     struct gomp_acc_queue **queue)
{
  *queue = NULL;
  enum gomp_status status = check_async (async);
  if (status != GOMP_OK || async == GOMP_ACC_SYNC || device == NULL)
    return status;
  *queue = find_used (device, async);
  if (*queue == NULL)
    *queue = add (device, async);
  return *queue != NULL ? GOMP_OK : GOMP_ERR_SYSTEM;
}

/* Queues come first into the list, and go only when their device does.  */
static struct gomp_acc_queue *
next_of (struct gomp_device *device, struct gomp_acc_queue *after)
{
  gomp_mutex_lock (&queues.lock);
  struct gomp_acc_queue *q = after == NULL ? queues.first : after->next;
  while (q != NULL && q->device != device)
    q = q->next;
  gomp_mutex_unlock (&queues.lock);
  return q;
}

/* To the checker, a mapping ends with its last copy: meanwhile nobody may map
   the same data once more.  */
static COLD void
finish_for_checker (struct gomp_acc_queue *queue, unsigned number)
{
  help (queue, number);
  wait_until (queue, number);
}

enum gomp_status
gomp_acc_submit (struct gomp_acc_queue *queue, struct gomp_acc_op *op)
{
  if (queue == NULL)
    {
      enum gomp_status status = op->run (op, NULL);
      op->drop (op);
      return status;
    }
  op->next = NULL;
  op->at = unlikely (gomp_observe_offload ()) ? gomp_observe_here () : NULL;
  gomp_mutex_lock (&queue->lock);
  op->number = last_added (queue) + 1;
  *queue->last = op;
  queue->last = &op->next;
  /* Release: pairs with the load in last_added.  */
  atomic_store_explicit (&queue->added, op->number, memory_order_release);
  atomic_fetch_add_explicit (&undone, 1, memory_order_relaxed);
  unsigned number = op->number;
  gomp_mutex_unlock (&queue->lock);
  gomp_acc_worker_call (&queue->turn);
  if (gomp_check_wanted ())
    finish_for_checker (queue, number);
  return GOMP_OK;
}

static inline bool
will_write (const struct gomp_acc_op *op, uintptr_t start, uintptr_t end)
{
  return op != NULL && op->writes != NULL && op->writes (op, start, end);
}

/* The number of the last work in QUEUE that will write there; false if there is
   none.  */
static bool
find_writer (struct gomp_acc_queue *queue, uintptr_t start, uintptr_t end,
             unsigned *number)
{
  const struct gomp_acc_op *writer = NULL;
  gomp_mutex_lock (&queue->lock);
  if (will_write (queue->running, start, end))
    writer = queue->running;
  for (const struct gomp_acc_op *op = queue->first; op != NULL; op = op->next)
    if (will_write (op, start, end))
      writer = op;
  *number = writer != NULL ? writer->number : 0;
  gomp_mutex_unlock (&queue->lock);
  return writer != NULL;
}

void
gomp_acc_await_writes (struct gomp_device *device, uintptr_t start,
                       uintptr_t end)
{
  unsigned number;
  /* Acquire: pairs with the release in end_op.  */
  if (atomic_load_explicit (&undone, memory_order_acquire) == 0)
    return;
  for (struct gomp_acc_queue *q = next_of (device, NULL); q != NULL;
       q = next_of (device, q))
    if (!gomp_acc_queue_is_idle (q) && find_writer (q, start, end, &number))
      wait_until (q, number);
}

static enum gomp_status
wait_all_on (struct gomp_device *device)
{
  enum gomp_status status = GOMP_OK;
  for (struct gomp_acc_queue *q = next_of (device, NULL); q != NULL;
       q = next_of (device, q))
    help (q, last_added (q));
  for (struct gomp_acc_queue *q = next_of (device, NULL);
       q != NULL && status == GOMP_OK; q = next_of (device, q))
    status = gomp_acc_queue_wait (q);
  return status;
}

static struct gomp_acc_queue *
take_out (struct gomp_device *device)
{
  gomp_mutex_lock (&queues.lock);
  struct gomp_acc_queue **link = &queues.first, *queue;
  while (*link != NULL && (*link)->device != device)
    link = &(*link)->next;
  queue = *link;
  if (queue != NULL)
    *link = queue->next;
  gomp_mutex_unlock (&queues.lock);
  return queue;
}

enum gomp_status
gomp_acc_queues_await (struct gomp_device *device)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  return wait_all_on (device);
}

enum gomp_status
gomp_acc_queues_close (struct gomp_device *device)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct gomp_acc_queue *queue;
  enum gomp_status status = wait_all_on (device);
  /* Work that failed does not give its queue back.  */
  while (status == GOMP_OK && !gomp_fatal_begun ()
         && (queue = take_out (device)) != NULL)
    unmake (queue);
  return status;
}

/* ---- Orders of directives.  */

/* Wait for queue ASYNC, in QUEUE or, with NULL, now.  */
static enum gomp_status
wait_in (struct gomp_device *device, struct gomp_acc_queue *queue, int async)
{
  enum gomp_status status = check_async (async);
  struct gomp_acc_queue *other = status == GOMP_OK && async != GOMP_ACC_SYNC
                                     ? find_used (device, async)
                                     : NULL;
  if (other == NULL)
    return status;
  return queue == NULL ? gomp_acc_queue_wait (other) : put_after (queue, other);
}

static enum gomp_status
wait_all_in (struct gomp_device *device, struct gomp_acc_queue *queue)
{
  enum gomp_status status = GOMP_OK;
  if (queue == NULL)
    return wait_all_on (device);
  for (struct gomp_acc_queue *q = next_of (device, NULL);
       q != NULL && status == GOMP_OK; q = next_of (device, q))
    status = put_after (queue, q);
  return status;
}

enum gomp_status
gomp_acc_queue_order (struct gomp_device *device,
                      const struct gomp_acc_order *order,
                      struct gomp_acc_queue **queue)
{
  enum gomp_status status = gomp_acc_queue_find (device, order->async, queue);
  for (int i = 0; i < order->count && status == GOMP_OK; i++)
    {
      if (device == NULL)
        status = check_async (order->waits[i]);
      else if (order->waits[i] == GOMP_ACC_NOVAL)
        return wait_all_in (device, *queue);
      else
        status = wait_in (device, *queue, order->waits[i]);
    }
  return status;
}

/* ---- Routines and the wait directive.  */

static enum gomp_status
wait_directive (struct gomp_device *device, const struct gomp_acc_order *order)
{
  struct gomp_acc_queue *queue;
  enum gomp_status status;
  if (order->count > 0)
    return gomp_acc_queue_order (device, order, &queue);
  status = gomp_acc_queue_find (device, order->async, &queue);
  return status == GOMP_OK && device != NULL ? wait_all_in (device, queue)
                                             : status;
}

enum gomp_status
gomp_acc_wait_directive (const struct gomp_acc_order *order)
{
  struct gomp_acc_thread *thread;
  struct gomp_acc_seen seen;
  enum gomp_status status = gomp_acc_thread_get (&thread);
  if (status != GOMP_OK)
    return status;
  gomp_acc_see (&seen, GOMP_EVENT_ACC_WAIT_BEGIN, GOMP_ACC_OF_WAIT,
                order->async);
  status = wait_directive (gomp_acc_device_of (thread), order);
  gomp_acc_seen (&seen);
  return status;
}

/* The device of the thread, which must be active.  */
static enum gomp_status
active_device (struct gomp_device **device)
{
  struct gomp_acc_thread *thread;
  enum gomp_status status = gomp_acc_thread_get (&thread);
  *device = status == GOMP_OK ? gomp_acc_device_of (thread) : NULL;
  return status;
}

enum gomp_status
gomp_acc_test (int async, bool *done)
{
  struct gomp_device *device;
  enum gomp_status status = check_async (async);
  *done = true;
  if (status == GOMP_OK)
    status = active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  struct gomp_acc_queue *queue = find_used (device, async);
  *done = queue == NULL || gomp_acc_queue_is_idle (queue);
  return GOMP_OK;
}

enum gomp_status
gomp_acc_test_all (bool *done)
{
  struct gomp_device *device;
  enum gomp_status status = active_device (&device);
  *done = true;
  if (status != GOMP_OK || device == NULL)
    return status;
  for (struct gomp_acc_queue *q = next_of (device, NULL); q != NULL && *done;
       q = next_of (device, q))
    *done = gomp_acc_queue_is_idle (q);
  return GOMP_OK;
}

enum gomp_status
gomp_acc_wait (int async)
{
  struct gomp_device *device;
  struct gomp_acc_seen seen;
  enum gomp_status status = check_async (async);
  if (status == GOMP_OK)
    status = active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  gomp_acc_see (&seen, GOMP_EVENT_ACC_WAIT_BEGIN, GOMP_ACC_OF_ROUTINE, async);
  status = wait_in (device, NULL, async);
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_wait_all (void)
{
  struct gomp_device *device;
  struct gomp_acc_seen seen;
  enum gomp_status status = active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  gomp_acc_see (&seen, GOMP_EVENT_ACC_WAIT_BEGIN, GOMP_ACC_OF_ROUTINE,
                GOMP_ACC_SYNC);
  status = wait_all_on (device);
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_wait_async (int async, int after)
{
  struct gomp_device *device;
  struct gomp_acc_queue *queue = NULL;
  enum gomp_status status = check_async (async);
  if (status == GOMP_OK)
    status = check_async (after);
  if (status == GOMP_OK)
    status = active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  status = gomp_acc_queue_find (device, after, &queue);
  return status == GOMP_OK ? wait_in (device, queue, async) : status;
}

enum gomp_status
gomp_acc_wait_all_async (int after)
{
  struct gomp_device *device;
  struct gomp_acc_queue *queue = NULL;
  enum gomp_status status = check_async (after);
  if (status == GOMP_OK)
    status = active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  status = gomp_acc_queue_find (device, after, &queue);
  return status == GOMP_OK ? wait_all_in (device, queue) : status;
}

/* ---- CUDA.  */

/* The device of the thread if its plugin has CUDA's objects, else NULL.  */
static struct gomp_device *
cuda_device (void)
{
  struct gomp_device *device;
  if (active_device (&device) != GOMP_OK)
    {
      gomp_error_clear ();
      return NULL;
    }
  return device != NULL && device->plugin->openacc_cuda_get_stream != NULL
             ? device
             : NULL;
}

void *
gomp_acc_cuda_device (void)
{
  struct gomp_device *device = cuda_device ();
  return device == NULL ? NULL
                        : device->plugin->openacc_cuda_get_current_device ();
}

void *
gomp_acc_cuda_context (void)
{
  struct gomp_device *device = cuda_device ();
  return device == NULL ? NULL
                        : device->plugin->openacc_cuda_get_current_context ();
}

/* No lock is held while the plugin makes a stream: another thread may do the
   same.  */
static struct goacc_asyncqueue *
make_stream (struct gomp_acc_queue *queue)
{
  const struct gomp_device *device = queue->device;
  struct goacc_asyncqueue *made
      = device->plugin->openacc_async_construct (device->ordinal);
  gomp_mutex_lock (&queue->lock);
  if (queue->stream == NULL)
    queue->stream = made;
  struct goacc_asyncqueue *stream = queue->stream;
  gomp_mutex_unlock (&queue->lock);
  if (made != NULL && made != stream)
    device->plugin->openacc_async_destruct (made);
  return stream;
}

/* QUEUE's stream, made if there is none.  */
static struct goacc_asyncqueue *
stream_of (struct gomp_device *device, int async)
{
  struct gomp_acc_queue *queue;
  if (gomp_acc_queue_find (device, async, &queue) != GOMP_OK || queue == NULL)
    {
      gomp_error_clear ();
      return NULL;
    }
  struct goacc_asyncqueue *stream = gomp_acc_queue_stream (queue);
  return stream != NULL ? stream : make_stream (queue);
}

void *
gomp_acc_cuda_stream (int async)
{
  struct gomp_device *device = cuda_device ();
  struct goacc_asyncqueue *stream = device == NULL || async < GOMP_ACC_NOVAL
                                        ? NULL
                                        : stream_of (device, async);
  return stream == NULL ? NULL
                        : device->plugin->openacc_cuda_get_stream (stream);
}

int
gomp_acc_set_cuda_stream (int async, void *cuda)
{
  if (async < GOMP_ACC_NOVAL || cuda == NULL)
    return 0;
  struct gomp_device *device = cuda_device ();
  struct goacc_asyncqueue *stream
      = device == NULL ? NULL : stream_of (device, async);
  return stream == NULL
             ? -1
             : device->plugin->openacc_cuda_set_stream (stream, cuda);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Async queues (OpenACC 2.6 section 2.16).

   A queue is a list of operations that are done in order, by synchronous calls
   of the plugin.  The operations of several queues overlap, since plugins
   serve several threads at once.  The threads of worker.c do them, or a thread
   that waits for the queue.  Threads of worker.c sleep while there is no work;
   one of them ends with each queue, when the device is shut down.

   A queue's `lock' guards its list of operations.  Often the thread that adds
   them also does them while it waits, so the lock favours that thread.  Nor
   does its end of an operation cost a locked instruction: a thread that is
   about to wait says so in `waiters', and makes sure by the heavy half of a
   fence that it sees what was done before.  `added' counts the
   operations that were added, `done' those that are done.  A thread that waits
   for a queue waits until `done' reaches the value that `added' had at the
   beginning.  A queue that waits for another one has an operation that waits
   in this way.  Operations wait only for operations that were added before
   them, so there is no circle.

   A region without data is started in the plugin's queue (stream), if the
   plugin has queues, by the thread that encounters it, as soon as all
   operations are done.  That counts as an operation, which is done when the
   region has been started.  An operation that is added later first waits for
   the stream, and so does whoever waits for the queue.

   If an operation fails, its thread ends the program, since no other thread
   would.  When it has said why, all operations count as done: exit handlers may
   wait for a thread that waits for them.

   Model: testsuite/models/start.pml.  */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mem.h"
#include "base/tsan.h"
#include "base/uncancelled.h"
#include "offload/check/check.h"
#include "offload/observe.h"
#include "openacc/observe.h"
#include "openacc/queue_internal.h"

/* Longer than an interrupt of another thread takes, by which a thread that is
   about to sleep makes sure that it is woken.  */
#define SPIN_NS 3000

/* The number of operations, of all queues, that are not done and may write to
   the host's memory.  */
static atomic_uint undone;

/* ---- The plugin's queue.  */

struct goacc_asyncqueue *
gomp_acc_queue_stream (struct gomp_acc_queue *queue)
{
  /* Acquire: pairs with the exchange in gomp_acc_queue_need_stream.  */
  return atomic_load_explicit (&queue->stream, memory_order_acquire);
}

/* Another thread may give QUEUE a stream at the same time.  */
struct goacc_asyncqueue *
gomp_acc_queue_need_stream (struct gomp_acc_queue *queue)
{
  struct goacc_asyncqueue *stream = gomp_acc_queue_stream (queue);
  const struct gomp_device *device = device_of (queue);
  if (likely (stream != NULL))
    return stream;
  struct goacc_asyncqueue *made
      = device->plugin->openacc_async_construct (device->ordinal);
  /* Release: pairs with the acquire in gomp_acc_queue_stream.  */
  if (made == NULL
      || atomic_compare_exchange_strong_explicit (&queue->stream, &stream, made,
                                                  memory_order_acq_rel,
                                                  memory_order_acquire))
    return made;
  device->plugin->openacc_async_destruct (made);
  return stream;
}

bool
gomp_acc_queue_is_shared (struct gomp_acc_queue *queue)
{
  return atomic_load_explicit (&queue->is_shared, memory_order_relaxed);
}

void
gomp_acc_queue_share (struct gomp_acc_queue *queue)
{
  atomic_store_explicit (&queue->is_shared, true, memory_order_relaxed);
}

/* Wait for what is in the stream of QUEUE; false: the plugin has reported an
   error.  The program may have put work of its own there.  */
static inline bool
synchronize_stream (struct gomp_acc_queue *queue)
{
  struct goacc_asyncqueue *stream = gomp_acc_queue_stream (queue);
  return stream == NULL
         || device_of (queue)->plugin->openacc_async_synchronize (stream);
}

static inline enum gomp_status
await_stream (struct gomp_acc_queue *queue)
{
  return synchronize_stream (queue)
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_DEVICE, "wait on %d failed",
                               async_of (queue));
}

/* ---- Doing work.  */

/* The next operation of QUEUE, up to number LAST.  NULL: there is none, or
   another thread does work of QUEUE and will look for more.  */
static struct gomp_acc_op *
take (struct gomp_acc_queue *queue, unsigned last)
{
  gomp_rebiased_lock (&queue->lock);
  struct gomp_acc_op *op = queue->first;
  if (op != NULL
      && (gomp_wait_value (&queue->done) + 1 != op->number
          || (int)(last - op->number) < 0))
    op = NULL;
  if (op != NULL)
    {
      queue->running = op->writes != NULL ? op : NULL;
      queue->first = op->next;
      if (queue->first == NULL)
        queue->last = &queue->first;
    }
  gomp_rebiased_unlock (&queue->lock);
  return op;
}

/* Other threads may have done more operations since DONE was stored, so it is
   not stored again.  */
static NOINLINE void
wake_waiters (struct gomp_acc_queue *queue)
{
  /* Orders DONE before the load in gomp_wait_wake.  */
  atomic_thread_fence (memory_order_seq_cst);
  gomp_wait_wake (&queue->done, INT_MAX, GOMP_WAIT_PRIVATE);
}

static inline void
set_done (struct gomp_acc_queue *queue, unsigned number)
{
  gomp_tsan_release (&queue->done);
  /* Release: pairs with the acquire in gomp_wait_value.  */
  atomic_store_explicit (&queue->done.value, number, memory_order_release);
  /* Pairs with the heavy fence in wait_announced.  */
  os_fence_light ();
  if (unlikely (atomic_load_explicit (&queue->waiters, memory_order_relaxed)
                != 0))
    wake_waiters (queue);
}

/* No thread takes the next operation before DONE is set.  */
static inline void
end_op (struct gomp_acc_queue *queue, struct gomp_acc_op *op)
{
  unsigned number = op->number;
  bool writes = op->writes != NULL;
  if (writes)
    {
      gomp_rebiased_lock (&queue->lock);
      queue->running = NULL;
      gomp_rebiased_unlock (&queue->lock);
    }
  op->drop (op);
  gomp_invariant (gomp_wait_value (&queue->done) + 1 == number
                      || gomp_fatal_begun (),
                  "operation %u of queue %d ends after operation %u", number,
                  async_of (queue), gomp_wait_value (&queue->done));
  set_done (queue, number);
  gomp_invariant (!writes || atomic_load (&undone) > 0,
                  "operation %u of queue %d was not counted as a writer",
                  number, async_of (queue));
  /* Release: pairs with the load in gomp_acc_await_writes.  */
  if (writes)
    atomic_fetch_sub_explicit (&undone, 1, memory_order_release);
}

/* GCC's plugins look for the data that they keep for the thread.  */
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

static NOINLINE enum gomp_status
run_carefully (struct gomp_acc_op *op, struct gomp_acc_queue *queue)
{
  struct gomp_acc_seen seen;
  struct gomp_device *device = device_of (queue);
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
                       async_of (queue));
  enum gomp_status status = op->run (op, queue);
  gomp_acc_seen (&seen);
  if (unlikely (observed))
    gomp_observe_construct_end (&c);
  return status;
}

/* Do OP; no other thread does work of its queue.  */
static inline enum gomp_status
run (struct gomp_acc_op *op, struct gomp_acc_queue *queue)
{
  const struct gomp_acc_thread *self = gomp_acc_self_quick ();
  if (unlikely (op->follows) && await_stream (queue) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  return likely (self != NULL) && self->device.device == device_of (queue)
                 && !gomp_acc_watched ()
             ? op->run (op, queue)
             : run_carefully (op, queue);
}

/* Do the next operation of QUEUE, up to number LAST.  False: there is none
   that this thread could do.  */
static bool
do_next (struct gomp_acc_queue *queue, unsigned last)
{
  struct gomp_acc_op *op
      = gomp_wait_value (&queue->done) == last ? NULL : take (queue, last);
  if (op == NULL)
    return false;
  if (run (op, queue) != GOMP_OK)
    gomp_fatal_recorded ();
  end_op (queue, op);
  return true;
}

void
gomp_acc_queue_serve (struct gomp_acc_turn *turn)
{
  struct gomp_acc_queue *queue
      = container_of (turn, struct gomp_acc_queue, turn);
  /* For gomp_acc_worker_call_after.  */
  gomp_rebiased_lock (&queue->lock);
  gomp_rebiased_unlock (&queue->lock);
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

static NOINLINE void
wait_announced (struct gomp_acc_queue *queue, unsigned count)
{
  atomic_fetch_add_explicit (&queue->waiters, 1, memory_order_relaxed);
  /* Pairs with the light fence in set_done.  */
  os_fence_heavy ();
  for (;;)
    {
      unsigned value = gomp_wait_value (&queue->done);
      if ((int)(value - count) >= 0 || gomp_fatal_told ())
        break;
      gomp_wait_while (&queue->done, value, GOMP_WAIT_PRIVATE);
    }
  atomic_fetch_sub_explicit (&queue->waiters, 1, memory_order_relaxed);
}

/* Until the operations are done, or the program ends because of an error.  A
   short one that another thread has begun ends while this one spins.  */
static void
wait_or_end (struct gomp_acc_queue *queue, unsigned count)
{
  unsigned value = gomp_wait_value (&queue->done);
  uint64_t ns
      = atomic_load_explicit (&gomp_spin_policy.spin_ns, memory_order_relaxed);
  if ((int)(value - count) < 0)
    gomp_spin_for (&queue->done.value, value, ns < SPIN_NS ? ns : SPIN_NS);
  if (!is_done (queue, count))
    wait_announced (queue, count);
  gomp_tsan_acquire (&queue->done);
}

static void
wait_until (struct gomp_acc_queue *queue, unsigned count)
{
  wait_or_end (queue, count);
  if (unlikely (gomp_fatal_told ()))
    gomp_fatal_leave ();
}

/* May the calling thread do work of QUEUE?  Events of that work are reported
   for the thread's device.  */
static bool
may_help (struct gomp_acc_queue *queue)
{
  const struct gomp_acc_thread *self = gomp_acc_self_if_any ();
  return self != NULL && self->device.device == device_of (queue)
         && !gomp_fatal_begun ();
}

/* The calling thread, which has just ended an operation of QUEUE, does not do
   the next one.  A thread may have passed over that meanwhile.  Whoever adds an
   operation has the lock before or after this thread: so either this thread
   sees that one, or a thread that is called for it sees that the last one has
   ended.  */
static inline void
call_for_rest (struct gomp_acc_queue *queue)
{
  gomp_rebiased_lock (&queue->lock);
  bool is_rest = queue->first != NULL;
  gomp_rebiased_unlock (&queue->lock);
  if (unlikely (is_rest))
    gomp_acc_worker_call (&queue->turn);
}

/* Do the operations of QUEUE up to number COUNT that no thread has begun.  */
static void
help (struct gomp_acc_queue *queue, unsigned count)
{
  bool helped = false;
  while (may_help (queue) && do_next (queue, count))
    {
      helped = true;
      gomp_acc_worker_has_helped ();
    }
  if (helped)
    call_for_rest (queue);
}

static bool
is_idle (struct gomp_acc_queue *queue)
{
  return is_done (queue, last_added (queue));
}

unsigned
gomp_acc_queue_count_busy (unsigned *queues)
{
  unsigned busy = 0;
  struct gomp_acc_queue *queue = NULL;
  *queues = 0;
  while ((queue = gomp_acc_queue_next (NULL, queue)) != NULL)
    {
      busy += !is_idle (queue);
      ++*queues;
    }
  return busy;
}

enum gomp_status
gomp_acc_queue_test (struct gomp_acc_queue *queue, bool *done)
{
  struct goacc_asyncqueue *stream = gomp_acc_queue_stream (queue);
  int answer = is_idle (queue);
  if (answer == 1 && stream != NULL)
    answer = device_of (queue)->plugin->openacc_async_test (stream);
  *done = answer == 1;
  return answer >= 0 ? GOMP_OK
                     : gomp_error_set (GOMP_ERR_DEVICE, "test of %d failed",
                                       async_of (queue));
}

enum gomp_status
gomp_acc_queue_wait (struct gomp_acc_queue *queue)
{
  unsigned count = last_added (queue);
  if (!is_done (queue, count))
    {
      gomp_acc_worker_help_begin ();
      help (queue, count);
      gomp_acc_worker_help_end ();
      wait_until (queue, count);
    }
  return await_stream (queue);
}

/* An operation that waits for another queue.  */
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
  wait_until (await->other, await->count);
  return synchronize_stream (await->other)
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_DEVICE,
                               "ordering of async ids %d and %d failed",
                               async_of (await->other), async_of (queue));
}

static void
drop_await (struct gomp_acc_op *op)
{
  gomp_free (container_of (op, struct await_op, op));
}

/* Work that comes to QUEUE from now on waits for the work that is in OTHER.  */
enum gomp_status
gomp_acc_queue_put_after (struct gomp_acc_queue *queue,
                          struct gomp_acc_queue *other)
{
  enum gomp_status status = GOMP_OK;
  bool done = false;
  if (queue == other)
    return GOMP_OK;
  /* A stream that the program uses is asked in its turn.  */
  if (gomp_acc_queue_stream (other) == NULL
      || !gomp_acc_queue_is_shared (other))
    status = gomp_acc_queue_test (other, &done);
  if (status != GOMP_OK || done)
    return status;
  struct await_op *await = gomp_alloc (sizeof (*await));
  if (await == NULL)
    return GOMP_ERR_NOMEM;
  *await = (struct await_op){ .op = { .run = await_other, .drop = drop_await },
                              .other = other,
                              .count = last_added (other) };
  return gomp_acc_submit (queue, &await->op);
}

/* ---- Memory of short work.  The thread that ends work keeps it, of which
   there is one at a time; who adds work takes it with the queue's lock.  */

void
gomp_acc_queue_keep (struct gomp_acc_queue *queue, struct gomp_acc_op *op)
{
  if (atomic_load_explicit (&queue->kept, memory_order_relaxed) == NULL)
    /* Release: pairs with the acquire in take_kept.  */
    atomic_store_explicit (&queue->kept, op, memory_order_release);
  else
    gomp_free (op);
}

/* ---- Adding work.  */

/* To the checker, a mapping ends with its last copy.  So no other construct
   may map the same data until then.  */
static COLD void
finish_for_checker (struct gomp_acc_queue *queue, unsigned number)
{
  help (queue, number);
  wait_until (queue, number);
}

/* Returns the number of OP.  */
static unsigned
append_locked (struct gomp_acc_queue *queue, struct gomp_acc_op *op)
{
  op->next = NULL;
  op->at = unlikely (gomp_observe_offload ()) ? gomp_observe_here () : NULL;
  op->number = last_added (queue) + 1;
  op->follows = queue->has_started;
  queue->has_started = false;
  gomp_invariant ((queue->first == NULL) == (queue->last == &queue->first),
                  "operation %u of queue %d is put behind none of its list",
                  op->number, async_of (queue));
  *queue->last = op;
  queue->last = &op->next;
  if (op->writes != NULL)
    atomic_fetch_add_explicit (&undone, 1, memory_order_relaxed);
  /* Release: pairs with the load in last_added.  */
  atomic_store_explicit (&queue->added, op->number, memory_order_release);
  if (unlikely (queue->start == op->number - 1)
      && gomp_wait_value (&queue->done) != queue->start)
    /* Pairs with the light fence in gomp_acc_queue_started: either that thread
       sees OP, or a thread that is called for OP sees that the region has been
       started.  */
    os_fence_heavy ();
  return op->number;
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
  gomp_rebiased_lock (&queue->lock);
  unsigned number = append_locked (queue, op);
  gomp_rebiased_unlock (&queue->lock);
  gomp_acc_worker_call_after (&queue->turn);
  if (unlikely (gomp_check_wanted ()))
    finish_for_checker (queue, number);
  return GOMP_OK;
}

enum gomp_status
gomp_acc_submit_copy (struct gomp_acc_queue *queue,
                      const struct gomp_acc_op *op, size_t size)
{
  gomp_rebiased_lock (&queue->lock);
  struct gomp_acc_op *copy = take_kept (queue);
  if (unlikely (copy == NULL))
    {
      gomp_rebiased_unlock (&queue->lock);
      copy = gomp_alloc (size);
      if (copy == NULL)
        return GOMP_ERR_NOMEM;
      gomp_rebiased_lock (&queue->lock);
    }
  memcpy (copy, op, size);
  unsigned number = append_locked (queue, copy);
  gomp_rebiased_unlock (&queue->lock);
  gomp_acc_worker_call_after (&queue->turn);
  if (unlikely (gomp_check_wanted ()))
    finish_for_checker (queue, number);
  return GOMP_OK;
}

bool
gomp_acc_queue_start (struct gomp_acc_queue *queue,
                      struct goacc_asyncqueue **stream)
{
  gomp_rebiased_lock (&queue->lock);
  unsigned last = last_added (queue);
  bool starts = gomp_wait_value (&queue->done) == last;
  if (likely (starts))
    {
      queue->has_started = true;
      queue->start = last + 1;
      /* Release: pairs with the load in last_added.  */
      atomic_store_explicit (&queue->added, last + 1, memory_order_release);
    }
  gomp_rebiased_unlock (&queue->lock);
  if (likely (starts))
    *stream = gomp_acc_queue_need_stream (queue);
  return starts;
}

/* Another thread may have added an operation, and a third one may have passed
   over that.  */
void
gomp_acc_queue_started (struct gomp_acc_queue *queue)
{
  unsigned number = gomp_wait_value (&queue->done) + 1;
  set_done (queue, number);
  /* Pairs with the heavy fence in append_locked.  */
  os_fence_light ();
  if (unlikely (last_added (queue) != number))
    gomp_acc_worker_call (&queue->turn);
}

static inline bool
will_write (const struct gomp_acc_op *op, uintptr_t start, uintptr_t end)
{
  return op != NULL && op->writes != NULL && op->writes (op, start, end);
}

/* The number of the last operation in QUEUE that will write there.  False:
   there is none.  */
static bool
find_writer (struct gomp_acc_queue *queue, uintptr_t start, uintptr_t end,
             unsigned *number)
{
  const struct gomp_acc_op *writer = NULL;
  gomp_rebiased_lock (&queue->lock);
  if (will_write (queue->running, start, end))
    writer = queue->running;
  for (const struct gomp_acc_op *op = queue->first; op != NULL; op = op->next)
    if (will_write (op, start, end))
      writer = op;
  *number = writer != NULL ? writer->number : 0;
  gomp_rebiased_unlock (&queue->lock);
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
  for (struct gomp_acc_queue *q = gomp_acc_queue_next (device, NULL); q != NULL;
       q = gomp_acc_queue_next (device, q))
    if (!is_idle (q) && find_writer (q, start, end, &number))
      wait_until (q, number);
}

/* ---- All queues of a device.  */

/* Do the work of all queues of DEVICE that no thread has begun.  Returns
   whether anything is left to wait for.  */
static bool
help_all (struct gomp_device *device)
{
  bool rest = false;
  gomp_acc_worker_help_begin ();
  for (struct gomp_acc_queue *q = gomp_acc_queue_next (device, NULL); q != NULL;
       q = next_of (device, q))
    {
      unsigned count = last_added (q);
      if (!is_done (q, count))
        help (q, count);
      rest |= !is_done (q, count) || gomp_acc_queue_stream (q) != NULL;
    }
  gomp_acc_worker_help_end ();
  return rest;
}

enum gomp_status
gomp_acc_queues_wait (struct gomp_device *device)
{
  enum gomp_status status = GOMP_OK;
  if (!help_all (device))
    return GOMP_OK;
  for (struct gomp_acc_queue *q = gomp_acc_queue_next (device, NULL);
       q != NULL && status == GOMP_OK; q = next_of (device, q))
    status = is_idle (q) ? await_stream (q) : gomp_acc_queue_wait (q);
  return status;
}

enum gomp_status
gomp_acc_queues_await (struct gomp_device *device)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  return gomp_acc_queues_wait (device);
}

/* ---- The end of the program.  */

/* Wait for all work that the program has not waited for.  Devices are
   finalized later.  */
static void
finish_all (void)
{
  for (struct gomp_acc_queue *q = gomp_acc_queue_next (NULL, NULL);
       q != NULL && !gomp_fatal_begun (); q = gomp_acc_queue_next (NULL, q))
    {
      wait_or_end (q, last_added (q));
      if (!gomp_fatal_begun () && await_stream (q) != GOMP_OK)
        gomp_fatal_recorded ();
    }
}

/* The program is ending because of an error: its work may never be done.  */
static void
let_waiters_go (void)
{
  for (struct gomp_acc_queue *q = gomp_acc_queue_next (NULL, NULL); q != NULL;
       q = gomp_acc_queue_next (NULL, q))
    gomp_wait_set (&q->done, last_added (q), GOMP_WAIT_PRIVATE);
}

static struct gomp_at_fatal at_fatal = { .let_go = let_waiters_go };

void
gomp_acc_queue_prepare_end (void)
{
  atexit (finish_all);
  gomp_at_fatal (&at_fatal);
}

/* The threads do not exist in the child, which cannot use the devices
   either.  */
void
gomp_acc_queue_fork (enum gomp_fork when)
{
  gomp_acc_queue_list_fork (when);
  gomp_acc_worker_fork (when);
  if (when == GOMP_FORK_CHILD)
    atomic_store_explicit (&undone, 0, memory_order_relaxed);
}

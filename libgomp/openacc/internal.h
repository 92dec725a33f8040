/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Shared by the files of openacc/ alone.  */

#ifndef GOMP_OPENACC_INTERNAL_H
#define GOMP_OPENACC_INTERNAL_H

#include <stdatomic.h>

#include "offload/construct/construct.h"
#include "offload/construct/plan_inner.h"
#include "offload/device/device.h"
#include "openacc/openacc.h"
#include "openacc/thread.h"
#include "sync/mutex.h"

/* ---- Devices (device.c).  */

/* The calling thread, bound to an open device: by default the one that the
   program or its environment has chosen.  */
HIDDEN enum gomp_status
gomp_acc_thread_get_slowly (struct gomp_acc_thread **thread);
static inline enum gomp_status
gomp_acc_thread_get (struct gomp_acc_thread **thread)
{
  struct gomp_acc_thread *self = *thread = gomp_acc_self_quick ();
  return likely (self != NULL)
                 && (self->device.device == NULL
                         ? self->device.type != GOMP_ACC_NONE
                         : likely (gomp_device_is_ready (self->device.device)))
             ? GOMP_OK
             : gomp_acc_thread_get_slowly (thread);
}
/* The type of DEVICE: enum gomp_acc_type.  */
HIDDEN int gomp_acc_type_of (const struct gomp_device *device);
/* The device of THREAD; NULL: the host, whose memory is the program's.  */
static inline struct gomp_device *
gomp_acc_device_of (const struct gomp_acc_thread *thread)
{
  struct gomp_device *device = thread->device.device;
  return thread->on_host > 0
                 || (device != NULL && gomp_device_shares_memory (device))
             ? NULL
             : device;
}

/* The reason why the calling thread's device is the host; a constant.  */
HIDDEN const char *gomp_acc_host_reason (void) COLD;

/* See base/fork.h.  */
HIDDEN void gomp_acc_device_fork (enum gomp_fork when);

/* ---- Threads of queues (worker.c).  */

/* The part of a queue for the threads that serve queues.  */
struct gomp_acc_turn
{
  struct gomp_acc_turn *next;
  atomic_bool is_ready;       /* in the list of ready queues */
  unsigned servers;           /* number of threads that look at it */
  struct gomp_wait_word left; /* changes when one of them has left */
};

/* Start one more thread, for a new queue.  Returns 0 or an error number.  */
HIDDEN int gomp_acc_worker_add (void);
/* QUEUE has work: let a thread look at it.  */
HIDDEN void gomp_acc_worker_call (struct gomp_acc_turn *queue);
/* The same if the calling thread has just added the work, while it held the
   lock of QUEUE's work.  A thread that takes a ready queue takes this lock
   afterwards.  So either it finds the work, or it took the queue before.  */
static inline void
gomp_acc_worker_call_after (struct gomp_acc_turn *queue)
{
  /* Relaxed: ordered by that lock.  */
  if (!atomic_load_explicit (&queue->is_ready, memory_order_relaxed))
    gomp_acc_worker_call (queue);
}
/* QUEUE, which has no work and will get none, is about to be freed: end one
   thread.  */
HIDDEN void gomp_acc_worker_forget (struct gomp_acc_turn *queue);
/* Between these two calls, the calling thread, which waits for queues, does
   work of the queues; the call in between says that it has done some.  */
HIDDEN void gomp_acc_worker_help_begin (void);
HIDDEN void gomp_acc_worker_help_end (void);
HIDDEN void gomp_acc_worker_has_helped (void);
/* See base/fork.h.  */
HIDDEN void gomp_acc_worker_fork (enum gomp_fork when);

/* ---- Queues (queue.c).  */

struct gomp_acc_queue;

/* For worker.c: do the work of QUEUE.  */
HIDDEN void gomp_acc_queue_serve (struct gomp_acc_turn *queue);
/* How many of the QUEUES that there are have work that is not done?  */
HIDDEN unsigned gomp_acc_queue_count_busy (unsigned *queues) COLD;

/* An operation, which is work in a queue.  */
struct gomp_acc_op
{
  struct gomp_acc_op *next;
  unsigned number; /* its number in the queue, when it is done */
  bool follows;    /* regions in the plugin's queue, which are done first */
  const void *at;  /* the position of the program's call, if there was a
                      listener */
  enum gomp_status (*run) (struct gomp_acc_op *op,
                           struct gomp_acc_queue *queue);
  void (*drop) (struct gomp_acc_op *op); /* called afterwards: free it */
  /* Will it write to [START, END) of the host's memory?  Called by any thread,
     while the operation waits or runs.  NULL: it writes nothing.  */
  bool (*writes) (const struct gomp_acc_op *op, uintptr_t start, uintptr_t end);
};

/* The queue of ASYNC for DEVICE, made at its first use.  *QUEUE is NULL if the
   work is synchronous: ASYNC is acc_async_sync, or DEVICE is the host
   (NULL).  */
HIDDEN enum gomp_status gomp_acc_queue_find (struct gomp_device *device,
                                             int async,
                                             struct gomp_acc_queue **queue);
/* The same, but NULL if the queue is not in use.  */
HIDDEN struct gomp_acc_queue *gomp_acc_queue_used (struct gomp_device *device,
                                                   int async);
/* Is ASYNC an async value?  If not, record an error.  */
HIDDEN enum gomp_status gomp_acc_queue_check (int async);
/* The queue of DEVICE (NULL: of any device) that comes after the queue AFTER
   (NULL: the first one).  NULL: there are no more.  */
HIDDEN struct gomp_acc_queue *
gomp_acc_queue_next (struct gomp_device *device, struct gomp_acc_queue *after);
/* Do OP after all work in QUEUE; NULL: now.  */
HIDDEN enum gomp_status gomp_acc_submit (struct gomp_acc_queue *queue,
                                         struct gomp_acc_op *op);
/* The same for a copy of OP, which has SIZE bytes; SIZE is the same in all
   calls.  The copy's `drop' calls gomp_acc_queue_keep instead of freeing
   it.  */
HIDDEN enum gomp_status gomp_acc_submit_copy (struct gomp_acc_queue *queue,
                                              const struct gomp_acc_op *op,
                                              size_t size);
HIDDEN void gomp_acc_queue_keep (struct gomp_acc_queue *queue,
                                 struct gomp_acc_op *op);
/* Work that comes to QUEUE from now on waits for the work that is in OTHER.  */
HIDDEN enum gomp_status gomp_acc_queue_put_after (struct gomp_acc_queue *queue,
                                                  struct gomp_acc_queue *other);
/* Is all work of QUEUE done?  Wait until it is.  */
HIDDEN enum gomp_status gomp_acc_queue_test (struct gomp_acc_queue *queue,
                                             bool *done);
HIDDEN enum gomp_status gomp_acc_queue_wait (struct gomp_acc_queue *queue);
/* The plugin's queue (a CUDA stream) that belongs to QUEUE; NULL: none yet.  */
HIDDEN struct goacc_asyncqueue *
gomp_acc_queue_stream (struct gomp_acc_queue *queue);
/* The same, made if there is none.  NULL: the plugin has reported an error.  */
HIDDEN struct goacc_asyncqueue *
gomp_acc_queue_need_stream (struct gomp_acc_queue *queue);
/* Does the program know the stream, so that all work of QUEUE is there?  From
   now on it does.  */
HIDDEN bool gomp_acc_queue_is_shared (struct gomp_acc_queue *queue);
HIDDEN void gomp_acc_queue_share (struct gomp_acc_queue *queue);
/* Between these two calls the calling thread starts a region in *STREAM, the
   plugin's queue (NULL: the plugin has reported that it has none).  False:
   operations that are not done come first.  */
HIDDEN bool gomp_acc_queue_start (struct gomp_acc_queue *queue,
                                  struct goacc_asyncqueue **stream);
HIDDEN void gomp_acc_queue_started (struct gomp_acc_queue *queue);
/* The device of the calling thread, which is bound to one first if necessary.
   NULL: the host.  */
HIDDEN enum gomp_status gomp_acc_active_device (struct gomp_device **device);
/* The queue of ORDER, as for gomp_acc_queue_find.  Work that comes to it from
   now on waits for the queues that ORDER names.  */
HIDDEN enum gomp_status
gomp_acc_queue_order (struct gomp_device *device,
                      const struct gomp_acc_order *order,
                      struct gomp_acc_queue **queue);
static inline enum gomp_status
gomp_acc_queue_after (struct gomp_device *device,
                      const struct gomp_acc_order *order,
                      struct gomp_acc_queue **queue)
{
  *queue = NULL;
  if (unlikely (order->count != 0))
    return gomp_acc_queue_order (device, order, queue);
  return order->async == GOMP_ACC_SYNC
             ? GOMP_OK
             : gomp_acc_queue_find (device, order->async, queue);
}
/* Wait for the work that will write to [START, END) of the host's memory.  */
HIDDEN void gomp_acc_await_writes (struct gomp_device *device, uintptr_t start,
                                   uintptr_t end);
/* See base/fork.h.  The child has no queues.  */
HIDDEN void gomp_acc_queue_fork (enum gomp_fork when);
/* Wait for all queues of DEVICE, even if threads may be cancelled.  */
HIDDEN enum gomp_status gomp_acc_queues_wait (struct gomp_device *device);
HIDDEN enum gomp_status gomp_acc_queues_await (struct gomp_device *device);
/* Close the queues of DEVICE, which have no work.  */
HIDDEN enum gomp_status gomp_acc_queues_close (struct gomp_device *device);

/* ---- Data regions (directive.c).  */

/* An open data region; only its thread uses it.  */
struct gomp_acc_data
{
  struct gomp_acc_data *enclosing;
  bool is_mapped; /* CONSTRUCT is in use */
  const void *at; /* where the region began, if there was a listener */
  struct gomp_construct construct;
  struct gomp_plans_inner plans; /* of compute regions inside */
};

/* ---- Routines on data (directive.c).  */

/* Do ACTION for LIST: for a directive, or a part of a routine with ASYNC,
   whose queue is QUEUE.  */
HIDDEN enum gomp_status gomp_acc_act (enum gomp_acc_action action,
                                      struct gomp_device *device, int async,
                                      const struct gomp_clause_list *list,
                                      struct gomp_acc_queue *queue);

/* ---- Data (data.c), also for routines.  WHAT: for messages.  */

/* Fill the mappings of S now: earlier work has written the host's memory.  */
struct gomp_setup;
HIDDEN enum gomp_status gomp_acc_fill_now (struct gomp_setup *s, bool observed);
/* C has released its mappings.  Will it still write to [START, END) of the
   host's memory?  */
HIDDEN bool gomp_acc_construct_writes (const struct gomp_construct *c,
                                       uintptr_t start, uintptr_t end);
HIDDEN enum gomp_status
gomp_acc_enter_list (struct gomp_device *device, const char *what,
                     const struct gomp_clause_list *list,
                     struct gomp_acc_queue *queue, bool observed);
HIDDEN enum gomp_status gomp_acc_exit_list (struct gomp_device *device,
                                            const char *what,
                                            const struct gomp_clause_list *list,
                                            struct gomp_acc_queue *queue,
                                            bool observed);
HIDDEN enum gomp_status
gomp_acc_update_list (struct gomp_device *device, const char *what,
                      const struct gomp_clause_list *list,
                      struct gomp_acc_queue *queue, bool observed);

#endif

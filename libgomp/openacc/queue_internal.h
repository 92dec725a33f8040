/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An async queue: shared by queue.c, which does its work, and queue_list.c,
   which finds, makes and closes queues.  See there.  */

#ifndef GOMP_OPENACC_QUEUE_INTERNAL_H
#define GOMP_OPENACC_QUEUE_INTERNAL_H

#include "openacc/internal.h"
#include "sync/rebiased.h"

struct gomp_acc_queue
{
  struct gomp_acc_turn turn;                    /* worker.c's */
  _Atomic (struct gomp_acc_queue *) next;       /* of all */
  _Atomic (struct gomp_acc_queue *) next_alike; /* of the same slot */
  struct gomp_acc_queue *next_spare;            /* lists.lock */
  _Atomic (struct gomp_device *) device;        /* NULL: it is closed */
  atomic_uint_least64_t name;  /* its device's number and its async value: see
                                  queue_list.c */
  struct gomp_rebiased lock;   /* FIRST, LAST, changes of ADDED */
  struct gomp_acc_op *running; /* lock: the operation that a thread does
                                  now, if it writes; or NULL */
  struct gomp_acc_op *first;   /* the first operation that no thread has
                                  begun */
  struct gomp_acc_op **last;   /* the link for the next one */
  atomic_uint added;           /* number of operations so far */
  struct gomp_wait_word done;  /* number of operations that are done */
  atomic_uint waiters;         /* threads that wait for DONE */
  _Atomic (struct gomp_acc_op *) kept; /* memory for an operation, or NULL */
  _Atomic (struct goacc_asyncqueue *) stream; /* the plugin's, or NULL */
  atomic_bool is_shared; /* the program has asked for STREAM */
  bool has_started;      /* lock: STREAM may have regions that no operation
                            waits for yet */
  unsigned start;        /* lock: the number of the last of these */
};

static inline struct gomp_device *
device_of (struct gomp_acc_queue *queue)
{
  return atomic_load_explicit (&queue->device, memory_order_relaxed);
}

/* Does QUEUE belong to DEVICE (NULL: to any device)?  */
static inline bool
gomp_acc_queue_is_of (struct gomp_acc_queue *queue,
                      const struct gomp_device *device)
{
  const struct gomp_device *its = device_of (queue);
  return device != NULL ? its == device : its != NULL;
}

/* As gomp_acc_queue_next, without a call where the next one in the list is of
   DEVICE.  */
static inline struct gomp_acc_queue *
next_of (struct gomp_device *device, struct gomp_acc_queue *queue)
{
  /* Acquire: pairs with the release in enter_locked.  */
  struct gomp_acc_queue *next
      = atomic_load_explicit (&queue->next, memory_order_acquire);
  return next == NULL || likely (device_of (next) == device)
             ? next
             : gomp_acc_queue_next (device, queue);
}

static inline int
async_of (struct gomp_acc_queue *queue)
{
  return (int)(uint32_t)atomic_load_explicit (&queue->name,
                                              memory_order_relaxed);
}

static inline unsigned
last_added (struct gomp_acc_queue *queue)
{
  /* Acquire: pairs with the store in append_locked.  */
  return atomic_load_explicit (&queue->added, memory_order_acquire);
}

/* With the lock, or if no operation is added.  */
static inline struct gomp_acc_op *
take_kept (struct gomp_acc_queue *queue)
{
  /* Acquire: pairs with the release in gomp_acc_queue_keep.  */
  struct gomp_acc_op *op
      = atomic_load_explicit (&queue->kept, memory_order_acquire);
  if (op != NULL)
    atomic_store_explicit (&queue->kept, NULL, memory_order_relaxed);
  return op;
}

/* When the program ends, wait for all work; if that is because of an error, let
   those go who wait for work.  Called once, before there is a queue.  */
HIDDEN void gomp_acc_queue_prepare_end (void);
/* See base/fork.h.  */
HIDDEN void gomp_acc_queue_list_fork (enum gomp_fork when);

#endif

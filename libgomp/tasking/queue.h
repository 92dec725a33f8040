/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The queue that a team's threads share, for ready tasks that are in no deque:
   tasks with a priority, tasks that a thread outside the team made ready, and
   tasks that found a deque full.  The highest priority comes first; equal ones
   are first in, first out.  Looking at an empty queue costs one load.  */

#ifndef GOMP_TASKING_QUEUE_H
#define GOMP_TASKING_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sync/mutex.h"

struct gomp_queue_entry
{
  int64_t rank; /* higher is taken first */
  void *item;
};

struct gomp_queue
{
  atomic_size_t count;              /* entries; read without the lock */
  struct gomp_mutex lock;           /* protects the rest, and changes of
                                       count */
  struct gomp_queue_entry *entries; /* a binary heap by rank */
  size_t room;                      /* entries allocated */
  uint32_t pushes;                  /* number of pushes since it was last
                                       empty */
};

/* Any thread.  */
HIDDEN void gomp_queue_push (struct gomp_queue *queue, void *item,
                             int priority);
/* Push without allocating; false: there is no room.  */
HIDDEN bool gomp_queue_offer (struct gomp_queue *queue, void *item,
                              int priority);
/* Allocate room for some items, before other threads use the queue.  */
HIDDEN void gomp_queue_reserve (struct gomp_queue *queue);
/* Any thread: the first item for which MAY (item, ARG) says yes (NULL:
   always), or NULL.  */
HIDDEN void *gomp_queue_take (struct gomp_queue *queue,
                              bool (*may) (void *item, void *arg), void *arg);
HIDDEN void gomp_queue_fini (struct gomp_queue *queue);

static inline bool
gomp_queue_empty (struct gomp_queue *queue)
{
  /* Sequentially consistent: part of a waiter's last look, see taskwait.c.  */
  return atomic_load (&queue->count) == 0;
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The async queues of all devices: found, made at their first use, closed when
   their device is shut down (OpenACC 2.6 section 2.16).

   `lists.lock' guards changes of the lists: the list of all queues, and one
   list for each slot of a table, which the device and the async value choose.
   Any thread may read the lists without the lock, since the memory of a queue
   is reused but never freed.

   A reader may reach a queue that another thread closes, because the program
   shuts down another device, and makes anew for the reader's device.  Therefore
   the device's number and the async value are one word, the queue's name: the
   reader sees the old name, the new one, or CLOSED, and takes no queue for
   another one.  But it may follow the links of another slot's list, and miss
   its queue.  So a thread that finds no queue looks once more with the lock.
   In the list of all queues nothing is missed: a closed queue still leads to
   those behind it, and new ones come first.  */

#include "base/invariant.h"
#include "base/mem.h"
#include "base/uncancelled.h"
#include "openacc/queue_internal.h"

#define SLOTS 64

/* The name of no queue.  */
#define CLOSED UINT64_MAX

static struct
{
  struct gomp_mutex lock;                         /* held to change the rest */
  _Atomic (struct gomp_acc_queue *) first;        /* all */
  _Atomic (struct gomp_acc_queue *) alike[SLOTS]; /* of each slot */
  struct gomp_acc_queue *spare;                   /* lock: closed ones */
  bool prepared; /* lock: gomp_acc_queue_prepare_end was called */
} lists;

/* The threads do not exist in the child, which cannot use the devices
   either.  */
void
gomp_acc_queue_list_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&lists.lock, when);
  if (when != GOMP_FORK_CHILD)
    return;
  atomic_store_explicit (&lists.first, NULL, memory_order_relaxed);
  for (size_t i = 0; i < SLOTS; i++)
    atomic_store_explicit (&lists.alike[i], NULL, memory_order_relaxed);
  lists.spare = NULL;
}

/* ---- Finding.  */

/* The queue of DEVICE (NULL: of any device) that comes after the queue AFTER;
   NULL: the first.  */
struct gomp_acc_queue *
gomp_acc_queue_next (struct gomp_device *device, struct gomp_acc_queue *after)
{
  /* Acquire: pairs with the release in enter_locked.  */
  struct gomp_acc_queue *q = atomic_load_explicit (
      after == NULL ? &lists.first : &after->next, memory_order_acquire);
  while (q != NULL && !gomp_acc_queue_is_of (q, device))
    q = atomic_load_explicit (&q->next, memory_order_acquire);
  return q;
}

static inline uint64_t
name_of (const struct gomp_device *device, int async)
{
  return (uint64_t)(uint32_t)device->number << 32 | (uint32_t)async;
}

static inline _Atomic (struct gomp_acc_queue *) *
slot_of (const struct gomp_device *device, int async)
{
  return &lists.alike[((unsigned)async + (unsigned)device->number) % SLOTS];
}

/* Without the lock, a queue that exists may be missed.  */
static inline struct gomp_acc_queue *
look_for (const struct gomp_device *device, int async)
{
  uint64_t name = name_of (device, async);
  /* Acquire, both: pair with the releases in enter_locked.  */
  struct gomp_acc_queue *q
      = atomic_load_explicit (slot_of (device, async), memory_order_acquire);
  while (q != NULL
         && atomic_load_explicit (&q->name, memory_order_acquire) != name)
    q = atomic_load_explicit (&q->next_alike, memory_order_acquire);
  return q;
}

struct gomp_acc_queue *
gomp_acc_queue_used (struct gomp_device *device, int async)
{
  struct gomp_acc_queue *queue = look_for (device, async);
  if (likely (queue != NULL))
    return queue;
  gomp_mutex_lock (&lists.lock);
  queue = look_for (device, async);
  gomp_mutex_unlock (&lists.lock);
  return queue;
}

/* ---- Making.  */

/* Memory for a queue: that of a closed queue, or zeroed memory.  */
static struct gomp_acc_queue *
take_spare (void)
{
  gomp_mutex_lock (&lists.lock);
  struct gomp_acc_queue *queue = lists.spare;
  if (queue != NULL)
    lists.spare = queue->next_spare;
  gomp_mutex_unlock (&lists.lock);
  gomp_invariant (queue == NULL || device_of (queue) == NULL,
                  "a queue is made again that device %d still has",
                  device_of (queue)->number);
  return queue != NULL ? queue : gomp_alloc_zeroed (sizeof (*queue));
}

/* QUEUE is in no list and no thread uses it, but readers may still follow its
   links to other queues.  */
static void
keep_spare (struct gomp_acc_queue *queue)
{
  gomp_mutex_lock (&lists.lock);
  queue->next_spare = lists.spare;
  lists.spare = queue;
  gomp_mutex_unlock (&lists.lock);
}

static struct gomp_acc_queue *
make (int async)
{
  struct gomp_acc_queue *queue = take_spare ();
  if (queue == NULL)
    return NULL;
  queue->last = &queue->first;
  int error = gomp_acc_worker_add ();
  if (error == 0)
    return queue;
  gomp_error_errno (GOMP_ERR_SYSTEM, error, "async %d creation failed", async);
  keep_spare (queue);
  return NULL;
}

/* QUEUE has no work and will get none.  */
static void
unmake (struct gomp_acc_queue *queue, const struct gomp_device *device)
{
  gomp_acc_worker_forget (&queue->turn);
  struct goacc_asyncqueue *stream = gomp_acc_queue_stream (queue);
  if (stream != NULL)
    device->plugin->openacc_async_destruct (stream);
  atomic_store_explicit (&queue->stream, NULL, memory_order_relaxed);
  atomic_store_explicit (&queue->is_shared, false, memory_order_relaxed);
  queue->has_started = false;
  gomp_free (take_kept (queue));
  keep_spare (queue);
}

static void
enter_locked (struct gomp_acc_queue *queue, struct gomp_device *device,
              int async)
{
  _Atomic (struct gomp_acc_queue *) *slot = slot_of (device, async);
  atomic_store_explicit (&queue->device, device, memory_order_relaxed);
  atomic_store_explicit (&queue->next_alike,
                         atomic_load_explicit (slot, memory_order_relaxed),
                         memory_order_relaxed);
  atomic_store_explicit (
      &queue->next, atomic_load_explicit (&lists.first, memory_order_relaxed),
      memory_order_relaxed);
  /* Release: pair with the acquires in look_for and gomp_acc_queue_next.  */
  atomic_store_explicit (&queue->name, name_of (device, async),
                         memory_order_release);
  atomic_store_explicit (slot, queue, memory_order_release);
  atomic_store_explicit (&lists.first, queue, memory_order_release);
}

/* No lock is held while a queue is made, so another thread may make the same
   one.  */
static struct gomp_acc_queue *
add (struct gomp_device *device, int async)
{
  struct gomp_acc_queue *made = make (async);
  if (made == NULL)
    return NULL;
  gomp_mutex_lock (&lists.lock);
  bool first = !lists.prepared;
  lists.prepared = true;
  struct gomp_acc_queue *queue = look_for (device, async);
  if (queue == NULL)
    {
      queue = made;
      enter_locked (queue, device, async);
    }
  gomp_mutex_unlock (&lists.lock);
  if (first)
    gomp_acc_queue_prepare_end ();
  if (queue != made)
    unmake (made, device);
  return queue;
}

enum gomp_status
gomp_acc_queue_check (int async)
{
  return likely (async >= GOMP_ACC_SYNC)
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_INVALID, "invalid async-argument: %d",
                               async);
}

static NOINLINE enum gomp_status
find_or_add (struct gomp_device *device, int async,
             struct gomp_acc_queue **queue)
{
  enum gomp_status status = gomp_acc_queue_check (async);
  if (status != GOMP_OK || async == GOMP_ACC_SYNC || device == NULL)
    return status;
  *queue = add (device, async);
  return *queue != NULL ? GOMP_OK : GOMP_ERR_SYSTEM;
}

enum gomp_status
gomp_acc_queue_find (struct gomp_device *device, int async,
                     struct gomp_acc_queue **queue)
{
  *queue = device != NULL && async > GOMP_ACC_SYNC ? look_for (device, async)
                                                   : NULL;
  return likely (*queue != NULL) ? GOMP_OK : find_or_add (device, async, queue);
}

/* ---- Closing.  */

static void
unlink_alike_locked (struct gomp_acc_queue *queue)
{
  _Atomic (struct gomp_acc_queue *) *link
      = slot_of (device_of (queue), async_of (queue));
  while (atomic_load_explicit (link, memory_order_relaxed) != queue)
    link = &atomic_load_explicit (link, memory_order_relaxed)->next_alike;
  atomic_store_explicit (
      link, atomic_load_explicit (&queue->next_alike, memory_order_relaxed),
      memory_order_release);
}

/* Take a queue of DEVICE out of all lists; NULL: there is none left.  */
static struct gomp_acc_queue *
take_out (struct gomp_device *device)
{
  gomp_mutex_lock (&lists.lock);
  _Atomic (struct gomp_acc_queue *) *link = &lists.first;
  struct gomp_acc_queue *queue;
  while ((queue = atomic_load_explicit (link, memory_order_relaxed)) != NULL
         && device_of (queue) != device)
    link = &queue->next;
  if (queue != NULL)
    {
      unlink_alike_locked (queue);
      atomic_store_explicit (
          link, atomic_load_explicit (&queue->next, memory_order_relaxed),
          memory_order_release);
      atomic_store_explicit (&queue->device, NULL, memory_order_relaxed);
      atomic_store_explicit (&queue->name, CLOSED, memory_order_relaxed);
    }
  gomp_mutex_unlock (&lists.lock);
  return queue;
}

enum gomp_status
gomp_acc_queues_close (struct gomp_device *device)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct gomp_acc_queue *queue;
  enum gomp_status status = gomp_acc_queues_wait (device);
  /* Failed work does not return its queue.  */
  while (status == GOMP_OK && !gomp_fatal_begun ()
         && (queue = take_out (device)) != NULL)
    unmake (queue, device);
  return status;
}

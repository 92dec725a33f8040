/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting for async queues, now or in another queue, and tests if they are
   done, for directives and routines (OpenACC 2.6 sections 2.16.3, 3.2.9 to
   3.2.17).

   Owns nothing.  Any thread of the program.  The queues are those of
   queue.c.  */

#include "base/mem.h"
#include "openacc/internal.h"
#include "openacc/observe.h"

/* ---- Orders of directives.  */

/* Wait for queue ASYNC: in QUEUE or, if that is NULL, now.  */
static enum gomp_status
wait_in (struct gomp_device *device, struct gomp_acc_queue *queue, int async)
{
  enum gomp_status status = gomp_acc_queue_check (async);
  struct gomp_acc_queue *other = status == GOMP_OK && async != GOMP_ACC_SYNC
                                     ? gomp_acc_queue_used (device, async)
                                     : NULL;
  if (other == NULL)
    return status;
  return queue == NULL ? gomp_acc_queue_wait (other)
                       : gomp_acc_queue_put_after (queue, other);
}

static enum gomp_status
wait_all_in (struct gomp_device *device, struct gomp_acc_queue *queue)
{
  enum gomp_status status = GOMP_OK;
  if (queue == NULL)
    return gomp_acc_queues_wait (device);
  for (struct gomp_acc_queue *q = gomp_acc_queue_next (device, NULL);
       q != NULL && status == GOMP_OK; q = gomp_acc_queue_next (device, q))
    status = gomp_acc_queue_put_after (queue, q);
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
        status = gomp_acc_queue_check (order->waits[i]);
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
enum gomp_status
gomp_acc_active_device (struct gomp_device **device)
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
  enum gomp_status status = gomp_acc_queue_check (async);
  *done = true;
  if (status == GOMP_OK)
    status = gomp_acc_active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  struct gomp_acc_queue *queue = gomp_acc_queue_used (device, async);
  return queue == NULL ? GOMP_OK : gomp_acc_queue_test (queue, done);
}

enum gomp_status
gomp_acc_test_all (bool *done)
{
  struct gomp_device *device;
  enum gomp_status status = gomp_acc_active_device (&device);
  *done = true;
  if (status != GOMP_OK || device == NULL)
    return status;
  for (struct gomp_acc_queue *q = gomp_acc_queue_next (device, NULL);
       q != NULL && status == GOMP_OK && *done;
       q = gomp_acc_queue_next (device, q))
    status = gomp_acc_queue_test (q, done);
  return status;
}

enum gomp_status
gomp_acc_wait (int async)
{
  struct gomp_device *device;
  struct gomp_acc_seen seen;
  enum gomp_status status = gomp_acc_queue_check (async);
  if (status == GOMP_OK)
    status = gomp_acc_active_device (&device);
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
  enum gomp_status status = gomp_acc_active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  gomp_acc_see (&seen, GOMP_EVENT_ACC_WAIT_BEGIN, GOMP_ACC_OF_ROUTINE,
                GOMP_ACC_SYNC);
  status = gomp_acc_queues_wait (device);
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_wait_async (int async, int after)
{
  struct gomp_device *device;
  struct gomp_acc_queue *queue = NULL;
  enum gomp_status status = gomp_acc_queue_check (async);
  if (status == GOMP_OK)
    status = gomp_acc_queue_check (after);
  if (status == GOMP_OK)
    status = gomp_acc_active_device (&device);
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
  enum gomp_status status = gomp_acc_queue_check (after);
  if (status == GOMP_OK)
    status = gomp_acc_active_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  status = gomp_acc_queue_find (device, after, &queue);
  return status == GOMP_OK ? wait_all_in (device, queue) : status;
}

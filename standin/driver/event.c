/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Events: how often one was recorded, and which of these records have been
   reached.  One that was never recorded counts as reached.  Under drv_lock.

   CUDA driver API, "Event Management".  */

#include "driver/driver.h"

#include <stdlib.h>
#include <time.h>

struct drv_event
{
  struct drv_event *next, **link; /* of the context's */
  unsigned flags;
  unsigned users; /* operations that refer to it, and the user */
  CUcontext context;
  uint64_t recorded;
  uint64_t reached;
  struct timespec time;   /* of the last one reached */
  struct drv_clock clock; /* what the last record is behind */
};

struct event_operation
{
  struct drv_operation operation;
  struct drv_event *event;
  uint64_t number; /* the record */
};

static void
release (struct drv_event *e)
{
  if (--e->users == 0)
    drv_handle_free (e);
}

/* Whom nobody may name any longer.  With the lock.  */
static void
end (struct drv_event *e)
{
  drv_handle_end (e);
  *e->link = e->next;
  if (e->next)
    e->next->link = e->link;
  release (e);
}

void
drv_events_end (CUcontext c)
{
  pthread_mutex_lock (&drv_lock);
  while (c->events)
    end (c->events);
  pthread_mutex_unlock (&drv_lock);
}

static CUresult
do_nothing (struct drv_operation *o)
{
  (void)o;
  return CUDA_SUCCESS;
}

static void
reach (struct drv_operation *o)
{
  const struct event_operation *r = (const struct event_operation *)o;
  if (r->event->reached < r->number)
    r->event->reached = r->number;
  clock_gettime (CLOCK_MONOTONIC, &r->event->time);
  release (r->event);
}

static bool
is_not_reached (struct drv_operation *o)
{
  const struct event_operation *w = (const struct event_operation *)o;
  return w->event->reached < w->number;
}

static void
forget_wait (struct drv_operation *o)
{
  release (((const struct event_operation *)o)->event);
}

/* With the lock.  */
static struct event_operation *
new_operation (struct drv_event *e)
{
  struct event_operation *o = calloc (1, sizeof *o);
  o->operation.run = do_nothing;
  o->event = e;
  e->users++;
  return o;
}

CUresult
drv_cuEventCreate (CUevent *event, unsigned flags)
{
  if (flags & ~(unsigned)CU_EVENT_FLAGS_MASK
      || (flags & CU_EVENT_INTERPROCESS && !(flags & CU_EVENT_DISABLE_TIMING)))
    return CUDA_ERROR_INVALID_VALUE;
  CUcontext c = drv_current ();
  struct drv_event *e = drv_handle_create (DRV_EVENT, sizeof *e);
  e->flags = flags;
  e->users = 1;
  e->context = c;
  pthread_mutex_lock (&drv_lock);
  e->next = c->events;
  e->link = &c->events;
  if (e->next)
    e->next->link = &e->next;
  c->events = e;
  pthread_mutex_unlock (&drv_lock);
  *event = e;
  return CUDA_SUCCESS;
}

CUresult
drv_cuEventDestroy_v2 (CUevent e)
{
  if (!drv_is (e, EVENT))
    return CUDA_ERROR_INVALID_HANDLE;
  pthread_mutex_lock (&drv_lock);
  end (e);
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuEventRecord (CUevent e, CUstream stream)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!drv_is (e, EVENT) || !s || s->context != e->context)
    return CUDA_ERROR_INVALID_HANDLE;
  pthread_mutex_lock (&drv_lock);
  struct event_operation *o = new_operation (e);
  o->number = ++e->recorded;
  o->operation.forget = reach;
  drv_submit_locked (s, &o->operation);
  e->clock = s->clock;
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuStreamWaitEvent (CUstream stream, CUevent e, unsigned flags)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!drv_is (e, EVENT) || !s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&drv_lock);
  struct event_operation *o = new_operation (e);
  o->number = e->recorded;
  o->operation.must_wait = is_not_reached;
  o->operation.forget = forget_wait;
  drv_clock_join (&s->clock, &e->clock);
  drv_submit_locked (s, &o->operation);
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuEventQuery (CUevent e)
{
  if (!drv_is (e, EVENT))
    return CUDA_ERROR_INVALID_HANDLE;
  pthread_mutex_lock (&drv_lock);
  bool is_reached = e->reached >= e->recorded;
  if (is_reached)
    drv_order_seen (e->context, &e->clock);
  pthread_mutex_unlock (&drv_lock);
  return is_reached ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult
drv_cuEventSynchronize (CUevent e)
{
  if (!drv_is (e, EVENT))
    return CUDA_ERROR_INVALID_HANDLE;
  pthread_mutex_lock (&drv_lock);
  uint64_t number = e->recorded;
  struct drv_clock clock = e->clock;
  e->users++;
  while (e->reached < number)
    pthread_cond_wait (&drv_changed, &drv_lock);
  drv_order_seen (e->context, &clock);
  release (e);
  pthread_mutex_unlock (&drv_lock);
  return __atomic_load_n (&drv_current ()->error, __ATOMIC_SEQ_CST);
}

CUresult
drv_cuEventElapsedTime (float *milliseconds, CUevent start, CUevent end)
{
  if (!drv_is (start, EVENT) || !drv_is (end, EVENT) || !start->recorded
      || !end->recorded
      || (start->flags | end->flags) & CU_EVENT_DISABLE_TIMING)
    return CUDA_ERROR_INVALID_HANDLE;
  if (drv_cuEventQuery (start) || drv_cuEventQuery (end))
    return CUDA_ERROR_NOT_READY;
  *milliseconds
      = (float)((double)(end->time.tv_sec - start->time.tv_sec) * 1e3
                + (double)(end->time.tv_nsec - start->time.tv_nsec) * 1e-6);
  return CUDA_SUCCESS;
}

CUresult
drv_cuEventElapsedTime_v2 (float *milliseconds, CUevent start, CUevent end)
{
  return drv_cuEventElapsedTime (milliseconds, start, end);
}

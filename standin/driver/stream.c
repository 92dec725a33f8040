/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Streams: queues of operations, each with a thread of the host that executes
   them in order.  An operation carries what must have ended before it in other
   streams: the null stream and all streams that are not "non-blocking" wait for
   each other, as the legacy default stream does.  A call that waits for its own
   operation executes it itself when nothing is before it.

   CUDA driver API, "Stream synchronization behavior".  All under drv_lock.  */

#include "driver/driver.h"

#include <signal.h>
#include <stdlib.h>

/* Does this thread run a function that a stream called?  The address of this
   variable distinguishes threads.  */
static _Thread_local bool is_in_host_call;

/* Counts submissions.  */
static uint64_t now;

/* With the lock.  */
static struct drv_stream *
add_stream (CUcontext context, unsigned flags, int priority)
{
  struct drv_stream *s = drv_handle_create (DRV_STREAM, sizeof *s);
  s->context = context;
  s->flags = flags;
  s->priority = priority;
  s->index = context->next_stream++;
  drv_order_enter (s);
  s->next = context->streams;
  context->streams = s;
  return s;
}

struct drv_stream *
drv_stream_create (CUcontext context, unsigned flags, int priority)
{
  pthread_mutex_lock (&drv_lock);
  struct drv_stream *s = add_stream (context, flags, priority);
  pthread_mutex_unlock (&drv_lock);
  return s;
}

/* The default stream of the calling thread, a stream like others.  */
static struct drv_stream *
stream_of_thread (CUcontext context)
{
  pthread_mutex_lock (&drv_lock);
  struct drv_stream *s = context->streams;
  while (s && s->thread != &is_in_host_call)
    s = s->next;
  if (!s)
    {
      s = add_stream (context, 0, 0);
      s->thread = &is_in_host_call;
    }
  pthread_mutex_unlock (&drv_lock);
  return s;
}

struct drv_stream *
drv_stream_of (CUstream stream)
{
  if (!stream || stream == CU_STREAM_LEGACY)
    return drv_current ()->null_stream;
  if (stream == CU_STREAM_PER_THREAD)
    return stream_of_thread (drv_current ());
  return drv_is (stream, STREAM) ? stream : NULL;
}

/* Of two streams: does an operation of the one wait for those of the other that
   came before it?  */
static bool
are_ordered (const struct drv_stream *a, const struct drv_stream *b)
{
  const struct drv_stream *null = a->context->null_stream;
  return (a == null || b == null)
         && !((a->flags | b->flags) & CU_STREAM_NON_BLOCKING);
}

static void
add_after (struct drv_operation *o, struct drv_stream *s, uint64_t number)
{
  struct drv_after *a = malloc (sizeof *a);
  a->stream = s;
  a->number = number;
  a->next = o->after;
  o->after = a;
  s->waiters++;
}

/* What is before the next operation of S: OTHER's so far.  */
static void
order_after (struct drv_stream *s, const struct drv_stream *other)
{
  drv_clock_join (&s->clock, &other->clock);
}

/* A stream that is destroyed, empty and that nobody refers to.  What it did
   stays before what would come after it.  */
static void
collect (struct drv_stream *s)
{
  if (!s->is_destroyed || s->waiters || s->first || s->is_busy || s->has_thread)
    return;
  CUcontext context = s->context;
  drv_clock_join (&context->gone, &s->clock);
  if (s == context->null_stream)
    context->null_stream = NULL;
  else if (context->null_stream && are_ordered (s, context->null_stream))
    order_after (context->null_stream, s);
  struct drv_stream **link = &context->streams;
  while (*link && *link != s)
    link = &(*link)->next;
  if (*link)
    *link = s->next;
  drv_order_leave (s);
  drv_handle_free (s);
}

/* Whether what must be before O has ended; forgets what has.  */
static bool
may_start (struct drv_operation *o)
{
  while (o->after && o->after->stream->completed >= o->after->number)
    {
      struct drv_after *a = o->after;
      o->after = a->next;
      a->stream->waiters--;
      collect (a->stream);
      free (a);
    }
  return !o->after && !(o->must_wait && o->must_wait (o));
}

/* Execute the first operation of S.  A broken context executes nothing more,
   but what is waited for ends all the same.  */
static CUresult
run_first (struct drv_stream *s)
{
  struct drv_operation *o = s->first;
  CUcontext context = s->context;
  CUresult result = __atomic_load_n (&context->error, __ATOMIC_SEQ_CST);
  s->is_busy = true;
  pthread_mutex_unlock (&drv_lock);
  if (!result || o->runs_after_errors)
    result = drv_set_error (context, o->run (o));
  pthread_mutex_lock (&drv_lock);
  s->first = o->next;
  if (!s->first)
    s->last = NULL;
  s->completed = o->number;
  s->is_busy = false;
  if (o->forget)
    o->forget (o);
  free (o);
  pthread_cond_broadcast (&drv_changed);
  return result;
}

static void *
serve (void *argument)
{
  struct drv_stream *s = argument;
  pthread_mutex_lock (&drv_lock);
  while (s->first || !s->is_destroyed)
    if (s->first && !s->is_busy && may_start (s->first))
      run_first (s);
    else
      pthread_cond_wait (&drv_changed, &drv_lock);
  s->has_thread = false;
  collect (s);
  pthread_cond_broadcast (&drv_changed);
  pthread_mutex_unlock (&drv_lock);
  return NULL;
}

static void
start_thread (struct drv_stream *s)
{
  pthread_t id;
  sigset_t all, old;
  if (s->has_thread)
    return;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  if (pthread_create (&id, NULL, serve, s) == 0)
    {
      s->has_thread = true;
      pthread_detach (id);
    }
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

static void
append (struct drv_stream *s, struct drv_operation *o)
{
  o->stream = s;
  o->submitted = ++now;
  o->number = ++s->submitted;
  o->is_checked = drv_order_is_checked (s->context) && s->slot < DRV_CLOCKS;
  drv_order_after_seen (s);
  for (struct drv_stream *other = s->context->streams; other;
       other = other->next)
    if (other != s && are_ordered (s, other))
      order_after (s, other);
  o->clock = s->clock;
  if (s->slot < DRV_CLOCKS)
    s->clock.before[s->slot] = o->number;
  for (struct drv_stream *other = s->context->streams; other;
       other = other->next)
    if (other != s && are_ordered (s, other)
        && other->completed < other->submitted)
      add_after (o, other, other->submitted);
  if (s->last)
    s->last->next = o;
  else
    s->first = o;
  s->last = o;
}

static void
leave_to_thread (struct drv_stream *s)
{
  start_thread (s);
  pthread_cond_broadcast (&drv_changed);
}

void
drv_submit_locked (struct drv_stream *s, struct drv_operation *o)
{
  append (s, o);
  leave_to_thread (s);
}

CUresult
drv_submit (struct drv_stream *s, struct drv_operation *o, bool wait)
{
  CUresult result = CUDA_SUCCESS;
  pthread_mutex_lock (&drv_lock);
  append (s, o);
  uint64_t number = o->number;
  struct drv_clock clock = s->clock;
  if (wait && s->first == o && !s->is_busy && may_start (o))
    result = run_first (s);
  else
    leave_to_thread (s);
  while (wait && s->completed < number)
    pthread_cond_wait (&drv_changed, &drv_lock);
  if (wait)
    drv_order_seen (s->context, &clock);
  if (wait && !result)
    result = __atomic_load_n (&s->context->error, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock (&drv_lock);
  return result;
}

static void
wait_for (struct drv_stream *s)
{
  uint64_t number = s->submitted;
  struct drv_clock clock = s->clock;
  s->waiters++;
  while (s->completed < number)
    pthread_cond_wait (&drv_changed, &drv_lock);
  s->waiters--;
  drv_order_seen (s->context, &clock);
}

CUresult
drv_wait_stream (struct drv_stream *s)
{
  CUcontext context = s->context;
  pthread_mutex_lock (&drv_lock);
  wait_for (s);
  pthread_mutex_unlock (&drv_lock);
  return __atomic_load_n (&context->error, __ATOMIC_SEQ_CST);
}

/* Whether something is to be done that was submitted as number LAST of all, or
   before.  */
static bool
is_unfinished (CUcontext c, uint64_t last)
{
  for (const struct drv_stream *s = c->streams; s; s = s->next)
    if (s->first && s->first->submitted <= last)
      return true;
  return false;
}

CUresult
drv_wait_context (CUcontext c)
{
  pthread_mutex_lock (&drv_lock);
  uint64_t last = now;
  struct drv_clock clock = c->gone;
  for (const struct drv_stream *s = c->streams; s; s = s->next)
    drv_clock_join (&clock, &s->clock);
  while (is_unfinished (c, last))
    pthread_cond_wait (&drv_changed, &drv_lock);
  drv_order_seen (c, &clock);
  pthread_mutex_unlock (&drv_lock);
  return __atomic_load_n (&c->error, __ATOMIC_SEQ_CST);
}

void
drv_stream_destroy (struct drv_stream *s)
{
  drv_handle_end (s);
  pthread_mutex_lock (&drv_lock);
  s->is_destroyed = true;
  pthread_cond_broadcast (&drv_changed);
  collect (s);
  pthread_mutex_unlock (&drv_lock);
}

void
drv_streams_end (CUcontext c)
{
  pthread_mutex_lock (&drv_lock);
  for (struct drv_stream *s = c->streams; s; s = s->next)
    s->is_destroyed = true;
  pthread_cond_broadcast (&drv_changed);
  while (c->streams)
    {
      struct drv_stream *next;
      for (struct drv_stream *s = c->streams; s; s = next)
        {
          next = s->next;
          collect (s);
        }
      if (c->streams)
        pthread_cond_wait (&drv_changed, &drv_lock);
    }
  pthread_mutex_unlock (&drv_lock);
}

/* ---------------------------------------------------------------- entries */

CUresult
drv_cuStreamCreateWithPriority (CUstream *stream, unsigned flags, int priority)
{
  if (flags & ~(unsigned)CU_STREAM_NON_BLOCKING)
    return CUDA_ERROR_INVALID_VALUE;
  *stream = drv_stream_create (drv_current (), flags, priority);
  return CUDA_SUCCESS;
}

CUresult
drv_cuStreamCreate (CUstream *stream, unsigned flags)
{
  return drv_cuStreamCreateWithPriority (stream, flags, 0);
}

CUresult
drv_cuStreamDestroy_v2 (CUstream stream)
{
  if (!stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD
      || !drv_stream_of (stream))
    return CUDA_ERROR_INVALID_HANDLE;
  drv_stream_destroy (stream);
  return CUDA_SUCCESS;
}

CUresult
drv_cuStreamQuery (CUstream stream)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  pthread_mutex_lock (&drv_lock);
  bool is_empty = s->completed == s->submitted;
  if (is_empty)
    drv_order_seen (s->context, &s->clock);
  pthread_mutex_unlock (&drv_lock);
  if (!is_empty)
    return CUDA_ERROR_NOT_READY;
  return __atomic_load_n (&s->context->error, __ATOMIC_SEQ_CST);
}

CUresult
drv_cuStreamSynchronize (CUstream stream)
{
  struct drv_stream *s = drv_stream_of (stream);
  return s ? drv_wait_stream (s) : CUDA_ERROR_INVALID_HANDLE;
}

/* What a stream has.  */
#define GIVE(name, type, field)                                                \
  CUresult drv_##name (CUstream stream, type *where)                           \
  {                                                                            \
    const struct drv_stream *s = drv_stream_of (stream);                       \
    if (!s)                                                                    \
      return CUDA_ERROR_INVALID_HANDLE;                                        \
    if (!where)                                                                \
      return CUDA_ERROR_INVALID_VALUE;                                         \
    *where = s->field;                                                         \
    return CUDA_SUCCESS;                                                       \
  }
GIVE (cuStreamGetCtx, CUcontext, context)
GIVE (cuStreamGetFlags, unsigned, flags)

/* ---------------------------------------------------- functions of the host */

struct host_call
{
  struct drv_operation operation;
  CUhostFn function;
  CUstreamCallback callback;
  CUstream stream; /* as the user named it */
  void *data;
};

bool
drv_is_in_host_call (void)
{
  return is_in_host_call;
}

/* A callback learns of errors; other functions are not called after an
   error.  */
static CUresult
call_host (struct drv_operation *o)
{
  const struct host_call *h = (const struct host_call *)o;
  pthread_mutex_lock (&drv_lock);
  drv_order_seen (o->stream->context, &o->clock);
  pthread_mutex_unlock (&drv_lock);
  CUresult error
      = __atomic_load_n (&o->stream->context->error, __ATOMIC_SEQ_CST);
  is_in_host_call = true;
  if (h->callback)
    h->callback (h->stream, error, h->data);
  else
    h->function (h->data);
  is_in_host_call = false;
  pthread_mutex_lock (&drv_lock);
  drv_order_returned (o);
  pthread_mutex_unlock (&drv_lock);
  return error;
}

static CUresult
submit_host_call (CUstream stream, CUhostFn function, CUstreamCallback callback,
                  void *data)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  struct host_call *h = calloc (1, sizeof *h);
  h->operation.run = call_host;
  h->operation.runs_after_errors = callback != NULL;
  h->function = function;
  h->callback = callback;
  h->stream = stream;
  h->data = data;
  return drv_submit (s, &h->operation, false);
}

CUresult
drv_cuLaunchHostFunc (CUstream stream, CUhostFn function, void *data)
{
  if (!function)
    return CUDA_ERROR_INVALID_VALUE;
  return submit_host_call (stream, function, NULL, data);
}

CUresult
drv_cuStreamAddCallback (CUstream stream, CUstreamCallback callback, void *data,
                         unsigned flags)
{
  if (!callback || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return submit_host_call (stream, NULL, callback, data);
}

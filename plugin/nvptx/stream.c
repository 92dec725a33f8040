/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Streams; see stream.h.  The copies in a stream are made by copy.c, under the
   stream's lock.

   A thread finds its streams in a private block, which is released when the
   thread ends; the streams then wait in the device's list for the next
   thread.  */

#include "stream.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "failure.h"
#include "options.h"
#include "times.h"

struct nvptx_thread
{
  unsigned generation;           /* nvptx_generation when `current' was set */
  int current;                   /* device whose context is current; -1:
                                    unknown */
  struct nvptx_stream *stream[]; /* of each device; NULL: none yet */
};

static _Thread_local struct nvptx_thread *self;
static _Thread_local bool drivers;
static pthread_key_t thread_end;
static pthread_once_t thread_end_once = PTHREAD_ONCE_INIT;

static TLS_ACCESS struct nvptx_thread **
find_self (void)
{
  return &self;
}

static TLS_ACCESS bool *
find_drivers (void)
{
  return &drivers;
}

bool
nvptx_stream_is_drivers (void)
{
  return *find_drivers ();
}

void
nvptx_stream_set_drivers (bool is_drivers)
{
  *find_drivers () = is_drivers;
}

/* ---- Streams of threads.  */

static void
release_stream (struct nvptx_stream *s)
{
  struct nvptx_device *d = s->device;
  gomp_mutex_lock (&d->streams.lock);
  gomp_invariant (s->is_owned, "a thread gives a stream back that it has not");
  s->is_owned = false;
  gomp_mutex_unlock (&d->streams.lock);
}

static void
end_thread (void *data)
{
  struct nvptx_thread *t = data;
  for (int i = 0; i < nvptx_device_count; i++)
    if (t->stream[i] != NULL)
      release_stream (t->stream[i]);
  *find_self () = NULL;
  free (t);
}

static void
make_key (void)
{
  pthread_key_create (&thread_end, end_thread);
}

static COLD struct nvptx_thread *
begin_thread (void)
{
  pthread_once (&thread_end_once, make_key);
  struct nvptx_thread *t = calloc (
      1, sizeof (*t) + (size_t)nvptx_device_count * sizeof (t->stream[0]));
  if (t == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
      return NULL;
    }
  t->current = -1;
  *find_self () = t;
  pthread_setspecific (thread_end, t);
  return t;
}

static COLD struct nvptx_stream *
acquire_stream (struct nvptx_device *d, bool worker)
{
  gomp_mutex_lock (&d->streams.lock);
  struct nvptx_stream *s = atomic_load (&d->streams.list);
  while (s != NULL && (s->is_owned || s->is_worker != worker))
    s = s->next;
  if (s == NULL)
    {
      s = calloc (1, sizeof (*s));
      if (s != NULL)
        {
          s->device = d;
          s->is_worker = worker;
          s->next = atomic_load (&d->streams.list);
          atomic_store (&d->streams.list, s);
        }
    }
  if (s != NULL)
    s->is_owned = true;
  gomp_mutex_unlock (&d->streams.lock);
  if (s == NULL)
    gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  return s;
}

/* The staging memory is the host's, pinned afterwards, and not allocated by the
   driver: so it still exists when the program has reset the device.  */
static COLD bool
open_stream (struct nvptx_stream *s)
{
  CUresult r = CUDA_ERROR_OUT_OF_MEMORY;
  char *staging = aligned_alloc (4096, NVPTX_STAGING);
  if (staging != NULL)
    r = nvptx_cu.host_pin (staging, NVPTX_STAGING, CU_MEMHOSTREGISTER_PORTABLE);
  s->is_pinned = r == CUDA_SUCCESS;
  if (r == CUDA_ERROR_NOT_SUPPORTED)
    r = CUDA_SUCCESS;
  if (r == CUDA_SUCCESS)
    {
      r = nvptx_cu.stream_create (&s->handle, CU_STREAM_NON_BLOCKING);
      if (r == CUDA_SUCCESS)
        {
          s->staging = staging;
          s->is_pending = false;
          s->used = 0;
          return true;
        }
      if (s->is_pinned)
        nvptx_cu.host_unpin (staging);
    }
  free (staging);
  s->handle = NULL;
  nvptx_failed (s->device, r, "creating a stream");
  return false;
}

static COLD struct nvptx_stream *
enter_slowly (struct nvptx_device *d, bool worker)
{
  struct nvptx_thread *t = *find_self ();
  if (t == NULL && (t = begin_thread ()) == NULL)
    return NULL;
  t->current = -1;
  CUresult r = nvptx_cu.context_set (d->context);
  if (r != CUDA_SUCCESS)
    {
      nvptx_failed (d, r, "making its context current");
      return NULL;
    }
  struct nvptx_stream **s = &t->stream[d->ordinal];
  if (*s == NULL)
    *s = acquire_stream (d, worker);
  if (*s == NULL || ((*s)->handle == NULL && !open_stream (*s)))
    return NULL;
  gomp_invariant ((*s)->device == d && (*s)->handle != NULL,
                  "a stream of another device, or closed");
  t->current = d->ordinal;
  t->generation = atomic_load (&nvptx_generation);
  return *s;
}

struct nvptx_stream *
nvptx_stream_enter (struct nvptx_device *d)
{
  struct nvptx_thread *t = *find_self ();
  if (likely (t != NULL && t->current == d->ordinal
              && t->generation
                     == atomic_load_explicit (&nvptx_generation,
                                              memory_order_relaxed)))
    return t->stream[d->ordinal];
  return enter_slowly (d, false);
}

struct nvptx_stream *
nvptx_stream_find (const struct nvptx_device *d)
{
  const struct nvptx_thread *t = *find_self ();
  return t == NULL ? NULL : t->stream[d->ordinal];
}

struct nvptx_stream *
nvptx_stream_renew (struct nvptx_device *d)
{
  return enter_slowly (d, false);
}

struct nvptx_stream *
nvptx_stream_serve (struct nvptx_device *d)
{
  return enter_slowly (d, true);
}

bool
nvptx_stream_prepare (struct nvptx_stream *s)
{
  if (s->aside == NULL)
    s->aside = acquire_stream (s->device, s->is_worker);
  return s->aside != NULL
         && (s->aside->handle != NULL || open_stream (s->aside));
}

void
nvptx_stream_leave (struct nvptx_stream *s, const struct nvptx_reverse *r)
{
  s->aside->serves = r;
  (*find_self ())->stream[s->device->ordinal] = s->aside;
}

bool
nvptx_stream_return (struct nvptx_stream *s)
{
  gomp_invariant (s->aside != NULL && s->aside->serves != NULL,
                  "a stream is returned to that was not left");
  s->aside->serves = NULL;
  (*find_self ())->stream[s->device->ordinal] = s;
  return nvptx_stream_renew (s->device) != NULL;
}

CUresult
nvptx_stream_wait_locked (struct nvptx_stream *s)
{
  CUresult r = nvptx_cu.stream_wait (s->handle);
  s->is_pending = false;
  s->used = 0;
  return r;
}

bool
nvptx_stream_regain (struct nvptx_device *d, CUresult r)
{
  CUcontext current = NULL;
  if (r != CUDA_ERROR_INVALID_CONTEXT && r != CUDA_ERROR_INVALID_HANDLE)
    return false;
  return nvptx_cu.context_get (&current) == CUDA_SUCCESS
         && current != d->context
         && nvptx_cu.context_set (d->context) == CUDA_SUCCESS;
}

CUresult
nvptx_stream_wait (struct nvptx_stream *s)
{
  /* Wait without the lock: a thread that closes the streams takes the lock to
     wait for this stream as well.  */
  CUresult r = nvptx_cu.stream_wait (s->handle);
  gomp_mutex_lock (&s->lock);
  s->is_pending = false;
  s->used = 0;
  gomp_mutex_unlock (&s->lock);
  return r;
}

enum gomp_status
nvptx_stream_settle (struct nvptx_stream *s)
{
  CUresult r = CUDA_SUCCESS;
  gomp_mutex_lock (&s->lock);
  if (s->is_pending && s->handle != NULL)
    r = nvptx_stream_wait_locked (s);
  gomp_mutex_unlock (&s->lock);
  if (likely (r == CUDA_SUCCESS))
    return GOMP_OK;
  return nvptx_failed (s->device, r, "copying to it");
}

/* Take no lock: a thread that waits for a kernel may hold its stream's.  */
bool
nvptx_streams_busy (struct nvptx_device *d)
{
  bool busy = false;
  for (struct nvptx_stream *s = atomic_load (&d->streams.list); s != NULL;
       s = s->next)
    /* Acquire: pairs with the release in launch.c.  A kernel that has failed
       may run although its launch has returned.  */
    busy |= atomic_load_explicit (&s->is_launching, memory_order_acquire)
            || atomic_load (&s->running) != NULL;
  return busy;
}

/* If a thread is still copying, wait for it; its next copy finds no handle.  If
   the driver does not unpin the staging memory, for example because the device
   was lost, it may still read that memory, which is therefore not freed.  */
static void
close_stream (struct nvptx_stream *s)
{
  gomp_mutex_lock (&s->lock);
  if (s->handle != NULL)
    {
      CUresult waited = nvptx_cu.stream_wait (s->handle);
      nvptx_times_close (s);
      nvptx_cu.stream_destroy (s->handle);
      bool is_unused = waited == CUDA_SUCCESS;
      if (s->is_pinned)
        is_unused &= nvptx_cu.host_unpin (s->staging) == CUDA_SUCCESS;
      if (is_unused)
        free (s->staging);
      s->handle = NULL;
    }
  gomp_mutex_unlock (&s->lock);
}

void
nvptx_streams_close (struct nvptx_device *d)
{
  gomp_mutex_lock (&d->streams.lock);
  for (struct nvptx_stream *s = atomic_load (&d->streams.list); s != NULL;
       s = s->next)
    close_stream (s);
  gomp_mutex_unlock (&d->streams.lock);
}

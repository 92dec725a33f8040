/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Streams and copies; see stream.h.

   Order.  Small copies to the device go through pinned memory and are not
   waited for: the thread's next kernel is behind them in its stream.  Kernels
   of other threads are in other streams, where nothing orders them with the
   copy, though the program may: thread 1 maps, both meet a barrier, thread 2
   launches.  So while several threads use the device the copies of each
   are there when the call returns.  A thread that gets the second stream first
   waits for what the first has pending; either the first one's copy came before
   that, under its lock, or it finds `several' set.  Kernels are waited for by
   who launched them before libgomp hears that they are done.  Streams of
   asynchronous launches start kernels only after the thread that asks for them
   has waited for its copies.

   Copies to the host are made when no kernel that writes their source runs any
   more, and with the thread's own copies settled: the driver's synchronous
   call does, one call instead of two.

   A thread finds its streams in a block of its own, which its end gives back;
   streams wait in the device's list for the next thread.  */

#include "stream.h"

#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "options.h"

/* Above this a copy takes long enough that the calls do not matter, and the
   driver's own staging is as good.  */
#define STAGED_MAX ((size_t)64 << 10)

struct nvptx_thread
{
  unsigned generation;           /* of initialisations, when it last looked */
  int current;                   /* device whose context is; -1: unknown */
  struct nvptx_stream *stream[]; /* of each device; NULL: none yet */
};

static _Thread_local struct nvptx_thread *self;
static pthread_key_t thread_end;
static pthread_once_t thread_end_once = PTHREAD_ONCE_INIT;

static TLS_ACCESS struct nvptx_thread **
find_self (void)
{
  return &self;
}

/* ---- Streams of threads.  */

static void
release_stream (struct nvptx_stream *s)
{
  struct nvptx_device *d = s->device;
  gomp_mutex_lock (&d->streams_lock);
  s->is_owned = false;
  if (!s->is_servant && --d->streams_owned == 1)
    atomic_store (&d->several, false);
  gomp_mutex_unlock (&d->streams_lock);
}

static void
end_thread (void *data)
{
  struct nvptx_thread *t = data;
  for (int i = 0; i < nvptx_device_count; i++)
    if (t->stream[i] != NULL)
      {
        /* The next owner might be a thread that nothing orders with this.  */
        if (atomic_load (&nvptx_devices[i].condition) == NVPTX_UP
            && nvptx_stream_enter (&nvptx_devices[i]) != NULL)
          nvptx_stream_settle (t->stream[i]);
        release_stream (t->stream[i]);
      }
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

/* Others start no copy any more that they do not wait for; wait for those they
   started before.  With streams_lock held.  */
static void
settle_others (struct nvptx_device *d)
{
  atomic_store (&d->several, true);
  for (struct nvptx_stream *s = d->streams; s != NULL; s = s->next)
    nvptx_stream_settle (s);
}

static COLD struct nvptx_stream *
acquire_stream (struct nvptx_device *d, bool servant)
{
  gomp_mutex_lock (&d->streams_lock);
  struct nvptx_stream *s = d->streams;
  while (s != NULL && (s->is_owned || s->is_servant != servant))
    s = s->next;
  if (s == NULL)
    {
      s = calloc (1, sizeof (*s));
      if (s != NULL)
        {
          s->device = d;
          s->is_servant = servant;
          s->next = d->streams;
          d->streams = s;
        }
    }
  if (s != NULL)
    {
      s->is_owned = true;
      if (!servant && ++d->streams_owned == 2)
        settle_others (d);
    }
  gomp_mutex_unlock (&d->streams_lock);
  if (s == NULL)
    gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  return s;
}

/* Its staging memory is our own, so that it is still there when the program has
   reset the device.  */
static COLD bool
open_stream (struct nvptx_stream *s)
{
  CUresult r = CUDA_ERROR_OUT_OF_MEMORY;
  char *staging = aligned_alloc (4096, NVPTX_STAGING);
  if (staging != NULL)
    r = nvptx_cu.host_pin (staging, NVPTX_STAGING, CU_MEMHOSTREGISTER_PORTABLE);
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
      nvptx_cu.host_unpin (staging);
    }
  free (staging);
  s->handle = NULL;
  nvptx_failed (s->device, r, "creating a stream");
  return false;
}

static COLD struct nvptx_stream *
enter_slowly (struct nvptx_device *d, bool servant)
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
    *s = acquire_stream (d, servant);
  if (*s == NULL || ((*s)->handle == NULL && !open_stream (*s)))
    return NULL;
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
nvptx_stream_renew (struct nvptx_device *d)
{
  return enter_slowly (d, false);
}

struct nvptx_stream *
nvptx_stream_serve (struct nvptx_device *d)
{
  return enter_slowly (d, true);
}

/* With its lock held.  */
static inline CUresult
wait_locked (struct nvptx_stream *s)
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
  /* Without the lock: who wants what is pending to end may wait as well.  */
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
    r = wait_locked (s);
  gomp_mutex_unlock (&s->lock);
  if (likely (r == CUDA_SUCCESS))
    return GOMP_OK;
  return nvptx_failed (s->device, r, "copying to it");
}

bool
nvptx_streams_busy (struct nvptx_device *d)
{
  bool busy = false;
  gomp_mutex_lock (&d->streams_lock);
  for (struct nvptx_stream *s = d->streams; s != NULL; s = s->next)
    busy |= atomic_load (&s->running) != NULL;
  gomp_mutex_unlock (&d->streams_lock);
  return busy;
}

void
nvptx_streams_close (struct nvptx_device *d)
{
  gomp_mutex_lock (&d->streams_lock);
  for (struct nvptx_stream *s = d->streams; s != NULL; s = s->next)
    if (s->handle != NULL)
      {
        nvptx_cu.stream_wait (s->handle);
        nvptx_cu.stream_destroy (s->handle);
        nvptx_cu.host_unpin (s->staging);
        free (s->staging);
        s->handle = NULL;
      }
  gomp_mutex_unlock (&d->streams_lock);
}

/* ---- Copies.  */

/* Must copies in S be waited for at once?  */
static inline bool
is_watched (const struct nvptx_stream *s)
{
  return atomic_load_explicit (&s->device->several, memory_order_relaxed)
         || s->is_servant || nvptx_options.sync;
}

/* With its lock held.  From pinned memory cuMemcpyHtoD returns when the device
   has it all.  */
static CUresult
copy_in_staged (struct nvptx_stream *s, CUdeviceptr to, const void *from,
                size_t size)
{
  CUresult r = CUDA_SUCCESS;
  bool watched = is_watched (s);
  if (s->used + size > NVPTX_STAGING || (watched && s->is_pending))
    r = wait_locked (s);
  if (r != CUDA_SUCCESS)
    return r;
  char *staged = s->staging + s->used;
  memcpy (staged, from, size);
  if (watched)
    return nvptx_cu.copy_in_now (to, staged, size);
  s->used += (size + 63) & ~(size_t)63;
  s->is_pending = true;
  return nvptx_cu.copy_in (to, staged, size, s->handle);
}

static CUresult
copy_in_large (struct nvptx_stream *s, CUdeviceptr to, const void *from,
               size_t size)
{
  CUresult r = nvptx_cu.copy_in (to, from, size, s->handle);
  return r == CUDA_SUCCESS ? wait_locked (s) : r;
}

enum gomp_status
nvptx_copy_in (struct nvptx_device *d, CUdeviceptr to, const void *from,
               size_t size)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  if (s == NULL)
    return GOMP_ERR_DEVICE;
  CUresult r;
  gomp_mutex_lock (&s->lock);
  do
    r = size <= STAGED_MAX ? copy_in_staged (s, to, from, size)
                           : copy_in_large (s, to, from, size);
  while (unlikely (r != CUDA_SUCCESS) && nvptx_stream_regain (d, r));
  gomp_mutex_unlock (&s->lock);
  if (likely (r == CUDA_SUCCESS))
    return GOMP_OK;
  return nvptx_failed (d, r,
                       "copying %zu bytes from host address %p to device "
                       "address 0x%llx",
                       size, from, to);
}

struct span
{
  uintptr_t start, end;
  bool is_constant;
};

static int
look_at_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct span *span = data;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + p->p_vaddr;
      bool constant = (p->p_type == PT_LOAD && (p->p_flags & PF_W) == 0)
                      || p->p_type == PT_GNU_RELRO;
      if (constant && start < span->end && span->start < start + p->p_memsz)
        span->is_constant = true;
    }
  return span->is_constant;
}

/* GCC maps the constants of a program as tofrom: is [TO, TO + SIZE) one?  */
static bool
is_constant (const void *to, size_t size)
{
  struct span span = { (uintptr_t)to, (uintptr_t)to + size, false };
  dl_iterate_phdr (look_at_object, &span);
  return span.is_constant;
}

/* Through pinned memory; memory that has the value already is not written.
   With the lock held and nothing pending.  */
static CUresult
copy_out_staged (struct nvptx_stream *s, char *to, CUdeviceptr from,
                 size_t size)
{
  CUresult r = CUDA_SUCCESS;
  for (size_t done = 0; done < size && r == CUDA_SUCCESS;)
    {
      size_t part = size - done < NVPTX_STAGING ? size - done : NVPTX_STAGING;
      r = nvptx_cu.copy_out (s->staging, from + done, part);
      if (r == CUDA_SUCCESS && memcmp (to + done, s->staging, part) != 0)
        memcpy (to + done, s->staging, part);
      done += part;
    }
  return r;
}

enum gomp_status
nvptx_copy_out (struct nvptx_device *d, void *to, CUdeviceptr from, size_t size)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  if (s == NULL || size == 0)
    return s == NULL ? GOMP_ERR_DEVICE : GOMP_OK;
  CUresult r;
  gomp_mutex_lock (&s->lock);
  do
    {
      r = s->is_pending ? wait_locked (s) : CUDA_SUCCESS;
      if (r == CUDA_SUCCESS)
        r = size <= STAGED_MAX || is_constant (to, size)
                ? copy_out_staged (s, to, from, size)
                : nvptx_cu.copy_out (to, from, size);
    }
  while (unlikely (r != CUDA_SUCCESS) && nvptx_stream_regain (d, r));
  gomp_mutex_unlock (&s->lock);
  if (likely (r == CUDA_SUCCESS))
    return GOMP_OK;
  return nvptx_failed (d, r,
                       "copying %zu bytes from device address 0x%llx to "
                       "host address %p",
                       size, from, to);
}

enum gomp_status
nvptx_copy_within (struct nvptx_device *d, CUdeviceptr to, CUdeviceptr from,
                   size_t size)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  if (s == NULL || size == 0)
    return s == NULL ? GOMP_ERR_DEVICE : GOMP_OK;
  CUresult r;
  gomp_mutex_lock (&s->lock);
  do
    {
      s->is_pending = true;
      r = nvptx_cu.copy_within (to, from, size, s->handle);
      if (r == CUDA_SUCCESS && is_watched (s))
        r = wait_locked (s);
    }
  while (unlikely (r != CUDA_SUCCESS) && nvptx_stream_regain (d, r));
  gomp_mutex_unlock (&s->lock);
  if (likely (r == CUDA_SUCCESS))
    return GOMP_OK;
  return nvptx_failed (d, r,
                       "copying %zu bytes from device address 0x%llx to "
                       "0x%llx",
                       size, from, to);
}

enum gomp_status
nvptx_copy_rows (struct nvptx_device *d, const CUDA_MEMCPY3D *copy)
{
  struct nvptx_stream *s = nvptx_stream_enter (d);
  if (s == NULL)
    return GOMP_ERR_DEVICE;
  CUresult r = CUDA_SUCCESS;
  bool out = copy->dstMemoryType == CU_MEMORYTYPE_HOST;
  gomp_mutex_lock (&s->lock);
  if (out && s->is_pending)
    r = wait_locked (s);
  if (r == CUDA_SUCCESS)
    r = out ? nvptx_cu.copy_rows (copy)
            : nvptx_cu.copy_rows_async (copy, s->handle);
  /* From the host's memory it may not be read yet.  */
  if (r == CUDA_SUCCESS && !out)
    r = wait_locked (s);
  gomp_mutex_unlock (&s->lock);
  if (likely (r == CUDA_SUCCESS))
    return GOMP_OK;
  return nvptx_failed (d, r, "copying %zu planes of %zu rows of %zu bytes",
                       copy->Depth, copy->Height, copy->WidthInBytes);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's queues; see queue.h.  Any thread; each queue is a stream of the
   driver, which keeps the order of its work.  Takes no lock: libgomp does not
   use a queue while it closes it or changes its stream.

   GCC's libgomp uses these queues.  This project's libgomp has threads for its
   own queues; it uses these for programs that ask for a CUDA stream, and for
   regions without data.

   The driver executes callbacks in threads that may not call the driver.
   libgomp frees device memory in callbacks, so a thread is marked while it
   executes one (nvptx_stream_set_drivers), and memory.c looks at the mark.  */

#include "queue.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "memory.h"
#include "stream.h"

/* Repeat CALL if the program had made another context than D's current.  */
#define ASK(d, call)                                                           \
  __extension__({                                                              \
    CUresult asked;                                                            \
    do                                                                         \
      asked = (call);                                                          \
    while (asked != CUDA_SUCCESS && nvptx_stream_regain (d, asked));           \
    asked;                                                                     \
  })

static enum gomp_status
conclude (struct nvptx_device *d, CUresult r, const char *action)
{
  return likely (r == CUDA_SUCCESS) ? GOMP_OK
                                    : nvptx_failed (d, r, "%s", action);
}

struct goacc_asyncqueue *
nvptx_queue_open (struct nvptx_device *d)
{
  struct goacc_asyncqueue *q = malloc (sizeof (*q));
  if (q == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
      return NULL;
    }
  *q = (struct goacc_asyncqueue){ .device = d, .is_own = true };
  if (nvptx_stream_enter (d) != NULL
      && conclude (d,
                   ASK (d, nvptx_cu.stream_create (&q->stream,
                                                   CU_STREAM_NON_BLOCKING)),
                   "creating a stream")
             == GOMP_OK)
    return q;
  free (q);
  return NULL;
}

static enum gomp_status
close_stream (struct goacc_asyncqueue *q)
{
  enum gomp_status status = nvptx_queue_wait (q);
  if (!q->is_own)
    return status;
  CUresult r = ASK (q->device, nvptx_cu.stream_destroy (q->stream));
  return status == GOMP_OK ? conclude (q->device, r, "destroying a stream")
                           : status;
}

enum gomp_status
nvptx_queue_close (struct goacc_asyncqueue *q)
{
  enum gomp_status status = close_stream (q);
  free (q);
  return status;
}

enum gomp_status
nvptx_queue_set_stream (struct goacc_asyncqueue *q, CUstream stream)
{
  enum gomp_status status = close_stream (q);
  q->stream = stream;
  q->is_own = false;
  return status;
}

int
nvptx_queue_test (struct goacc_asyncqueue *q)
{
  struct nvptx_device *d = q->device;
  if (nvptx_stream_enter (d) == NULL)
    return -1;
  CUresult r = ASK (d, nvptx_cu.stream_query (q->stream));
  if (r == CUDA_ERROR_NOT_READY)
    return 0;
  return conclude (d, r, "testing an async queue") == GOMP_OK ? 1 : -1;
}

enum gomp_status
nvptx_queue_wait (struct goacc_asyncqueue *q)
{
  struct nvptx_device *d = q->device;
  if (nvptx_stream_enter (d) == NULL)
    return GOMP_ERR_DEVICE;
  return conclude (d, ASK (d, nvptx_cu.stream_wait (q->stream)),
                   "waiting for an async queue");
}

/* The driver keeps a destroyed event until it has happened.  */
enum gomp_status
nvptx_queue_order (struct goacc_asyncqueue *before,
                   struct goacc_asyncqueue *after)
{
  struct nvptx_device *d = before->device;
  CUevent event;
  if (nvptx_stream_enter (d) == NULL)
    return GOMP_ERR_DEVICE;
  CUresult r = ASK (d, nvptx_cu.event_create (&event, CU_EVENT_DISABLE_TIMING));
  if (r == CUDA_SUCCESS)
    {
      r = nvptx_cu.event_record (event, before->stream);
      if (r == CUDA_SUCCESS)
        r = nvptx_cu.stream_await (after->stream, event, 0);
      CUresult end = nvptx_cu.event_destroy (event);
      r = r == CUDA_SUCCESS ? end : r;
    }
  return conclude (d, r, "ordering async queues");
}

/* ---- Callbacks.  */

struct callback
{
  void (*f) (void *);
  void *data;
};

/* Called in a thread of the driver.  An error in RESULT is ignored: the thread
   that waits for the queue finds it.  */
static void
call_back (CUstream stream, CUresult result, void *data)
{
  struct callback c = *(struct callback *)data;
  (void)stream;
  (void)result;
  free (data);
  nvptx_stream_set_drivers (true);
  c.f (c.data);
  nvptx_stream_set_drivers (false);
}

enum gomp_status
nvptx_queue_call (struct goacc_asyncqueue *q, void (*f) (void *), void *data)
{
  struct nvptx_device *d = q->device;
  struct callback *c = malloc (sizeof (*c));
  if (c == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  *c = (struct callback){ f, data };
  CUresult r = CUDA_ERROR_DEINITIALIZED;
  if (nvptx_stream_enter (d) != NULL)
    r = ASK (d, nvptx_cu.stream_callback (q->stream, call_back, c, 0));
  if (r != CUDA_SUCCESS)
    free (c);
  return conclude (d, r, "queueing a callback");
}

/* ---- Copies and regions.  */

enum gomp_status
nvptx_queue_copy_in (struct goacc_asyncqueue *q, CUdeviceptr to,
                     const void *from, size_t size)
{
  struct nvptx_device *d = q->device;
  if (nvptx_stream_enter (d) == NULL)
    return GOMP_ERR_DEVICE;
  return conclude (d, ASK (d, nvptx_cu.copy_in (to, from, size, q->stream)),
                   "copying to it in an async queue");
}

enum gomp_status
nvptx_queue_copy_out (struct goacc_asyncqueue *q, void *to, CUdeviceptr from,
                      size_t size)
{
  struct nvptx_device *d = q->device;
  if (nvptx_stream_enter (d) == NULL)
    return GOMP_ERR_DEVICE;
  return conclude (d,
                   ASK (d, nvptx_cu.copy_out_async (to, from, size, q->stream)),
                   "copying from it in an async queue");
}

/* The argument block of a region in a queue, on the device and on the host,
   from where it may be copied as late as the region starts.  */
struct block
{
  struct nvptx_device *device;
  CUdeviceptr start;
  const void *argument[];
};

static void
free_block (void *data)
{
  struct block *b = data;
  nvptx_memory_free (b->device, b->start);
  free (b);
}

static struct block *
make_block (struct nvptx_device *d, const void *const *arguments, size_t count)
{
  size_t size = count * sizeof (void *);
  struct block *b = malloc (sizeof (*b) + size);
  if (b == NULL)
    {
      gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
      return NULL;
    }
  b->device = d;
  b->start = nvptx_memory_alloc (d, size);
  if (b->start == 0)
    {
      free (b);
      return NULL;
    }
  memcpy (b->argument, arguments, size);
  return b;
}

enum gomp_status
nvptx_queue_run (struct goacc_asyncqueue *q, struct nvptx_launch *l,
                 const void *const *arguments, size_t count)
{
  struct nvptx_device *d = q->device;
  if (count == 0)
    return nvptx_launch_start (d, q->stream, l);
  if (nvptx_stream_enter (d) == NULL)
    return GOMP_ERR_DEVICE;
  struct block *b = make_block (d, arguments, count);
  if (b == NULL)
    return GOMP_ERR_NOMEM;
  l->block = b->start;
  enum gomp_status status
      = nvptx_queue_copy_in (q, b->start, b->argument, count * sizeof (void *));
  if (status == GOMP_OK)
    status = nvptx_launch_start (d, q->stream, l);
  /* After an error the driver may still read the block: the program ends.  */
  return status == GOMP_OK ? nvptx_queue_call (q, free_block, b) : status;
}

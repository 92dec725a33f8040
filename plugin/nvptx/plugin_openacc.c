/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The hooks for OpenACC, as plugin.c has the others.

   GCC's libgomp runs regions by openacc_exec and openacc_async_exec; this
   project's by acc_run or acc_run_pieces, which get the argument block on the
   device.  */

#include <stdio.h>
#include <stdlib.h>

#include "async.h"
#include "base/uncancelled.h"
#include "copy.h"
#include "device.h"
#include "function.h"
#include "gangs.h"
#include "launch.h"
#include "memory.h"
#include "plugin.h"
#include "profile.h"
#include "queue.h"
#include "stream.h"

/* The data that libgomp keeps for each thread of the program that uses a
   device.  */
struct thread_data
{
  struct nvptx_device *device;
};

static bool
report_of (struct nvptx_device *d)
{
  nvptx_device_await_end (d);
  GOMP_PLUGIN_error ("%s", gomp_error_text ());
  gomp_error_clear ();
  return false;
}

/* Whether STATUS, of an action on D, is no error; an error is reported.  */
static bool
conclude (struct nvptx_device *d, enum gomp_status status)
{
  return likely (status == GOMP_OK) || report_of (d);
}

/* ---- Regions.  */

bool
GOMP_OFFLOAD_acc_run (int n, void *fn, void *vars, const unsigned *dims)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = &nvptx_devices[n];
  const struct nvptx_launch l
      = { .function = fn, .block = (uintptr_t)vars, .dims = dims };
  if (unlikely (!nvptx_device_usable (d)
                || nvptx_launch_run (d, &l) != GOMP_OK))
    nvptx_die (d);
  return true;
}

bool
GOMP_OFFLOAD_acc_run_pieces (int n, void *fn, void *vars, const unsigned *dims,
                             const struct gomp_device_piece *piece,
                             size_t count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = &nvptx_devices[n];
  const struct nvptx_launch l
      = { .function = fn, .block = (uintptr_t)vars, .dims = dims };
  struct nvptx_fetch f;
  f.piece = piece;
  f.count = count;
  if (unlikely (!nvptx_device_usable (d)
                || nvptx_launch_fetch (d, &l, &f) != GOMP_OK))
    nvptx_die (d);
  return conclude (d, nvptx_fetch_finish (d, &f));
}

void
GOMP_OFFLOAD_acc_dims (int n, void *fn, unsigned *dims)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = &nvptx_devices[n];
  struct nvptx_grid g;
  if (nvptx_device_usable (d) && nvptx_stream_enter (d) != NULL
      && nvptx_gangs_shape (d, fn, dims, &g) == GOMP_OK)
    {
      dims[0] = g.teams;
      dims[1] = g.threads;
      dims[2] = g.lanes;
    }
  /* The launch, which meets the same error, reports it.  */
  gomp_error_clear ();
}

/* The words of the argument block: the device addresses; where there is none,
   the value or pointer is the host's.  To be freed.  */
static const void **
collect_arguments (size_t count, void **hosts, void **devices)
{
  const void **arguments = GOMP_PLUGIN_malloc (count * sizeof (*arguments));
  for (size_t i = 0; i < count; i++)
    arguments[i] = devices[i] != NULL ? devices[i] : hosts[i];
  return arguments;
}

/* Run L with these arguments, and wait for its end.  */
static enum gomp_status
run_and_wait (struct nvptx_device *d, struct nvptx_launch *l,
              const void **arguments, size_t count)
{
  enum gomp_status status = GOMP_OK;
  size_t size = count * sizeof (*arguments);
  if (count > 0)
    {
      l->block = nvptx_memory_alloc (d, size);
      if (l->block == 0)
        return GOMP_ERR_NOMEM;
      status = nvptx_copy_in (d, l->block, arguments, size);
    }
  if (status == GOMP_OK)
    status = nvptx_launch_run (d, l);
  if (status == GOMP_OK && count > 0)
    status = nvptx_memory_free (d, l->block);
  return status;
}

/* In QUEUE, or at once if that is NULL.  */
static void
run (void *fn, size_t count, void **hosts, void **devices, unsigned *dims,
     struct goacc_asyncqueue *queue)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_launch l = { .function = fn, .dims = dims };
  struct nvptx_device *d = l.function->device;
  const void **arguments
      = count == 0 ? NULL : collect_arguments (count, hosts, devices);
  enum gomp_status status = GOMP_ERR_DEVICE;
  NVPTX_PROFILED struct nvptx_profile p;
  nvptx_profile_launch (&p, d, &l);
  if (nvptx_device_usable (d))
    status = queue != NULL ? nvptx_queue_run (queue, &l, arguments, count)
                           : run_and_wait (d, &l, arguments, count);
  free (arguments);
  if (unlikely (status != GOMP_OK))
    nvptx_die (d);
}

void
GOMP_OFFLOAD_openacc_exec (void (*fn) (void *), size_t count, void **hostaddrs,
                           void **devaddrs, unsigned *dims, void *descriptor)
{
  (void)descriptor;
  run ((void *)(uintptr_t)fn, count, hostaddrs, devaddrs, dims, NULL);
}

void
GOMP_OFFLOAD_openacc_async_exec (void (*fn) (void *), size_t count,
                                 void **hostaddrs, void **devaddrs,
                                 unsigned *dims, void *descriptor,
                                 struct goacc_asyncqueue *queue)
{
  (void)descriptor;
  run ((void *)(uintptr_t)fn, count, hostaddrs, devaddrs, dims, queue);
}

/* ---- Threads.  */

void *
GOMP_OFFLOAD_openacc_create_thread_data (int n)
{
  struct thread_data *t = GOMP_PLUGIN_malloc (sizeof (*t));
  t->device = &nvptx_devices[n];
  return t;
}

void
GOMP_OFFLOAD_openacc_destroy_thread_data (void *data)
{
  free (data);
}

/* The device of the calling thread, or NULL.  */
static struct nvptx_device *
device_of_thread (void)
{
  struct thread_data *t = GOMP_PLUGIN_acc_thread ();
  return t != NULL ? t->device : NULL;
}

/* ---- Queues.  */

struct goacc_asyncqueue *
GOMP_OFFLOAD_openacc_async_construct (int n)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = &nvptx_devices[n];
  struct goacc_asyncqueue *q
      = nvptx_device_usable (d) ? nvptx_queue_open (d) : NULL;
  if (q == NULL)
    report_of (d);
  return q;
}

bool
GOMP_OFFLOAD_openacc_async_destruct (struct goacc_asyncqueue *queue)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = queue->device;
  return conclude (d, nvptx_queue_close (queue));
}

int
GOMP_OFFLOAD_openacc_async_test (struct goacc_asyncqueue *queue)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int answer = nvptx_queue_test (queue);
  if (answer < 0)
    report_of (queue->device);
  return answer;
}

bool
GOMP_OFFLOAD_openacc_async_synchronize (struct goacc_asyncqueue *queue)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  return conclude (queue->device, nvptx_queue_wait (queue));
}

bool
GOMP_OFFLOAD_openacc_async_serialize (struct goacc_asyncqueue *before,
                                      struct goacc_asyncqueue *after)
{
  UNCANCELLED int cancelled = gomp_uncancelled_begin ();
  return conclude (before->device, nvptx_queue_order (before, after));
}

void
GOMP_OFFLOAD_openacc_async_queue_callback (struct goacc_asyncqueue *queue,
                                           void (*callback) (void *),
                                           void *data)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  if (nvptx_queue_call (queue, callback, data) != GOMP_OK)
    nvptx_die (queue->device);
}

bool
GOMP_OFFLOAD_openacc_async_host2dev (int n, void *devptr, const void *host,
                                     size_t size,
                                     struct goacc_asyncqueue *queue)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  (void)n;
  NVPTX_PROFILED struct nvptx_profile p;
  nvptx_profile_copy (&p, acc_ev_enqueue_upload_start, host, (uintptr_t)devptr,
                      size);
  return conclude (queue->device,
                   nvptx_queue_copy_in (queue, (uintptr_t)devptr, host, size));
}

bool
GOMP_OFFLOAD_openacc_async_dev2host (int n, void *host, const void *devptr,
                                     size_t size,
                                     struct goacc_asyncqueue *queue)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  (void)n;
  NVPTX_PROFILED struct nvptx_profile p;
  nvptx_profile_copy (&p, acc_ev_enqueue_download_start, host,
                      (uintptr_t)devptr, size);
  return conclude (queue->device,
                   nvptx_queue_copy_out (queue, host, (uintptr_t)devptr, size));
}

/* ---- What there is.  */

static const char *
driver_name (void)
{
  static char name[64];
  int version = 0;
  nvptx_cu.driver_version (&version);
  snprintf (name, sizeof (name), "CUDA Driver %d.%d", version / 1000,
            version % 1000 / 10);
  return name;
}

union goacc_property_value
GOMP_OFFLOAD_openacc_get_property (int n, enum goacc_property property)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = &nvptx_devices[n];
  union goacc_property_value value = { .val = 0 };
  switch (property)
    {
    case GOACC_PROPERTY_MEMORY:
      value.val = d->total;
      break;
    case GOACC_PROPERTY_FREE_MEMORY:
      value.val = nvptx_device_usable (d) ? nvptx_memory_unused (d) : 0;
      break;
    case GOACC_PROPERTY_NAME:
      value.ptr = d->name;
      break;
    case GOACC_PROPERTY_VENDOR:
      value.ptr = "Nvidia";
      break;
    case GOACC_PROPERTY_DRIVER:
      value.ptr = driver_name ();
      break;
    }
  return value;
}

/* A pointer to the CUdevice, as GCC's plugin returns.  */
void *
GOMP_OFFLOAD_openacc_cuda_get_current_device (void)
{
  struct nvptx_device *d = device_of_thread ();
  return d != NULL ? &d->handle : NULL;
}

void *
GOMP_OFFLOAD_openacc_cuda_get_current_context (void)
{
  struct nvptx_device *d = device_of_thread ();
  return d != NULL ? d->context : NULL;
}

void *
GOMP_OFFLOAD_openacc_cuda_get_stream (struct goacc_asyncqueue *queue)
{
  return queue->stream;
}

int
GOMP_OFFLOAD_openacc_cuda_set_stream (struct goacc_asyncqueue *queue,
                                      void *stream)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  return conclude (queue->device, nvptx_queue_set_stream (queue, stream));
}

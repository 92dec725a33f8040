/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* CUDA's objects, for programs that ask for them (OpenACC 2.6 section A.2.1).

   Owns nothing.  Any thread of the program.  A queue gets a stream of the
   plugin when the program first asks for the stream or sets it; from then on
   all of the queue's work is in that stream.  */

#include "openacc/internal.h"

/* The device of the thread if its plugin has CUDA's objects, else NULL.  */
static struct gomp_device *
cuda_device (void)
{
  struct gomp_device *device;
  if (gomp_acc_active_device (&device) != GOMP_OK)
    {
      gomp_error_clear ();
      return NULL;
    }
  return device != NULL && device->plugin->openacc_cuda_get_stream != NULL
             ? device
             : NULL;
}

void *
gomp_acc_cuda_device (void)
{
  struct gomp_device *device = cuda_device ();
  return device == NULL ? NULL
                        : device->plugin->openacc_cuda_get_current_device ();
}

void *
gomp_acc_cuda_context (void)
{
  struct gomp_device *device = cuda_device ();
  return device == NULL ? NULL
                        : device->plugin->openacc_cuda_get_current_context ();
}

/* The stream of QUEUE, created if there is none.  */
static struct goacc_asyncqueue *
stream_of (struct gomp_device *device, int async)
{
  struct gomp_acc_queue *queue;
  if (gomp_acc_queue_find (device, async, &queue) != GOMP_OK || queue == NULL)
    {
      gomp_error_clear ();
      return NULL;
    }
  gomp_acc_queue_share (queue);
  return gomp_acc_queue_need_stream (queue);
}

void *
gomp_acc_cuda_stream (int async)
{
  struct gomp_device *device = cuda_device ();
  struct goacc_asyncqueue *stream = device == NULL || async < GOMP_ACC_NOVAL
                                        ? NULL
                                        : stream_of (device, async);
  return stream == NULL ? NULL
                        : device->plugin->openacc_cuda_get_stream (stream);
}

int
gomp_acc_set_cuda_stream (int async, void *cuda)
{
  if (async < GOMP_ACC_NOVAL || cuda == NULL)
    return 0;
  struct gomp_device *device = cuda_device ();
  struct goacc_asyncqueue *stream
      = device == NULL ? NULL : stream_of (device, async);
  return stream == NULL
             ? -1
             : device->plugin->openacc_cuda_set_stream (stream, cuda);
}

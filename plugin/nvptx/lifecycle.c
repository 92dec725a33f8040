/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finding, starting and stopping GPUs; see lifecycle.h.  Owns no data; libgomp
   makes one of these calls at a time for a device.

   The context is the primary one, which cudart and CUDA's libraries use too;
   each thread makes it current once.  If the program has made another one
   current since then, and the driver refuses a call for this reason, the call
   is repeated in our context, which stays current.  omp_pause_resource leaves
   devices as they are.

   A device may be stopped while kernels run on it, as at the exit of a program
   with a region in flight.  Then it is left as it is: the driver ends the
   kernels with the process, and waiting for them could take for ever.  */

#include "lifecycle.h"

#include "async.h"
#include "device.h"
#include "failure.h"
#include "image.h"
#include "memory.h"
#include "options.h"
#include "os/os.h"
#include "plugin.h"
#include "stacks.h"
#include "stream.h"

static enum gomp_status
find_device (struct nvptx_device *d, int ordinal)
{
  d->ordinal = ordinal;
  CUresult r = nvptx_cu.device_get (&d->handle, ordinal);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.device_name (d->name, sizeof (d->name), d->handle);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.device_memory (&d->total, d->handle);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.device_attribute (&d->multiprocessors,
                                   CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                                   d->handle);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.device_attribute (&d->clock, CU_DEVICE_ATTRIBUTE_CLOCK_RATE,
                                   d->handle);
  if (r == CUDA_SUCCESS)
    return GOMP_OK;
  return nvptx_failed (d, r, "asking for its properties");
}

enum gomp_status
nvptx_devices_find (void)
{
  int count = 0;
  char buf[NVPTX_RESULT_MAX];
  enum gomp_status status = nvptx_driver_open ();
  if (status != GOMP_OK)
    return status;
  CUresult r = nvptx_cu.device_count (&count);
  if (r != CUDA_SUCCESS)
    return gomp_error_set (GOMP_ERR_SYSTEM, "cuDeviceGetCount: %s",
                           nvptx_result (r, buf));
  if (count < 1)
    return gomp_error_set (GOMP_ERR_NODEV, "the NVIDIA driver has no device");
  struct nvptx_device *found
      = GOMP_PLUGIN_malloc_cleared ((size_t)count * sizeof (found[0]));
  for (int i = 0; i < count; i++)
    if (find_device (&found[i], i) != GOMP_OK)
      return GOMP_ERR_SYSTEM;
  nvptx_options_read ();
  os_fence_init ();
  nvptx_devices_enter (found, count);
  return GOMP_OK;
}

/* Explain by D's compute mode why it did not start.  */
static void
hint_at (struct nvptx_device *d)
{
  int mode = 0;
  nvptx_cu.device_attribute (&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE,
                             d->handle);
  if (mode == CU_COMPUTEMODE_PROHIBITED)
    gomp_error_hint ("its compute mode is 'prohibited' (nvidia-smi -c 0 "
                     "changes that)");
  else if (mode == CU_COMPUTEMODE_EXCLUSIVE_PROCESS)
    gomp_error_hint ("its compute mode is 'exclusive process': another process "
                     "may be using it");
}

enum gomp_status
nvptx_lifecycle_start (struct nvptx_device *d)
{
  if (nvptx_device_was_forked () || atomic_load (&d->condition) == NVPTX_ENDING)
    return nvptx_device_refuse (d);
  int lanes = 0;
  CUresult r = nvptx_cu.device_attribute (&lanes, CU_DEVICE_ATTRIBUTE_WARP_SIZE,
                                          d->handle);
  if (r == CUDA_SUCCESS && lanes != 32)
    return gomp_error_set (GOMP_ERR_NODEV,
                           "device %d (nvptx, %s): its warps have %d lanes, "
                           "GCC's code wants 32",
                           d->ordinal, d->name, lanes);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.context_retain (&d->context, d->handle);
  if (r != CUDA_SUCCESS)
    {
      nvptx_failed (d, r, "opening its primary context");
      hint_at (d);
      return GOMP_ERR_NODEV;
    }
  nvptx_memory_forget (d);
  atomic_fetch_add (&nvptx_generation, 1);
  /* Release: pairs with the acquire in nvptx_device_usable.  */
  atomic_store_explicit (&d->condition, NVPTX_UP, memory_order_release);
  return GOMP_OK;
}

void
nvptx_lifecycle_stop (struct nvptx_device *d)
{
  if (nvptx_device_was_forked () || atomic_load (&d->condition) != NVPTX_UP)
    return;
  atomic_store (&d->condition, NVPTX_ENDING);
  /* Pairs with os_fence_light of launches.  */
  os_fence_heavy ();
  if (!nvptx_async_stop (d) || nvptx_streams_busy (d))
    return;
  /* Ignore the result: memory that the driver does not take back is of no use
     to the next start either.  */
  nvptx_cu.context_set (d->context);
  nvptx_images_unload (d);
  nvptx_streams_close (d);
  nvptx_stacks_release (d);
  nvptx_memory_release (d);
  nvptx_cu.context_release (d->handle);
  atomic_store (&d->condition, NVPTX_DOWN);
}

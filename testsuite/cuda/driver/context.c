/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Contexts and each thread's stack of them.  A destroyed context's object
   stays, without its tag, so that a thread which still has it current is told.

   CUDA driver API, "Context Management", "Primary Context Management".  */

#include "driver/driver.h"

#include <stdlib.h>

#define DEPTH 64
#define DEFAULT_HEAP (8u << 20)

static _Thread_local CUcontext stack[DEPTH];
static _Thread_local unsigned depth;

CUcontext
drv_current (void)
{
  return depth ? stack[depth - 1] : NULL;
}

static CUresult
push (CUcontext context)
{
  if (depth == DEPTH)
    return CUDA_ERROR_INVALID_VALUE;
  stack[depth++] = context;
  return CUDA_SUCCESS;
}

static CUcontext
create (struct drv_device *device, unsigned flags)
{
  CUcontext c = calloc (1, sizeof *c);
  c->tag = DRV_CONTEXT;
  c->device = device;
  c->flags = flags;
  c->limit[CU_LIMIT_STACK_SIZE] = 1024;
  c->limit[CU_LIMIT_PRINTF_FIFO_SIZE] = 1 << 20;
  c->limit[CU_LIMIT_MALLOC_HEAP_SIZE] = DEFAULT_HEAP;
  c->null_stream = drv_stream_create (c, 0, 0);
  return c;
}

static void
destroy (CUcontext c)
{
  drv_wait_context (c);
  while (c->modules)
    drv_module_destroy (c->modules);
  mem_free_owned (&c->device->memory, c);
  drv_streams_end (c);
  drv_order_forget (c);
  c->tag = 0;
}

CUresult
drv_cuCtxCreate_v2 (CUcontext *context, unsigned flags, CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (flags & ~(unsigned)CU_CTX_FLAGS_MASK || !context)
    return CUDA_ERROR_INVALID_VALUE;
  *context = create (d, flags);
  return push (*context);
}

CUresult
drv_cuCtxDestroy_v2 (CUcontext context)
{
  if (!drv_is (context, CONTEXT) || context->is_primary)
    return CUDA_ERROR_INVALID_CONTEXT;
  destroy (context);
  if (drv_current () == context)
    depth--;
  return CUDA_SUCCESS;
}

CUresult
drv_cuCtxPushCurrent_v2 (CUcontext context)
{
  return drv_is (context, CONTEXT) ? push (context)
                                   : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult
drv_cuCtxPopCurrent_v2 (CUcontext *context)
{
  if (!depth)
    return CUDA_ERROR_INVALID_CONTEXT;
  depth--;
  if (context)
    *context = stack[depth];
  return CUDA_SUCCESS;
}

CUresult
drv_cuCtxSetCurrent (CUcontext context)
{
  if (context && !drv_is (context, CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (depth)
    depth--;
  return context ? push (context) : CUDA_SUCCESS;
}

CUresult
drv_cuCtxGetCurrent (CUcontext *context)
{
  *context = drv_current ();
  return CUDA_SUCCESS;
}

/* What the current context has.  */
#define GIVE(name, type, value)                                                \
  CUresult drv_##name (type *where)                                            \
  {                                                                            \
    CUcontext c = drv_current ();                                              \
    if (!c)                                                                    \
      return CUDA_ERROR_INVALID_CONTEXT;                                       \
    *where = value;                                                            \
    return CUDA_SUCCESS;                                                       \
  }
GIVE (cuCtxGetDevice, CUdevice, c->device->ordinal)
GIVE (cuCtxGetFlags, unsigned, c->flags)

CUresult
drv_cuCtxGetApiVersion (CUcontext context, unsigned *version)
{
  if (context && !drv_is (context, CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  *version = 3020;
  return CUDA_SUCCESS;
}

CUresult
drv_cuCtxSynchronize (void)
{
  return drv_wait_context (drv_current ());
}

CUresult
drv_cuCtxSetLimit (CUlimit limit, size_t value)
{
  if (limit >= CU_LIMITS)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  drv_current ()->limit[limit] = value;
  return CUDA_SUCCESS;
}

CUresult
drv_cuCtxGetLimit (size_t *value, CUlimit limit)
{
  if (limit >= CU_LIMITS)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  *value = drv_current ()->limit[limit];
  return CUDA_SUCCESS;
}

CUresult
drv_cuCtxGetStreamPriorityRange (int *least, int *greatest)
{
  if (least)
    *least = 0;
  if (greatest)
    *greatest = -5;
  return CUDA_SUCCESS;
}

/* -------------------------------------------------------- primary contexts */

CUresult
drv_cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  pthread_mutex_lock (&drv_lock);
  bool is_new = !d->primary;
  d->primary_users++;
  pthread_mutex_unlock (&drv_lock);
  if (is_new)
    {
      CUcontext c = create (d, d->primary_flags);
      c->is_primary = true;
      pthread_mutex_lock (&drv_lock);
      d->primary = c;
      pthread_mutex_unlock (&drv_lock);
    }
  *context = d->primary;
  return CUDA_SUCCESS;
}

CUresult
drv_cuDevicePrimaryCtxReset_v2 (CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  pthread_mutex_lock (&drv_lock);
  CUcontext c = d->primary;
  d->primary = NULL;
  d->primary_users = 0;
  pthread_mutex_unlock (&drv_lock);
  if (c)
    destroy (c);
  return CUDA_SUCCESS;
}

CUresult
drv_cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!d->primary)
    return CUDA_ERROR_INVALID_CONTEXT;
  pthread_mutex_lock (&drv_lock);
  bool is_last = --d->primary_users == 0;
  pthread_mutex_unlock (&drv_lock);
  return is_last ? drv_cuDevicePrimaryCtxReset_v2 (device) : CUDA_SUCCESS;
}

CUresult
drv_cuDevicePrimaryCtxSetFlags_v2 (CUdevice device, unsigned flags)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (flags & ~(unsigned)CU_CTX_FLAGS_MASK)
    return CUDA_ERROR_INVALID_VALUE;
  d->primary_flags = flags;
  if (d->primary)
    d->primary->flags = flags;
  return CUDA_SUCCESS;
}

CUresult
drv_cuDevicePrimaryCtxGetState (CUdevice device, unsigned *flags, int *active)
{
  const struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (flags)
    *flags = d->primary_flags;
  if (active)
    *active = d->primary != NULL;
  return CUDA_SUCCESS;
}

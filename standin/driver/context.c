/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Contexts and each thread's stack of them.  The handle of a destroyed context
   stays invalid, so that a thread which still has the context current gets an
   error.

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

/* The context of the calling thread, if it has not been destroyed.  */
static CUresult
check_current (void)
{
  CUcontext c = drv_current ();
  if (!c)
    return CUDA_ERROR_INVALID_CONTEXT;
  return drv_is (c, CONTEXT) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

/* Of the ways to wait users choose one at most.  */
static bool
are_flags_valid (unsigned flags)
{
  unsigned schedule = flags & CU_CTX_SCHED_MASK;
  return !(flags & ~(unsigned)CU_CTX_FLAGS_MASK)
         && !(schedule & (schedule - 1));
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
  CUcontext c = drv_handle_create (DRV_CONTEXT, sizeof *c);
  c->device = device;
  c->flags = flags;
  c->limit[CU_LIMIT_STACK_SIZE] = 1024;
  c->limit[CU_LIMIT_PRINTF_FIFO_SIZE] = 1 << 20;
  c->limit[CU_LIMIT_MALLOC_HEAP_SIZE] = DEFAULT_HEAP;
  c->null_stream = drv_stream_create (c, 0, 0);
  return c;
}

/* That which the calling thread's call uses.  */
static _Thread_local CUcontext used;

void
drv_context_use (void)
{
  CUcontext c = drv_current ();
  if (used || !c)
    return;
  pthread_mutex_lock (&drv_lock);
  if (drv_is (c, CONTEXT))
    {
      used = c;
      c->calls++;
    }
  pthread_mutex_unlock (&drv_lock);
}

void
drv_context_leave (void)
{
  if (!used)
    return;
  pthread_mutex_lock (&drv_lock);
  used->calls--;
  used = NULL;
  pthread_cond_broadcast (&drv_changed);
  pthread_mutex_unlock (&drv_lock);
}

/* New calls find it destroyed, those under way end before it does.  */
static void
close_to_calls (CUcontext c)
{
  pthread_mutex_lock (&drv_lock);
  drv_handle_end (c);
  while (c->calls > (used == c))
    pthread_cond_wait (&drv_changed, &drv_lock);
  pthread_mutex_unlock (&drv_lock);
}

static void
destroy (CUcontext c)
{
  close_to_calls (c);
  drv_wait_context (c);
  while (c->modules)
    drv_module_destroy (c->modules);
  mem_free_owned (&c->device->memory, c);
  if (c->is_primary)
    drv_pools_clear (c->device);
  drv_events_end (c);
  drv_streams_end (c);
  drv_order_forget (c);
  drv_handle_free (c);
}

static bool
is_prohibited (void)
{
  return drv_settings.compute_mode == CU_COMPUTEMODE_PROHIBITED;
}

CUresult
drv_cuCtxCreate_v2 (CUcontext *context, unsigned flags, CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!are_flags_valid (flags))
    return CUDA_ERROR_INVALID_VALUE;
  if (is_prohibited ())
    return CUDA_ERROR_UNKNOWN;
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
    CUresult result = check_current ();                                        \
    if (!result)                                                               \
      *where = value;                                                          \
    return result;                                                             \
  }
GIVE (cuCtxGetDevice, CUdevice, c->device->ordinal)
GIVE (cuCtxGetFlags, unsigned, c->flags)

CUresult
drv_cuCtxGetApiVersion (CUcontext context, unsigned *version)
{
  if (context && !drv_is (context, CONTEXT))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
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

/* Guards them and how many users they have; taken before drv_lock.  */
static pthread_mutex_t primary_lock = PTHREAD_MUTEX_INITIALIZER;

CUresult
drv_cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (is_prohibited ())
    return CUDA_ERROR_UNKNOWN;
  pthread_mutex_lock (&primary_lock);
  if (!d->primary)
    {
      d->primary = create (d, d->primary_flags);
      d->primary->is_primary = true;
    }
  d->primary_users++;
  *context = d->primary;
  pthread_mutex_unlock (&primary_lock);
  return CUDA_SUCCESS;
}

/* Its users stay, and get another one when they ask for it.  */
CUresult
drv_cuDevicePrimaryCtxReset_v2 (CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  pthread_mutex_lock (&primary_lock);
  CUcontext c = d->primary;
  d->primary = NULL;
  pthread_mutex_unlock (&primary_lock);
  if (c)
    destroy (c);
  return CUDA_SUCCESS;
}

/* It goes with its last user.  */
CUresult
drv_cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  pthread_mutex_lock (&primary_lock);
  bool is_user = d->primary_users != 0;
  CUcontext c = d->primary_users == 1 ? d->primary : NULL;
  d->primary_users -= is_user;
  if (c)
    d->primary = NULL;
  pthread_mutex_unlock (&primary_lock);
  if (c)
    destroy (c);
  return is_user ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult
drv_cuDevicePrimaryCtxSetFlags_v2 (CUdevice device, unsigned flags)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!are_flags_valid (flags))
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&primary_lock);
  d->primary_flags = flags;
  if (d->primary)
    d->primary->flags = flags;
  pthread_mutex_unlock (&primary_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuDevicePrimaryCtxGetState (CUdevice device, unsigned *flags, int *active)
{
  const struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  pthread_mutex_lock (&primary_lock);
  if (flags)
    *flags = d->primary_flags;
  if (active)
    *active = d->primary != NULL;
  pthread_mutex_unlock (&primary_lock);
  return CUDA_SUCCESS;
}

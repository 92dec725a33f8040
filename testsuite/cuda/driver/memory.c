/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Allocation: of device memory, of pinned host memory, in a stream's order from
   pools.  Freeing waits for what runs, as the driver documents it of cuMemFree.

   CUDA driver API, "Memory Management", "Stream Ordered Memory Allocator".  */

#include "driver/driver.h"

#include <stdlib.h>
#include <string.h>

static struct memory *
memory_of_current (void)
{
  return &drv_current ()->device->memory;
}

/* The alignment that cuMemAlloc promises for any kind of variable.  */
#define ALIGNMENT 256

static CUresult
allocate (CUdeviceptr *address, size_t size, enum mem_kind kind,
          const char *name)
{
  struct memory *m = memory_of_current ();
  if (!address || !size)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t used = __atomic_load_n (&m->used, __ATOMIC_RELAXED);
  if (size > drv_settings.memory || used + size > drv_settings.memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *address = mem_alloc (m, size, ALIGNMENT, kind, drv_current (), name);
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult
drv_cuMemAlloc_v2 (CUdeviceptr *address, size_t size)
{
  return allocate (address, size, MEM_DEVICE, "cuMemAlloc");
}

CUresult
drv_cuMemFree_v2 (CUdeviceptr address)
{
  if (!address)
    return CUDA_SUCCESS;
  CUresult result = drv_wait_context (drv_current ());
  if (result)
    return result;
  return mem_free (memory_of_current (), address, MEM_DEVICE)
                 || mem_free (memory_of_current (), address, MEM_POOL)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult
drv_cuMemGetInfo_v2 (size_t *free_bytes, size_t *total)
{
  *total = drv_settings.memory;
  *free_bytes
      = *total - __atomic_load_n (&memory_of_current ()->used, __ATOMIC_RELAXED);
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemGetAddressRange_v2 (CUdeviceptr *start, size_t *size,
                             CUdeviceptr address)
{
  struct mem_block b;
  if (!mem_find (memory_of_current (), address, &b))
    return CUDA_ERROR_NOT_FOUND;
  if (start)
    *start = b.start;
  if (size)
    *size = b.end - b.start;
  return CUDA_SUCCESS;
}

/* ------------------------------------------------------------- host memory */

CUresult
drv_cuMemHostAlloc (void **address, size_t size, unsigned flags)
{
  if (flags > 7 || !address || !size)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t a = mem_alloc (memory_of_current (), size, ALIGNMENT, MEM_HOST,
                          drv_current (), "cuMemAllocHost");
  *address = (void *)(uintptr_t)a;
  return a ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult
drv_cuMemAllocHost_v2 (void **address, size_t size)
{
  return drv_cuMemHostAlloc (address, size, 0);
}

static CUresult
free_host (void *address, bool wants_registered, CUresult otherwise)
{
  struct mem_block b;
  CUresult result = drv_wait_context (drv_current ());
  uint64_t a = (uint64_t)(uintptr_t)address;
  if (result)
    return result;
  if (!mem_find (memory_of_current (), a, &b) || b.kind != MEM_HOST
      || b.start != a || b.owns_backing == wants_registered)
    return otherwise;
  mem_free (memory_of_current (), a, MEM_HOST);
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemFreeHost (void *address)
{
  return free_host (address, false, CUDA_ERROR_INVALID_VALUE);
}

CUresult
drv_cuMemHostRegister_v2 (void *address, size_t size, unsigned flags)
{
  if (!address || !size || flags > 15)
    return CUDA_ERROR_INVALID_VALUE;
  return mem_register (memory_of_current (), address, size, drv_current (),
                       "cuMemHostRegister")
             ? CUDA_SUCCESS
             : CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
}

CUresult
drv_cuMemHostUnregister (void *address)
{
  return free_host (address, true, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

CUresult
drv_cuMemHostGetDevicePointer_v2 (CUdeviceptr *device, void *address,
                                  unsigned flags)
{
  struct mem_block b;
  uint64_t a = (uint64_t)(uintptr_t)address;
  if (flags || !mem_find (memory_of_current (), a, &b) || b.kind != MEM_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  *device = a;
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemHostGetFlags (unsigned *flags, void *address)
{
  struct mem_block b;
  if (!mem_find (memory_of_current (), (uint64_t)(uintptr_t)address, &b)
      || b.kind != MEM_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = CU_MEMHOSTALLOC_DEVICEMAP;
  return CUDA_SUCCESS;
}

CUresult
drv_cuPointerGetAttribute (void *data, CUpointer_attribute attribute,
                           CUdeviceptr address)
{
  struct mem_block b;
  if (!data || !mem_find (memory_of_current (), address, &b))
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t value = address;
  size_t size = sizeof value;
  switch (attribute)
    {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      value = (uint64_t)(uintptr_t)drv_current ();
      break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      value = b.kind == MEM_HOST ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      size = sizeof (int);
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (b.kind != MEM_HOST)
        return CUDA_ERROR_INVALID_VALUE;
      break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      value = 0;
      size = sizeof (int);
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      value = (uint64_t)drv_current ()->device->ordinal;
      size = sizeof (int);
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      value = b.start;
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      value = b.end - b.start;
      break;
    default:
      return CUDA_ERROR_NOT_SUPPORTED;
    }
  memcpy (data, &value, size);
  return CUDA_SUCCESS;
}

/* ------------------------------------------------------------------- pools */

/* The address is known at once, but programs may use it only in the stream's
   order; so is freeing.  */
static CUresult
allocate_in_order (CUdeviceptr *address, size_t size, struct drv_pool *pool,
                   CUstream stream)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!drv_is (pool, POOL))
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = allocate (address, size, MEM_POOL, "cuMemAllocAsync");
  if (result)
    return result;
  pthread_mutex_lock (&drv_lock);
  pool->used += size;
  if (pool->used > pool->used_high)
    pool->used_high = pool->used;
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemAllocAsync (CUdeviceptr *address, size_t size, CUstream stream)
{
  return allocate_in_order (address, size, drv_current ()->device->pool,
                            stream);
}

CUresult
drv_cuMemAllocFromPoolAsync (CUdeviceptr *address, size_t size,
                             CUmemoryPool pool, CUstream stream)
{
  return allocate_in_order (address, size, pool, stream);
}

struct free_operation
{
  struct drv_operation operation;
  CUdeviceptr address;
};

static CUresult
free_in_order (struct drv_operation *o)
{
  const struct free_operation *f = (const struct free_operation *)o;
  struct drv_device *d = o->stream->context->device;
  struct mem_block b;
  bool is_there = mem_find (&d->memory, f->address, &b);
  struct sim_range r = { .start = f->address,
                         .end = is_there ? b.end : 0,
                         .is_written = true };
  CUresult result = drv_order_check (o, "cuMemFreeAsync", false, &r, is_there);
  if (result)
    return result;
  if (!is_there || !mem_free (&d->memory, f->address, b.kind))
    {
      drv_tell ("cuMemFreeAsync of %#llx, which is freed already", f->address);
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
  pthread_mutex_lock (&drv_lock);
  if (d->pool->used >= b.end - b.start)
    d->pool->used -= b.end - b.start;
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemFreeAsync (CUdeviceptr address, CUstream stream)
{
  struct drv_stream *s = drv_stream_of (stream);
  struct mem_block b;
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!mem_find (memory_of_current (), address, &b) || b.start != address
      || (b.kind != MEM_POOL && b.kind != MEM_DEVICE))
    return CUDA_ERROR_INVALID_VALUE;
  struct free_operation *f = calloc (1, sizeof *f);
  f->operation.run = free_in_order;
  f->address = address;
  return drv_submit (s, &f->operation, false);
}

CUresult
drv_cuMemPoolCreate (CUmemoryPool *pool, const CUmemPoolProps *properties)
{
  struct drv_device *d
      = properties ? drv_device (properties->location.id) : NULL;
  if (!d || !pool || properties->allocType != 1
      || properties->location.type != 1)
    return CUDA_ERROR_INVALID_VALUE;
  struct drv_pool *p = calloc (1, sizeof *p);
  *p = d->default_pool;
  p->used = p->used_high = 0;
  *pool = p;
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemPoolDestroy (CUmemoryPool pool)
{
  if (!drv_is (pool, POOL) || pool == &pool->device->default_pool)
    return CUDA_ERROR_INVALID_VALUE;
  if (pool->device->pool == pool)
    pool->device->pool = &pool->device->default_pool;
  pool->tag = 0;
  free (pool);
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemPoolTrimTo (CUmemoryPool pool, size_t size)
{
  (void)size;
  return drv_is (pool, POOL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
drv_cuMemPoolSetAttribute (CUmemoryPool pool, CUmemPool_attribute attribute,
                           void *value)
{
  if (!drv_is (pool, POOL) || !value)
    return CUDA_ERROR_INVALID_VALUE;
  switch (attribute)
    {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
      pool->flags[attribute - 1] = (uint64_t) * (int *)value;
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
      pool->threshold = *(uint64_t *)value;
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
      if (*(uint64_t *)value)
        return CUDA_ERROR_INVALID_VALUE;
      pool->used_high = pool->used;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult
drv_cuMemPoolGetAttribute (CUmemoryPool pool, CUmemPool_attribute attribute,
                           void *value)
{
  if (!drv_is (pool, POOL) || !value)
    return CUDA_ERROR_INVALID_VALUE;
  switch (attribute)
    {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
      *(int *)value = (int)pool->flags[attribute - 1];
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
      *(uint64_t *)value = pool->threshold;
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
      *(uint64_t *)value = pool->used;
      return CUDA_SUCCESS;
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
      *(uint64_t *)value = pool->used_high;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_INVALID_VALUE;
    }
}

/* What a device has.  */
#define GIVE(name, value)                                                      \
  CUresult drv_##name (CUmemoryPool *pool, CUdevice device)                    \
  {                                                                            \
    struct drv_device *d = drv_device (device);                                \
    if (!d)                                                                    \
      return CUDA_ERROR_INVALID_DEVICE;                                        \
    *pool = value;                                                             \
    return CUDA_SUCCESS;                                                       \
  }
GIVE (cuDeviceGetDefaultMemPool, &d->default_pool)
GIVE (cuDeviceGetMemPool, d->pool)

CUresult
drv_cuDeviceSetMemPool (CUdevice device, CUmemoryPool pool)
{
  struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (!drv_is (pool, POOL) || pool->device != d)
    return CUDA_ERROR_INVALID_VALUE;
  d->pool = pool;
  return CUDA_SUCCESS;
}

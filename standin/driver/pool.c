/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pools: memory that is allocated and freed in a stream's order.  The address
   is known at once, but programs may use it only in that order.  A block's
   owner is its pool; pools are their device's.  Under drv_lock.

   CUDA driver API, "Stream Ordered Memory Allocator".  */

#include "driver/driver.h"

#include <stdlib.h>

struct drv_pool *
drv_pool_create (struct drv_device *d)
{
  struct drv_pool *p = drv_handle_create (DRV_POOL, sizeof *p);
  p->device = d;
  for (unsigned n = 0; n < sizeof p->flags / sizeof p->flags[0]; n++)
    p->flags[n] = 1;
  p->next = d->pools;
  d->pools = p;
  return p;
}

/* A pool that was destroyed goes with the last of its blocks.  */
static void
collect (struct drv_pool *p)
{
  struct drv_pool **link = &p->device->pools;
  if (drv_is (p, POOL) || p->used)
    return;
  while (*link != p)
    link = &(*link)->next;
  *link = p->next;
  drv_handle_free (p);
}

bool
drv_pool_free (struct drv_device *d, const struct mem_block *b)
{
  struct drv_pool *p = (struct drv_pool *)(uintptr_t)b->owner;
  pthread_mutex_lock (&drv_lock);
  bool ok = mem_free (&d->memory, b->start, MEM_POOL);
  if (ok)
    {
      p->used -= b->end - b->start;
      collect (p);
    }
  pthread_mutex_unlock (&drv_lock);
  return ok;
}

void
drv_pools_clear (struct drv_device *d)
{
  struct drv_pool *next;
  pthread_mutex_lock (&drv_lock);
  for (struct drv_pool *p = d->pools; p; p = next)
    {
      next = p->next;
      mem_free_owned (&d->memory, p);
      p->used = 0;
      collect (p);
    }
  pthread_mutex_unlock (&drv_lock);
}

/* ------------------------------------------------------------- allocation */

/* An allocation or a free at its place in a stream.  */
struct block_operation
{
  struct drv_operation operation;
  CUdeviceptr address;
  uint64_t size;
};

static CUresult
submit (struct drv_stream *s, CUresult (*run) (struct drv_operation *),
        CUdeviceptr address, uint64_t size)
{
  struct block_operation *b = calloc (1, sizeof *b);
  b->operation.run = run;
  b->address = address;
  b->size = size;
  return drv_submit (s, &b->operation, false);
}

/* That the block is there from here on: what else uses it must be behind.  */
static CUresult
check_order (struct drv_operation *o, const char *name)
{
  const struct block_operation *b = (const struct block_operation *)o;
  struct sim_range r = { .start = b->address,
                         .end = b->address + b->size,
                         .is_written = true };
  return drv_order_check (o, name, false, &r, 1);
}

static CUresult
begin_in_order (struct drv_operation *o)
{
  return check_order (o, "cuMemAllocAsync");
}

static CUresult
allocate_in_order (CUdeviceptr *address, size_t size, struct drv_pool *pool,
                   CUstream stream)
{
  struct drv_stream *s = drv_stream_of (stream);
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!drv_is (pool, POOL))
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = drv_allocate (address, size, MEM_POOL, pool->device, pool,
                                  "cuMemAllocAsync");
  if (result)
    return result;
  pthread_mutex_lock (&drv_lock);
  pool->used += size;
  if (pool->used > pool->used_high)
    pool->used_high = pool->used;
  bool is_checked = drv_order_is_checked (s->context);
  pthread_mutex_unlock (&drv_lock);
  return is_checked ? submit (s, begin_in_order, *address, size) : CUDA_SUCCESS;
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

static CUresult
free_in_order (struct drv_operation *o)
{
  const struct block_operation *f = (const struct block_operation *)o;
  struct mem_block b;
  struct drv_device *d = drv_find_start (f->address, &b);
  CUresult result = d ? check_order (o, "cuMemFreeAsync") : CUDA_SUCCESS;
  if (result)
    return result;
  if (d
      && (b.kind == MEM_POOL ? drv_pool_free (d, &b)
                             : mem_free (&d->memory, b.start, b.kind)))
    return CUDA_SUCCESS;
  drv_report ("cuMemFreeAsync of %#llx, which is freed already", f->address);
  return CUDA_ERROR_ILLEGAL_ADDRESS;
}

CUresult
drv_cuMemFreeAsync (CUdeviceptr address, CUstream stream)
{
  struct drv_stream *s = drv_stream_of (stream);
  struct mem_block b;
  if (!s)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!drv_find_start (address, &b)
      || (b.kind != MEM_POOL && b.kind != MEM_DEVICE))
    return CUDA_ERROR_INVALID_VALUE;
  return submit (s, free_in_order, address, b.end - b.start);
}

/* ------------------------------------------------------------------- pools */

CUresult
drv_cuMemPoolCreate (CUmemoryPool *pool, const CUmemPoolProps *properties)
{
  struct drv_device *d
      = properties ? drv_device (properties->location.id) : NULL;
  if (!d || properties->allocType != 1 || properties->location.type != 1)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&drv_lock);
  *pool = drv_pool_create (d);
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemPoolDestroy (CUmemoryPool pool)
{
  if (!drv_is (pool, POOL) || pool == pool->device->default_pool)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&drv_lock);
  if (pool->device->pool == pool)
    pool->device->pool = pool->device->default_pool;
  drv_handle_end (pool);
  collect (pool);
  pthread_mutex_unlock (&drv_lock);
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemPoolTrimTo (CUmemoryPool pool, size_t size)
{
  (void)size;
  return drv_is (pool, POOL) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* What an attribute is in POOL: where it is, and whether users set it.  */
struct attribute
{
  uint64_t *value;
  size_t size;
  bool is_settable;
  bool is_high; /* set to 0 only, which is what is in use then */
};

static struct attribute
find_attribute (CUmemoryPool pool, CUmemPool_attribute attribute)
{
  switch (attribute)
    {
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
      return (struct attribute){ &pool->flags[attribute - 1], sizeof (int),
                                 true, false };
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
      return (struct attribute){ &pool->threshold, sizeof (uint64_t), true,
                                 false };
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
      return (struct attribute){ &pool->used, sizeof (uint64_t), false, false };
    case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
      return (struct attribute){ &pool->used_high, sizeof (uint64_t), true,
                                 true };
    default:
      return (struct attribute){ NULL, 0, false, false };
    }
}

CUresult
drv_cuMemPoolSetAttribute (CUmemoryPool pool, CUmemPool_attribute attribute,
                           void *value)
{
  if (!drv_is (pool, POOL) || !value)
    return CUDA_ERROR_INVALID_VALUE;
  struct attribute a = find_attribute (pool, attribute);
  uint64_t new = a.size == sizeof (int) ? (uint64_t) * (int *)value
                 : a.value              ? *(uint64_t *)value
                                        : 0;
  if (!a.is_settable || (a.is_high && new))
    return CUDA_ERROR_INVALID_VALUE;
  *a.value = a.is_high ? pool->used : new;
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemPoolGetAttribute (CUmemoryPool pool, CUmemPool_attribute attribute,
                           void *value)
{
  if (!drv_is (pool, POOL) || !value)
    return CUDA_ERROR_INVALID_VALUE;
  struct attribute a = find_attribute (pool, attribute);
  if (!a.value)
    return CUDA_ERROR_INVALID_VALUE;
  if (a.size == sizeof (int))
    *(int *)value = (int)*a.value;
  else
    *(uint64_t *)value = *a.value;
  return CUDA_SUCCESS;
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
GIVE (cuDeviceGetDefaultMemPool, d->default_pool)
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

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Allocation: of device memory, of managed memory, of pinned host memory.
   Freeing waits for what runs, as the driver documents it of cuMemFree.

   CUDA driver API, "Memory Management", "Unified Addressing".  */

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

static uint64_t
used_of (const struct memory *m)
{
  return __atomic_load_n (&m->used, __ATOMIC_RELAXED);
}

bool
drv_has_room (const struct drv_device *device, uint64_t size)
{
  uint64_t used = used_of (&device->memory);
  return used <= drv_settings.memory && size <= drv_settings.memory - used;
}

CUresult
drv_allocate (CUdeviceptr *address, size_t size, enum mem_kind kind,
              struct drv_device *device, const void *owner, const char *name)
{
  struct memory *m = &device->memory;
  if (!size)
    return CUDA_ERROR_INVALID_VALUE;
  if (!drv_has_room (device, size))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *address = mem_alloc (m, size, ALIGNMENT, kind, owner, name);
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult
drv_cuMemAlloc_v2 (CUdeviceptr *address, size_t size)
{
  return drv_allocate (address, size, MEM_DEVICE, drv_current ()->device,
                       drv_current (), "cuMemAlloc");
}

CUresult
drv_cuMemAllocManaged (CUdeviceptr *address, size_t size, unsigned flags)
{
  if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
    return CUDA_ERROR_INVALID_VALUE;
  return drv_allocate (address, size, MEM_MANAGED, drv_current ()->device,
                       drv_current (), "cuMemAllocManaged");
}

/* The live block at ADDRESS, and the device that it is on, any; NULL: none.  */
static struct drv_device *
find_block (uint64_t address, struct mem_block *b)
{
  for (uint64_t n = 0; n < drv_settings.devices; n++)
    if (mem_find (&drv_devices[n].memory, address, b))
      return &drv_devices[n];
  return NULL;
}

struct drv_device *
drv_find_start (uint64_t address, struct mem_block *b)
{
  struct drv_device *d = find_block (address, b);
  return d && b->start == address ? d : NULL;
}

/* Memory of a pool is freed without waiting.  */
CUresult
drv_cuMemFree_v2 (CUdeviceptr address)
{
  struct mem_block b;
  if (!address)
    return CUDA_SUCCESS;
  struct drv_device *d = drv_find_start (address, &b);
  if (!d)
    return CUDA_ERROR_INVALID_VALUE;
  if (b.kind == MEM_POOL)
    return drv_pool_free (d, &b) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  if (b.kind != MEM_DEVICE && b.kind != MEM_MANAGED)
    return CUDA_ERROR_INVALID_VALUE;
  CUcontext c = (CUcontext)(uintptr_t)b.owner;
  CUresult result = drv_wait_context (drv_is (c, CONTEXT) ? c : drv_current ());
  if (result)
    return result;
  return mem_free (&d->memory, address, b.kind) ? CUDA_SUCCESS
                                                : CUDA_ERROR_INVALID_VALUE;
}

CUresult
drv_cuMemGetInfo_v2 (size_t *free_bytes, size_t *total)
{
  if (!total)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t used = used_of (memory_of_current ());
  *total = drv_settings.memory;
  /* What malloc on the device gave is above the limit, perhaps.  */
  *free_bytes = used < *total ? *total - used : 0;
  return CUDA_SUCCESS;
}

CUresult
drv_cuMemGetAddressRange_v2 (CUdeviceptr *start, size_t *size,
                             CUdeviceptr address)
{
  struct mem_block b;
  if (!find_block (address, &b))
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
  if (flags > 7 || !size)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t a = mem_alloc (memory_of_current (), size, ALIGNMENT, MEM_HOST,
                          drv_current (), "cuMemAllocHost");
  *address = (void *)(uintptr_t)a;
  mem_set_flags (a, flags);
  return a ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult
drv_cuMemAllocHost_v2 (void **address, size_t size)
{
  return drv_cuMemHostAlloc (address, size, 0);
}

/* The live block of host memory at ADDRESS, a copy.  */
static bool
find_host (const void *address, struct mem_block *b)
{
  return mem_find (memory_of_current (), (uint64_t)(uintptr_t)address, b)
         && b->kind == MEM_HOST;
}

static CUresult
free_host (void *address, bool wants_registered, CUresult otherwise)
{
  struct mem_block b;
  CUresult result = drv_wait_context (drv_current ());
  if (result)
    return result;
  if (!find_host (address, &b) || b.start != (uint64_t)(uintptr_t)address
      || b.owns_backing == wants_registered)
    return otherwise;
  mem_free (memory_of_current (), b.start, MEM_HOST);
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
  if (!address || !size || flags > 15
      || size > UINTPTR_MAX - (uintptr_t)address)
    return CUDA_ERROR_INVALID_VALUE;
  return mem_register (address, size, drv_current (), "cuMemHostRegister")
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
  if (flags || !find_host (address, &b))
    return CUDA_ERROR_INVALID_VALUE;
  *device = (CUdeviceptr)(uintptr_t)address;
  return CUDA_SUCCESS;
}

/* Only of memory that was allocated, not registered.  */
CUresult
drv_cuMemHostGetFlags (unsigned *flags, void *address)
{
  struct mem_block b;
  if (!find_host (address, &b) || !b.owns_backing)
    return CUDA_ERROR_INVALID_VALUE;
  *flags = b.flags;
  return CUDA_SUCCESS;
}

/* The context of BLOCK: variables have their module's.  */
static CUcontext
context_of (const struct drv_device *d, const struct mem_block *b)
{
  uintptr_t owner = (uintptr_t)b->owner;
  if (b->kind == MEM_GLOBAL || b->kind == MEM_CONST)
    return ((CUmodule)owner)->context;
  return b->kind == MEM_POOL ? d->primary : (CUcontext)owner;
}

CUresult
drv_cuPointerGetAttribute (void *data, CUpointer_attribute attribute,
                           CUdeviceptr address)
{
  struct mem_block b;
  const struct drv_device *d = find_block (address, &b);
  if (!d)
    return CUDA_ERROR_INVALID_VALUE;
  bool is_on_host = b.kind == MEM_HOST || b.kind == MEM_MANAGED;
  uint64_t value = address;
  size_t size = sizeof (int);
  switch (attribute)
    {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      value = (uint64_t)(uintptr_t)context_of (d, &b);
      size = sizeof (CUcontext);
      break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      value = b.kind == MEM_HOST ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (!is_on_host)
        return CUDA_ERROR_INVALID_VALUE;
      size = sizeof value;
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      size = sizeof value;
      break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      value = b.kind == MEM_MANAGED;
      break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      value = (uint64_t)(is_on_host ? context_of (d, &b)->device : d)->ordinal;
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      value = b.start;
      size = sizeof value;
      break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      value = b.end - b.start;
      size = sizeof value;
      break;
    case CU_POINTER_ATTRIBUTE_MAPPED:
      value = 1;
      break;
    default:
      return CUDA_ERROR_NOT_SUPPORTED;
    }
  memcpy (data, &value, size);
  return CUDA_SUCCESS;
}

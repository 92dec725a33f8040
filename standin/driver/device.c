/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Devices: how many, what they can do.  They are made by cuInit and stay.  */

#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct drv_device *drv_devices;
bool drv_is_initialized, drv_is_at_exit;

struct drv_device *
drv_device (CUdevice d)
{
  return d >= 0 && (uint64_t)d < drv_settings.devices ? &drv_devices[d] : NULL;
}

static void
make_devices (void)
{
  drv_devices = calloc (drv_settings.devices + 1, sizeof *drv_devices);
  for (uint64_t n = 0; n < drv_settings.devices; n++)
    {
      struct drv_device *d = &drv_devices[n];
      d->ordinal = (int)n;
      /* Devices share one address space.  */
      mem_init (&d->memory, n, drv_settings.devices);
      d->default_pool = d->pool = drv_pool_create (d);
    }
}

/* Handlers run in the reverse order of their registration: this one runs before
   those of the library that loaded the driver.  */
static void
end_driver (void)
{
  drv_is_at_exit = true;
}

CUresult
drv_cuInit (unsigned flags)
{
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  pthread_mutex_lock (&drv_lock);
  if (!drv_is_initialized)
    {
      make_devices ();
      if (drv_settings.ends_early)
        atexit (end_driver);
    }
  drv_is_initialized = true;
  pthread_mutex_unlock (&drv_lock);
  return drv_settings.devices ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

/* The last digit of NVIDIA's versions is 0.  So a cache of code that is keyed
   by the driver's version keeps the code of both drivers apart.  */
CUresult
drv_cuDriverGetVersion (int *version)
{
  *version = (int)drv_settings.driver / 10 * 10 + 1;
  return CUDA_SUCCESS;
}

CUresult
drv_cuDeviceGetCount (int *count)
{
  *count = (int)drv_settings.devices;
  return CUDA_SUCCESS;
}

CUresult
drv_cuDeviceGet (CUdevice *device, int ordinal)
{
  if (!drv_device (ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

/* A text about a device, for which there must be room of LEAST bytes.  */
#define TEXT(name, least, ...)                                                 \
  CUresult drv_##name (char *where, int room, CUdevice device)                 \
  {                                                                            \
    if (!drv_device (device))                                                  \
      return CUDA_ERROR_INVALID_DEVICE;                                        \
    if (room < (least))                                                        \
      return CUDA_ERROR_INVALID_VALUE;                                         \
    snprintf (where, (size_t)room, __VA_ARGS__);                               \
    return CUDA_SUCCESS;                                                       \
  }
TEXT (cuDeviceGetName, 1, "CUDA stand-in %d", device)
TEXT (cuDeviceGetPCIBusId, 13, "0000:%02x:00.0", (unsigned)device + 1)

CUresult
drv_cuDeviceGetUuid (CUuuid *uuid, CUdevice device)
{
  if (!drv_device (device))
    return CUDA_ERROR_INVALID_DEVICE;
  memcpy (uuid->bytes, "standin-of-cuda", 16);
  uuid->bytes[15] = (char)device;
  return CUDA_SUCCESS;
}

CUresult
drv_cuDeviceGetUuid_v2 (CUuuid *uuid, CUdevice device)
{
  return drv_cuDeviceGetUuid (uuid, device);
}

CUresult
drv_cuDeviceTotalMem_v2 (size_t *bytes, CUdevice device)
{
  if (!drv_device (device))
    return CUDA_ERROR_INVALID_DEVICE;
  *bytes = drv_settings.memory;
  return CUDA_SUCCESS;
}

/* Kernels reach only their own device's memory.  */
CUresult
drv_cuDeviceCanAccessPeer (int *can, CUdevice device, CUdevice peer)
{
  if (!drv_device (device) || !drv_device (peer))
    return CUDA_ERROR_INVALID_DEVICE;
  *can = 0;
  return CUDA_SUCCESS;
}

/* CUdevice_attribute; those that are not here are 0.  */
static const struct
{
  int attribute;
  int value;
} attributes[] = {
  { 1, 1024 }, /* threads per block */
  { 2, 1024 }, /* block dimensions */
  { 3, 1024 },
  { 4, 64 },
  { 5, 2147483647 }, /* grid dimensions */
  { 6, 65535 },
  { 7, 65535 },
  { 8, DRV_SHARED_PER_BLOCK },
  { 9, 65536 },                 /* constant memory */
  { 10, SIM_LANES },            /* warp size */
  { 11, DRV_MAX_PITCH },        /* pitch */
  { 12, 65536 },                /* registers per block */
  { 13, 1000000 },              /* clock, kHz */
  { 14, 512 },                  /* texture alignment */
  { 15, 1 },                    /* overlap of copies and kernels */
  { 19, 1 },                    /* can map host memory */
  { 31, 1 },                    /* concurrent kernels */
  { 36, 1000000 },              /* memory clock, kHz */
  { 37, 512 },                  /* bus width */
  { 38, 1048576 },              /* L2 cache */
  { 39, 2048 },                 /* threads per multiprocessor */
  { 40, 2 },                    /* async engines */
  { 41, 1 },                    /* unified addressing */
  { 78, 1 },                    /* stream priorities */
  { 81, 233472 },               /* shared memory per multiprocessor */
  { 82, 65536 },                /* registers per multiprocessor */
  { 83, 1 },                    /* managed memory */
  { 89, 1 },                    /* concurrent access to managed memory */
  { 91, 1 },                    /* host pointer for registered memory */
  { 92, 1 },                    /* stream memory operations */
  { 97, DRV_SHARED_PER_BLOCK }, /* opt-in */
  { 99, 1 },                    /* host registration */
  { 106, 32 },                  /* blocks per multiprocessor */
  { 115, 1 },                   /* memory pools */
  { 122, 1 },                   /* 64-bit stream memory operations */
};

CUresult
drv_cuDeviceGetAttribute (int *value, int attribute, CUdevice device)
{
  const struct drv_device *d = drv_device (device);
  if (!d)
    return CUDA_ERROR_INVALID_DEVICE;
  if (attribute <= 0 || attribute > 147)
    return CUDA_ERROR_INVALID_VALUE;
  *value = 0;
  for (unsigned n = 0; n < sizeof attributes / sizeof attributes[0]; n++)
    if (attributes[n].attribute == attribute)
      *value = attributes[n].value;
  if (attribute == 16)
    *value = (int)drv_settings.multiprocessors;
  if (attribute == 20)
    *value = (int)drv_settings.compute_mode;
  if (attribute == 33) /* PCI bus */
    *value = d->ordinal + 1;
  if (attribute == 75)
    *value = (int)drv_settings.capability / 10;
  if (attribute == 76)
    *value = (int)drv_settings.capability % 10;
  return CUDA_SUCCESS;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's routines on device memory and device addresses (OpenACC 2.6
   sections 3.2.16, 3.2.17, 3.2.26 to 3.2.32).  */

#include "abi/acc.h"
#include "openacc/openacc.h"

void *
acc_malloc (size_t size)
{
  void *devptr;
  ACC_HERE;
  gomp_acc_check (gomp_acc_malloc (size, &devptr));
  return devptr;
}

void
acc_free (void *devptr)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_free (devptr));
}

void
acc_map_data (void *host, void *devptr, size_t size)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_map_data (host, devptr, size));
}

void
acc_unmap_data (void *host)
{
  ACC_HERE;
  gomp_acc_check (gomp_acc_unmap_data (host));
}

void *
acc_deviceptr (void *host)
{
  void *devptr;
  ACC_HERE;
  gomp_acc_check (gomp_acc_deviceptr (host, &devptr));
  return devptr;
}

void *
acc_hostptr (void *devptr)
{
  void *host;
  ACC_HERE;
  gomp_acc_check (gomp_acc_hostptr (devptr, &host));
  return host;
}

#define COPY(name, way)                                                        \
  void name (void *to, void *from, size_t size)                                \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (gomp_acc_memcpy (way, to, from, size, GOMP_ACC_SYNC));     \
  }                                                                            \
  void name##_async (void *to, void *from, size_t size, int async)             \
  {                                                                            \
    ACC_HERE;                                                                  \
    gomp_acc_check (gomp_acc_memcpy (way, to, from, size, async));             \
  }
COPY (acc_memcpy_to_device, GOMP_ACC_TO_DEVICE)
COPY (acc_memcpy_from_device, GOMP_ACC_FROM_DEVICE)
COPY (acc_memcpy_device, GOMP_ACC_WITHIN)

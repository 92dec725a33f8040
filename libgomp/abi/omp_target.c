/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device information routines and device memory routines (OpenMP 5.1 sections
   3.7 and 3.8).  */

#include "abi/gomp_target.h"
#include "base/diag.h"
#include "offload/device/device.h"
#include "offload/directive/routines.h"

int
omp_get_num_devices (void)
{
  return gomp_device_visible_count ();
}

int
omp_get_initial_device (void)
{
  return gomp_device_visible_count ();
}

int
omp_get_device_num (void)
{
  int own = gomp_device_own_number ();
  return own >= 0 ? own : gomp_device_visible_count ();
}

int
omp_is_initial_device (void)
{
  return gomp_device_own_number () < 0;
}

/* ---- Device memory.  */

void *
omp_target_alloc (size_t size, int device)
{
  return gomp_routine_alloc (size, device, HERE);
}

static COLD void
free_otherwise (enum gomp_status status, void *devptr, int device,
                const void *at)
{
  if (status == GOMP_OBSERVE)
    status = gomp_routine_free_observed (devptr, device, at);
  if (status != GOMP_OK)
    gomp_fatal_recorded ();
}

void
omp_target_free (void *devptr, int device)
{
  enum gomp_status status = gomp_routine_free (devptr, device);
  if (unlikely (status != GOMP_OK))
    free_otherwise (status, devptr, device, HERE);
}

int
omp_target_is_present (const void *host, int device)
{
  return gomp_routine_is_present (host, device);
}

int
omp_target_memcpy (void *to, const void *from, size_t size, size_t to_offset,
                   size_t from_offset, int to_device, int from_device)
{
  return gomp_routine_copy (to, from, size, to_offset, from_offset, to_device,
                            from_device, HERE);
}

int
omp_target_memcpy_rect (void *to, const void *from, size_t element_size,
                        int dims, const size_t *volume,
                        const size_t *to_offsets, const size_t *from_offsets,
                        const size_t *to_dims, const size_t *from_dims,
                        int to_device, int from_device)
{
  const struct gomp_rectangle rect
      = { volume, to_offsets, from_offsets, to_dims, from_dims };
  return gomp_routine_copy_rect (to, from, element_size, dims, &rect, to_device,
                                 from_device, HERE);
}

int
omp_target_associate_ptr (const void *host, const void *devptr, size_t size,
                          size_t offset, int device)
{
  return gomp_routine_associate (host, devptr, size, offset, device, HERE);
}

int
omp_target_disassociate_ptr (const void *host, int device)
{
  return gomp_routine_disassociate (host, device, HERE);
}

void *
omp_get_mapped_ptr (const void *host, int device)
{
  return gomp_routine_mapped (host, device);
}

int
omp_target_is_accessible (const void *host, size_t size, int device)
{
  return gomp_routine_is_accessible (host, size, device);
}

static COLD void
set_otherwise (enum gomp_status status, void *ptr, int value, size_t size,
               int device, const void *at)
{
  if (status == GOMP_OBSERVE)
    status = gomp_routine_set_observed (ptr, value, size, device, at);
  if (status != GOMP_OK)
    gomp_fatal_recorded ();
}

/* PTR, or NULL if the device does not exist.  */
void *
omp_target_memset (void *ptr, int value, size_t size, int device)
{
  if (!gomp_routine_set_check (ptr, size, device))
    return NULL;
  enum gomp_status status = gomp_routine_set (ptr, value, size, device);
  if (unlikely (status != GOMP_OK))
    set_otherwise (status, ptr, value, size, device, HERE);
  return ptr;
}

/* Functions called through pointers on the host are the host's.  */
void *
GOMP_target_map_indirect_ptr (void *ptr)
{
  return ptr;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines on device memory (OpenMP 5.1 section 3.8), except those that copy
   or fill it (routines_copy.c).

   Any thread.  No lock is held across a call of a device.  */

#include "offload/directive/routines.h"

#include "base/sizes.h"
#include "offload/device/device.h"
#include "offload/device/requires.h"
#include "offload/device/select.h"
#include "offload/directive/routines_internal.h"
#include "offload/map/link.h"
#include "offload/map/map.h"
#include "offload/observe.h"

enum gomp_memory_owner
gomp_routine_find_otherwise (int number, struct gomp_device **device,
                             bool observed)
{
  int count = gomp_device_visible_count ();
  if (number == GOMP_DEVICE_DEFAULT)
    number = gomp_default_device ();
  if (number == count || number == -1)
    return GOMP_MEMORY_HOST;
  if (number < 0 || number > count)
    return GOMP_MEMORY_NOWHERE;
  if (gomp_device_own_number () >= 0)
    return number == gomp_device_own_number () ? GOMP_MEMORY_HOST
                                               : GOMP_MEMORY_NOWHERE;
  if (!observed && gomp_observe_offload ())
    return GOMP_MEMORY_OBSERVED;
  *device = gomp_device_open (number);
  return *device == NULL ? GOMP_MEMORY_NOWHERE
                         : gomp_routine_owner_on (*device);
}

enum gomp_memory_owner
gomp_routine_find (int number, struct gomp_device **device)
{
  return gomp_routine_find_owner (number, device, false);
}

/* ---- Allocation.  */

/* The program asks for it, and gets NULL if there is none.  */
static SPECIALIZED void *
alloc_on (struct gomp_device *device, size_t size, const bool observed,
          enum gomp_model model)
{
  void *memory = gomp_device_alloc (
      device, gomp_size_sum (size, observed ? gomp_observe_gap : 0));
  if (memory == NULL)
    {
      gomp_error_clear ();
      return NULL;
    }
  if (observed)
    gomp_observe_memory (GOMP_EVENT_ALLOCATED, &(struct gomp_event_memory){
                                                   .device = device,
                                                   .devptr = (uintptr_t)memory,
                                                   .size = size,
                                                   .model = model });
  return memory;
}

void *
gomp_routine_alloc_on (struct gomp_device *device, size_t size)
{
  return size == 0 ? NULL : alloc_on (device, size, false, GOMP_OPENMP);
}

void *
gomp_routine_alloc_on_observed (struct gomp_device *device, size_t size,
                                enum gomp_model model)
{
  return size == 0 ? NULL : alloc_on (device, size, true, model);
}

void *
gomp_routine_alloc_observed (size_t size, int number, const void *at)
{
  struct gomp_device *device;
  gomp_routine_set_here (at);
  switch (gomp_routine_find_owner (number, &device, true))
    {
    case GOMP_MEMORY_HOST:
      return malloc (size);
    case GOMP_MEMORY_DEVICE:
      return gomp_routine_alloc_on_observed (device, size, GOMP_OPENMP);
    default:
      return NULL;
    }
}

static void
raise_freed (struct gomp_device *device, void *devptr, enum gomp_model model)
{
  gomp_observe_memory (GOMP_EVENT_FREED,
                       &(struct gomp_event_memory){ .device = device,
                                                    .devptr = (uintptr_t)devptr,
                                                    .model = model });
}

enum gomp_status
gomp_routine_free_on (struct gomp_device *device, void *devptr,
                      enum gomp_model model)
{
  if (gomp_observe_offload ())
    raise_freed (device, devptr, model);
  return gomp_device_free (device, devptr) ? GOMP_OK : GOMP_ERR_DEVICE;
}

static SPECIALIZED enum gomp_status
release (void *devptr, int number, const bool observed)
{
  struct gomp_device *device;
  if (devptr == NULL)
    return GOMP_OK;
  switch (gomp_routine_find_owner (number, &device, observed))
    {
    case GOMP_MEMORY_OBSERVED:
      return GOMP_OBSERVE;
    case GOMP_MEMORY_HOST:
      free (devptr);
      return GOMP_OK;
    case GOMP_MEMORY_DEVICE:
      if (observed)
        raise_freed (device, devptr, GOMP_OPENMP);
      return gomp_device_free (device, devptr) ? GOMP_OK : GOMP_ERR_DEVICE;
    default:
      return GOMP_OK;
    }
}

enum gomp_status
gomp_routine_free (void *devptr, int number)
{
  return release (devptr, number, false);
}

enum gomp_status
gomp_routine_free_observed (void *devptr, int number, const void *at)
{
  gomp_routine_set_here (at);
  return release (devptr, number, true);
}

/* ---- Questions.  */

bool
gomp_routine_is_present (const void *host, int number)
{
  struct gomp_device *device;
  struct gomp_map_answer answer;
  if (host == NULL)
    return true;
  switch (gomp_routine_find_owner (number, &device, true))
    {
    case GOMP_MEMORY_HOST:
      return true;
    case GOMP_MEMORY_DEVICE:
      return gomp_map_peek (&device->map, (uintptr_t)host, (uintptr_t)host + 1,
                            &answer);
    default:
      return false;
    }
}

static void *mapped_pointer_observed (const void *host, int number) COLD;

static SPECIALIZED void *
mapped_pointer (const void *host, int number, const bool observed)
{
  struct gomp_device *device;
  enum gomp_memory_owner owner
      = gomp_routine_find_owner (number, &device, observed);
  if (owner == GOMP_MEMORY_HOST)
    return (void *)host;
  if (!observed && owner == GOMP_MEMORY_OBSERVED)
    return mapped_pointer_observed (host, number);
  if (owner != GOMP_MEMORY_DEVICE || host == NULL)
    return NULL;
  uintptr_t address = (uintptr_t)host;
  struct gomp_mapping *mapping
      = gomp_map_hold (&device->map, address, address + 1);
  if (mapping == NULL)
    return NULL;
  gomp_map_await (&device->map, mapping, GOMP_READY_ALLOCATED);
  void *mapped = (void *)gomp_mapping_device (mapping, address);
  gomp_device_drop (device, mapping);
  if (observed)
    gomp_observe_asked (device, address);
  return mapped;
}

void *
gomp_routine_mapped (const void *host, int number)
{
  return mapped_pointer (host, number, false);
}

static void *
mapped_pointer_observed (const void *host, int number)
{
  return mapped_pointer (host, number, true);
}

bool
gomp_routine_is_accessible (const void *host, size_t size, int number)
{
  struct gomp_device *device;
  (void)host;
  (void)size;
  enum gomp_memory_owner owner
      = gomp_routine_find_owner (number, &device, true);
  return owner == GOMP_MEMORY_HOST
         || (owner == GOMP_MEMORY_DEVICE
             && gomp_requires_gives_memory (device->plugin));
}

/* ---- Associations.  */

static bool
is_same (struct gomp_mapping *mapping, uintptr_t start, uintptr_t end,
         uintptr_t device)
{
  return gomp_mapping_start (mapping) <= start
         && end <= gomp_mapping_end (mapping)
         && (gomp_mapping_marks (mapping) & GOMP_READY_ALLOCATED)
         && gomp_mapping_device (mapping, start) == device;
}

static SPECIALIZED int
associate (struct gomp_device *device, const void *host, const void *devptr,
           size_t size, size_t offset, const bool observed,
           enum gomp_model model)
{
  uintptr_t start = (uintptr_t)host, address = (uintptr_t)devptr + offset;
  if (host == NULL || size == 0 || !gomp_size_fits_at (start, size)
      || !gomp_size_fits_at (address, size))
    return EINVAL;
  uintptr_t end = start + size;
  char *view = gomp_device_view (device, address, size);
  int result = EINVAL;
  bool linked = false;
  gomp_map_lock (&device->map);
  struct gomp_mapping *mapping
      = gomp_map_find_locked (&device->map, start, end);
  if (mapping != NULL)
    result = is_same (mapping, start, end, address) ? 0 : EINVAL;
  else if ((mapping = gomp_map_insert_locked (&device->map, start, end,
                                              GOMP_MAPPING_ASSOCIATED
                                                  | GOMP_MAPPING_UNHELD))
           != NULL)
    {
      linked = (mapping->flags & GOMP_MAPPING_LINKED) != 0;
      mapping->device = address;
      mapping->view = view;
      gomp_map_pin (mapping);
      gomp_mapping_set_ready (mapping,
                              GOMP_READY_ALLOCATED | GOMP_READY_FILLED);
      result = 0;
    }
  gomp_map_unlock (&device->map);
  gomp_map_announce (&device->map);
  if (unlikely (linked)
      && gomp_device_settle_links (device, start, end) != GOMP_OK)
    result = EINVAL;
  if (observed && result == 0)
    gomp_observe_memory (
        GOMP_EVENT_ASSOCIATED,
        &(struct gomp_event_memory){ device, start, address, size, model });
  return result;
}

int
gomp_routine_associate_on (struct gomp_device *device, const void *host,
                           const void *devptr, size_t size, size_t offset)
{
  return associate (device, host, devptr, size, offset, false, GOMP_OPENMP);
}

int
gomp_routine_associate_on_observed (struct gomp_device *device,
                                    const void *host, const void *devptr,
                                    size_t size, size_t offset,
                                    enum gomp_model model)
{
  return associate (device, host, devptr, size, offset, true, model);
}

int
gomp_routine_associate_observed (const void *host, const void *devptr,
                                 size_t size, size_t offset, int number,
                                 const void *at)
{
  struct gomp_device *device;
  gomp_routine_set_here (at);
  return gomp_routine_find_owner (number, &device, true) == GOMP_MEMORY_DEVICE
             ? gomp_routine_associate_on_observed (device, host, devptr, size,
                                                   offset, GOMP_OPENMP)
             : EINVAL;
}

/* The mapping is dead.  Releases the map's lock meanwhile.  */
static COLD void
raise_disassociated (const struct gomp_event_memory *what)
{
  gomp_map_unlock (&what->device->map);
  gomp_observe_memory (GOMP_EVENT_DISASSOCIATED, what);
  gomp_map_lock (&what->device->map);
}

static SPECIALIZED int
disassociate (struct gomp_device *device, const void *host, const bool observed,
              enum gomp_model model)
{
  uintptr_t start = (uintptr_t)host;
  int result = EINVAL;
  bool linked = false;
  struct gomp_block *block = NULL;
  uintptr_t end = start, address = 0;
  gomp_map_lock (&device->map);
  struct gomp_mapping *mapping
      = gomp_map_find_locked (&device->map, start, start + 1);
  /* Another thread removes a dead mapping.  */
  if (mapping != NULL && (mapping->flags & GOMP_MAPPING_ASSOCIATED)
      && gomp_mapping_start (mapping) == start
      && !gomp_mapping_is_dead (mapping))
    {
      end = gomp_mapping_end (mapping);
      address = mapping->device;
      linked = (mapping->flags & GOMP_MAPPING_LINKED) != 0;
      gomp_map_kill_locked (mapping);
      if (observed)
        raise_disassociated (&(struct gomp_event_memory){
            device, start, address, end - start, model });
      gomp_device_await_visitors (device);
      block = gomp_map_retire_locked (&device->map, mapping);
      result = 0;
    }
  gomp_map_unlock (&device->map);
  gomp_block_drop (block);
  if (unlikely (linked)
      && gomp_device_settle_links (device, start, end) != GOMP_OK)
    result = EINVAL;
  return result;
}

int
gomp_routine_disassociate_on (struct gomp_device *device, const void *host)
{
  return disassociate (device, host, false, GOMP_OPENMP);
}

int
gomp_routine_disassociate_on_observed (struct gomp_device *device,
                                       const void *host, enum gomp_model model)
{
  return disassociate (device, host, true, model);
}

int
gomp_routine_disassociate_observed (const void *host, int number,
                                    const void *at)
{
  struct gomp_device *device;
  gomp_routine_set_here (at);
  return gomp_routine_find_owner (number, &device, true) == GOMP_MEMORY_DEVICE
             ? gomp_routine_disassociate_on_observed (device, host, GOMP_OPENMP)
             : EINVAL;
}

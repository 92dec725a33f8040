/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines on device memory and on mappings that programs make from it
   (OpenACC 2.6 sections 3.2.16, 3.2.17, 3.2.28 to 3.2.34).  */

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sizes.h"
#include "offload/directive/routines.h"
#include "offload/observe.h"
#include "openacc/internal.h"
#include "openacc/observe.h"

static enum gomp_status
find_device (struct gomp_device **device)
{
  struct gomp_acc_thread *thread;
  enum gomp_status status = gomp_acc_thread_get (&thread);
  *device = status == GOMP_OK ? gomp_acc_device_of (thread) : NULL;
  return status;
}

static inline void
see_routine (struct gomp_acc_seen *seen, int async)
{
  gomp_acc_see (seen, GOMP_EVENT_ACC_CALL_BEGIN, GOMP_ACC_OF_ROUTINE, async);
}

/* ---- Allocation.  */

enum gomp_status
gomp_acc_malloc (size_t size, void **devptr)
{
  struct gomp_device *device;
  *devptr = NULL;
  enum gomp_status status = find_device (&device);
  if (size == 0 || status != GOMP_OK)
    return status;
  if (device == NULL)
    *devptr = malloc (size);
  else if (likely (!gomp_observe_offload ()))
    *devptr = gomp_routine_alloc_on (device, size);
  else
    {
      struct gomp_acc_seen seen;
      see_routine (&seen, GOMP_ACC_SYNC);
      *devptr = gomp_routine_alloc_on_observed (device, size, GOMP_OPENACC);
      gomp_acc_seen (&seen);
    }
  gomp_error_clear ();
  return GOMP_OK;
}

/* The mapping whose device copy contains ADDRESS; *START, *END: its host
   range.  Looks through all mappings.  */
static bool
find_by_device (struct gomp_device *device, uintptr_t address,
                struct gomp_map_answer *answer, uintptr_t *host)
{
  struct gomp_map *map = &device->map;
  struct gomp_mapping *m;
  bool found = false;
  answer->start = 0;
  gomp_map_lock (map);
  while (!found
         && (m = gomp_map_find_above_locked (map, answer->start)) != NULL)
    {
      answer->mapping = m;
      answer->start = gomp_mapping_start (m);
      answer->end = gomp_mapping_end (m);
      found = (gomp_mapping_marks (m) & GOMP_READY_ALLOCATED)
              && address >= m->device
              && address - m->device < answer->end - answer->start;
      if (found)
        *host = answer->start + (address - m->device);
    }
  gomp_map_unlock (map);
  return found;
}

enum gomp_status
gomp_acc_free (void *devptr)
{
  struct gomp_device *device;
  struct gomp_map_answer answer;
  uintptr_t host;
  enum gomp_status status = find_device (&device);
  if (status != GOMP_OK || devptr == NULL)
    return status;
  if (device == NULL)
    {
      free (devptr);
      return GOMP_OK;
    }
  if (find_by_device (device, (uintptr_t)devptr, &answer, &host))
    return gomp_error_set (GOMP_ERR_MAP,
                           "refusing to free device memory space at %p that "
                           "is still mapped at [%p,+%zu]",
                           devptr, (void *)answer.start,
                           (size_t)(answer.end - answer.start));
  struct gomp_acc_seen seen;
  see_routine (&seen, GOMP_ACC_SYNC);
  status = gomp_routine_free_on (device, devptr, GOMP_OPENACC);
  gomp_acc_seen (&seen);
  return status;
}

/* ---- Mappings that the program makes.  */

enum gomp_status
gomp_acc_map_data (void *host, void *devptr, size_t size)
{
  struct gomp_device *device;
  struct gomp_map_answer answer;
  uintptr_t start = (uintptr_t)host, other;
  enum gomp_status status = find_device (&device);
  if (status != GOMP_OK)
    return status;
  if (device == NULL)
    return host == devptr
               ? GOMP_OK
               : gomp_error_set (GOMP_ERR_INVALID,
                                 "cannot map data on shared-memory system");
  if (host == NULL || devptr == NULL || size == 0
      || !gomp_size_fits_at (start, size)
      || !gomp_size_fits_at ((uintptr_t)devptr, size))
    return gomp_error_set (GOMP_ERR_INVALID,
                           "[%p,+%zu]->[%p,+%zu] is a bad map", host, size,
                           devptr, size);
  if (gomp_map_peek (&device->map, start, start + size, &answer))
    return gomp_error_set (
        GOMP_ERR_MAP, "host address [%p, +%zu] is already mapped", host, size);
  if (find_by_device (device, (uintptr_t)devptr, &answer, &other))
    return gomp_error_set (GOMP_ERR_MAP,
                           "device address [%p, +%zu] is already mapped",
                           devptr, size);
  int result = unlikely (gomp_observe_offload ())
                   ? gomp_routine_associate_on_observed (device, host, devptr,
                                                         size, 0, GOMP_OPENACC)
                   : gomp_routine_associate_on (device, host, devptr, size, 0);
  return result == 0
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_MAP,
                               "host address [%p, +%zu] is already mapped",
                               host, size);
}

enum gomp_status
gomp_acc_unmap_data (void *host)
{
  struct gomp_device *device;
  struct gomp_map_answer answer;
  uintptr_t start = (uintptr_t)host;
  enum gomp_status status = find_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  if (!gomp_map_peek (&device->map, start, start + 1, &answer))
    return gomp_error_set (GOMP_ERR_MAP, "%p is not a mapped block", host);
  size_t size = answer.end - answer.start;
  if (answer.start != start)
    return gomp_error_set (GOMP_ERR_MAP, "[%p,%zu] surrounds %p",
                           (void *)answer.start, size, host);
  int result
      = unlikely (gomp_observe_offload ())
            ? gomp_routine_disassociate_on_observed (device, host, GOMP_OPENACC)
            : gomp_routine_disassociate_on (device, host);
  return result == 0
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_MAP,
                               "refusing to unmap block [%p,+%zu] that has "
                               "not been mapped by 'acc_map_data'",
                               host, size);
}

enum gomp_status
gomp_acc_deviceptr (void *host, void **devptr)
{
  struct gomp_device *device;
  uintptr_t start = (uintptr_t)host;
  *devptr = host;
  enum gomp_status status = find_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  *devptr = NULL;
  struct gomp_mapping *m
      = host == NULL ? NULL : gomp_map_hold (&device->map, start, start + 1);
  if (m == NULL)
    return GOMP_OK;
  gomp_map_await (&device->map, m, GOMP_READY_ALLOCATED);
  *devptr = (void *)gomp_mapping_device (m, start);
  gomp_device_drop (device, m);
  if (unlikely (gomp_observe_offload ()))
    gomp_observe_asked (device, start);
  return GOMP_OK;
}

enum gomp_status
gomp_acc_hostptr (void *devptr, void **host)
{
  struct gomp_device *device;
  struct gomp_map_answer answer;
  uintptr_t address = 0;
  *host = devptr;
  enum gomp_status status = find_device (&device);
  if (status != GOMP_OK || device == NULL)
    return status;
  *host = find_by_device (device, (uintptr_t)devptr, &answer, &address)
              ? (void *)address
              : NULL;
  return GOMP_OK;
}

/* ---- Copies.  */

struct copy_op
{
  struct gomp_acc_op op;
  struct gomp_device *device;
  enum gomp_acc_copy way;
  void *to;
  const void *from;
  size_t size;
};

static enum gomp_status
run_copy (struct gomp_acc_op *base, struct gomp_acc_queue *queue)
{
  static const enum gomp_construct_kind kinds[]
      = { [GOMP_ACC_TO_DEVICE] = GOMP_KIND_ACC_COPY_TO,
          [GOMP_ACC_FROM_DEVICE] = GOMP_KIND_ACC_COPY_FROM,
          [GOMP_ACC_WITHIN] = GOMP_KIND_ACC_COPY_WITHIN };
  struct copy_op *op = container_of (base, struct copy_op, op);
  struct gomp_route route = { .to = op->device, .from = op->device };
  (void)queue;
  if (op->way == GOMP_ACC_TO_DEVICE)
    route.from = NULL;
  else if (op->way == GOMP_ACC_FROM_DEVICE)
    route.to = NULL;
  int result = unlikely (gomp_observe_offload ())
                   ? gomp_routine_copy_along_observed (
                       &route, kinds[op->way], op->to, op->from, op->size)
                   : gomp_routine_copy_along (&route, op->to, op->from,
                                              op->size, 0, 0);
  return result == 0 ? GOMP_OK
                     : gomp_error_set (GOMP_ERR_DEVICE, "acc_memcpy failed");
}

static void
drop_copy (struct gomp_acc_op *op)
{
  gomp_free (container_of (op, struct copy_op, op));
}

static bool
copy_writes (const struct gomp_acc_op *base, uintptr_t start, uintptr_t end)
{
  const struct copy_op *op = container_of (base, struct copy_op, op);
  uintptr_t to = (uintptr_t)op->to;
  return op->way == GOMP_ACC_FROM_DEVICE && to < end && start < to + op->size;
}

enum gomp_status
gomp_acc_memcpy (enum gomp_acc_copy way, void *to, const void *from,
                 size_t size, int async)
{
  struct gomp_device *device;
  struct gomp_acc_queue *queue;
  enum gomp_status status = find_device (&device);
  if (status == GOMP_OK)
    status = gomp_acc_queue_find (device, async, &queue);
  if (status != GOMP_OK || size == 0)
    return status;
  if (device == NULL)
    {
      memmove (to, from, size);
      return GOMP_OK;
    }
  struct copy_op *op = gomp_alloc (sizeof (*op));
  if (op == NULL)
    return GOMP_ERR_NOMEM;
  *op = (struct copy_op){
    .op = { .run = run_copy, .drop = drop_copy, .writes = copy_writes },
    .device = device,
    .way = way,
    .to = to,
    .from = from,
    .size = size
  };
  struct gomp_acc_seen seen;
  see_routine (&seen, async);
  status = gomp_acc_submit (queue, &op->op);
  gomp_acc_seen (&seen);
  return status;
}

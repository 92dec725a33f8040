/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Routines that do the work of a data directive with one clause (OpenACC 2.6
   sections 3.2.18 to 3.2.40).  */

#include "base/sizes.h"
#include "offload/device/explain.h"
#include "openacc/internal.h"
#include "openacc/observe.h"

/* Map kinds (offload/construct/kinds.def).  */
enum kind
{
  KIND_ALLOC = 0x00,
  KIND_TO = 0x01,
  KIND_FROM = 0x02,
  KIND_DELETE = 0x07,
  KIND_RELEASE = 0x17,
  KIND_ATTACH = 0x50,
  KIND_DETACH = 0x51,
  KIND_FORCE_TO = 0x81,
  KIND_FORCE_FROM = 0x82,
  KIND_FORCE_DETACH = 0xd1
};

/* A list of one clause.  */
struct one_clause
{
  void *host;
  size_t size;
  unsigned short kind;
  struct gomp_clause_list list;
};

static const struct gomp_clause_list *
set_clause (struct one_clause *c, enum kind kind, void *host, size_t size)
{
  c->host = host;
  c->size = size;
  c->kind = (unsigned short)kind;
  c->list = (struct gomp_clause_list){
    .count = 1, .hosts = &c->host, .sizes = &c->size, .kinds = &c->kind
  };
  return &c->list;
}

/* Find the device of the calling thread, NULL: the host; and the queue of
   ASYNC.  */
static enum gomp_status
find_device (int async, struct gomp_device **device,
             struct gomp_acc_queue **queue)
{
  struct gomp_acc_thread *thread;
  enum gomp_status status = gomp_acc_thread_get (&thread);
  if (status != GOMP_OK)
    return status;
  *device = gomp_acc_device_of (thread);
  return gomp_acc_queue_find (*device, async, queue);
}

static enum gomp_status
bad_range (const void *host, size_t size)
{
  return gomp_error_set (GOMP_ERR_INVALID, "[%p,+%zu] is a bad range", host,
                         size);
}

static bool
is_range (const void *host, size_t size)
{
  return host != NULL && size != 0 && gomp_size_fits_at ((uintptr_t)host, size);
}

/* Hold the mapping that contains [HOST, HOST + SIZE); NULL: none does.  *PART:
   a mapping contains a part.  */
static struct gomp_mapping *
hold_whole (struct gomp_device *device, const void *host, size_t size,
            bool *part)
{
  uintptr_t start = (uintptr_t)host, end = start + size;
  struct gomp_mapping *m = gomp_map_hold (&device->map, start, end);
  *part = m != NULL
          && (start < gomp_mapping_start (m) || end > gomp_mapping_end (m));
  if (!*part)
    return m;
  gomp_device_drop (device, m);
  return NULL;
}

static uintptr_t
find_address (struct gomp_device *device, const void *host, size_t size)
{
  bool part;
  struct gomp_mapping *m = hold_whole (device, host, size, &part);
  if (m == NULL)
    return 0;
  gomp_map_await (&device->map, m, GOMP_READY_ALLOCATED);
  uintptr_t address = gomp_mapping_device (m, (uintptr_t)host);
  gomp_device_drop (device, m);
  return address;
}

enum gomp_status
gomp_acc_enter_range (enum gomp_acc_action action, void *host, size_t size,
                      int async, void **devptr)
{
  struct gomp_device *device;
  struct gomp_acc_queue *queue;
  struct one_clause clause;
  bool part = false;
  if (!is_range (host, size))
    return bad_range (host, size);
  enum gomp_status status = find_device (async, &device, &queue);
  *devptr = host;
  if (status != GOMP_OK || device == NULL)
    return status;
  struct gomp_mapping *m = hold_whole (device, host, size, &part);
  if (m != NULL)
    gomp_device_drop (device, m);
  if (part)
    {
      gomp_error_set (GOMP_ERR_MAP, "[%p,+%zu] not mapped", host, size);
      gomp_explain_nearest (device, (uintptr_t)host);
      return GOMP_ERR_MAP;
    }
  status = gomp_acc_act (
      action, device, async,
      set_clause (&clause, action == GOMP_ACC_COPYIN ? KIND_TO : KIND_ALLOC,
                  host, size),
      queue);
  if (status == GOMP_OK)
    *devptr = (void *)find_address (device, host, size);
  return status;
}

/* Do ACTION for one clause, on the calling thread's device.  */
static enum gomp_status
act (enum gomp_acc_action action, enum kind kind, void *host, size_t size,
     int async)
{
  struct gomp_device *device;
  struct gomp_acc_queue *queue;
  struct one_clause clause;
  enum gomp_status status = find_device (async, &device, &queue);
  return status == GOMP_OK && device != NULL
             ? gomp_acc_act (action, device, async,
                             set_clause (&clause, kind, host, size), queue)
             : status;
}

enum gomp_status
gomp_acc_exit_range (enum gomp_acc_action action, void *host, size_t size,
                     int async, bool finalize)
{
  enum kind kind = action == GOMP_ACC_COPYOUT
                       ? (finalize ? KIND_FORCE_FROM : KIND_FROM)
                       : (finalize ? KIND_DELETE : KIND_RELEASE);
  return act (action, kind, host, size, async);
}

enum gomp_status
gomp_acc_update_range (enum gomp_acc_action action, void *host, size_t size,
                       int async)
{
  return act (action,
              action == GOMP_ACC_UPDATE_DEVICE ? KIND_FORCE_TO
                                               : KIND_FORCE_FROM,
              host, size, async);
}

int
gomp_acc_is_present (void *host, size_t size)
{
  struct gomp_acc_thread *thread;
  struct gomp_map_answer answer;
  uintptr_t start = (uintptr_t)host, end = start + size;
  if (!is_range (host, size))
    return 0;
  if (unlikely (gomp_acc_thread_get (&thread) != GOMP_OK))
    return -1;
  struct gomp_device *device = gomp_acc_device_of (thread);
  return device == NULL
         || (gomp_map_peek (&device->map, start, end, &answer)
             && answer.start <= start && end <= answer.end);
}

/* ---- Pointers.  */

/* Attach or detach, for ROUTINE.  */
static enum gomp_status
act_on_pointer (enum gomp_acc_action action, enum kind kind, void **host,
                int async, const char *routine)
{
  struct gomp_device *device;
  struct gomp_acc_queue *queue;
  struct one_clause clause;
  bool part;
  enum gomp_status status = find_device (async, &device, &queue);
  if (status != GOMP_OK || device == NULL || host == NULL)
    return status;
  struct gomp_mapping *m = hold_whole (device, host, sizeof (*host), &part);
  if (m == NULL)
    return gomp_error_set (GOMP_ERR_MAP, "struct not mapped for %s", routine);
  gomp_device_drop (device, m);
  return gomp_acc_act (action, device, async,
                       set_clause (&clause, kind, host, 0), queue);
}

enum gomp_status
gomp_acc_attach (void **host, int async)
{
  return act_on_pointer (GOMP_ACC_ATTACH, KIND_ATTACH, host, async,
                         "acc_attach");
}

enum gomp_status
gomp_acc_detach (void **host, int async, bool finalize)
{
  return act_on_pointer (GOMP_ACC_DETACH,
                         finalize ? KIND_FORCE_DETACH : KIND_DETACH, host,
                         async, "acc_detach");
}

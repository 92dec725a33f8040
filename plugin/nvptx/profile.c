/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's profiling events; see profile.h.  Any thread.  Owns the flag that
   they are needed, and the list of memory that was freed without an event.

   Only the program's data are reported, not the argument blocks of regions.
   The threads of the driver, which free the data of queues, have no construct.
   The construct that next allocates memory reports what they freed, as with
   GCC's plugin.

   While functions are registered, libgomp describes a thread's construct in a
   structure of the thread.  Each event has a copy of the description, since a
   construct raises several events, also inside one another.  */

#include "profile.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "device.h"
#include "gangs.h"
#include "launch.h"
#include "plugin.h"
#include "stream.h"

bool nvptx_profile_is_needed;

/* Memory that a thread of the driver has freed.  */
struct freed
{
  struct freed *next;
  CUdeviceptr start;
};
static _Atomic (struct freed *) all_freed;

/* Begin P, if libgomp describes the calling thread's construct; fill in what
   all kinds of events have.  */
static bool
open_profile (struct nvptx_profile *p, acc_event_t event)
{
  const struct goacc_thread *thread = GOMP_PLUGIN_goacc_thread ();
  p->is_open = thread != NULL && thread->prof_enabled
               && thread->prof_info != NULL && thread->api_info != NULL;
  if (!p->is_open)
    return false;
  p->prof = *thread->prof_info;
  p->prof.event_type = event;
  p->api = *thread->api_info;
  p->api.device_api = acc_device_api_cuda;
  p->event = (acc_event_info){ .other_event = { .event_type = event } };
  return true;
}

static void
dispatch (struct nvptx_profile *p)
{
  GOMP_PLUGIN_goacc_profiling_dispatch (&p->prof, &p->event, &p->api);
}

static void
fill_data (struct nvptx_profile *p, const void *host, CUdeviceptr devptr,
           size_t size)
{
  acc_data_event_info *data = &p->event.data_event;
  data->valid_bytes = _ACC_DATA_EVENT_INFO_VALID_BYTES;
  data->parent_construct = acc_construct_parallel;
  data->implicit = 1;
  data->bytes = size;
  data->host_ptr = host;
  data->device_ptr = (const void *)(uintptr_t)devptr;
}

void
nvptx_profile_begin_copy (struct nvptx_profile *p, acc_event_t start,
                          const void *host, CUdeviceptr devptr, size_t size)
{
  if (!open_profile (p, start))
    return;
  fill_data (p, host, devptr, size);
  dispatch (p);
}

/* If the launch is impossible, the function that makes it reports that.  */
void
nvptx_profile_begin_launch (struct nvptx_profile *p, struct nvptx_device *d,
                            const struct nvptx_launch *l)
{
  struct nvptx_grid grid = { .teams = 0 };
  acc_launch_event_info *launch = &p->event.launch_event;
  if (!open_profile (p, acc_ev_enqueue_launch_start))
    return;
  if (nvptx_gangs_shape (d, l->function, l->dims, &grid) != GOMP_OK)
    gomp_error_clear ();
  launch->valid_bytes = _ACC_LAUNCH_EVENT_INFO_VALID_BYTES;
  launch->parent_construct = acc_construct_parallel;
  launch->implicit = 1;
  launch->kernel_name = l->function->label;
  launch->num_gangs = grid.teams;
  launch->num_workers = grid.threads;
  launch->vector_length = grid.lanes;
  dispatch (p);
}

void
nvptx_profile_finish (struct nvptx_profile *p)
{
  p->prof.event_type = (acc_event_t)(p->prof.event_type + 1);
  p->event.event_type = p->prof.event_type;
  dispatch (p);
}

static void
raise_memory (acc_event_t event, CUdeviceptr devptr, size_t size)
{
  struct nvptx_profile p;
  if (!open_profile (&p, event))
    return;
  fill_data (&p, NULL, devptr, size);
  dispatch (&p);
}

/* Without memory there is no event.  */
static void
keep_freed (CUdeviceptr start)
{
  struct freed *f = malloc (sizeof (*f));
  if (f == NULL)
    return;
  f->start = start;
  f->next = atomic_load_explicit (&all_freed, memory_order_relaxed);
  /* Release: pairs with the acquire in raise_freed.  */
  while (!atomic_compare_exchange_weak_explicit (
      &all_freed, &f->next, f, memory_order_release, memory_order_relaxed))
    continue;
}

/* The list has what came last first.  */
static struct freed *
reverse (struct freed *list)
{
  struct freed *reversed = NULL;
  while (list != NULL)
    {
      struct freed *f = list;
      list = f->next;
      f->next = reversed;
      reversed = f;
    }
  return reversed;
}

static void
raise_freed (void)
{
  /* Acquire: pairs with the release in keep_freed.  */
  struct freed *f = reverse (
      atomic_exchange_explicit (&all_freed, NULL, memory_order_acquire));
  while (f != NULL)
    {
      struct freed *next = f->next;
      raise_memory (acc_ev_free, f->start, NVPTX_PROFILE_UNKNOWN);
      free (f);
      f = next;
    }
}

void
nvptx_profile_raise_memory (acc_event_t event, CUdeviceptr devptr, size_t size)
{
  if (event == acc_ev_free && nvptx_stream_is_drivers ())
    {
      keep_freed (devptr);
      return;
    }
  if (event == acc_ev_alloc)
    raise_freed ();
  raise_memory (event, devptr, size);
}

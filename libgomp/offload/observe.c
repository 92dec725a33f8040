/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The events of offload/; see observe.h.

   Any thread; owns each thread's current location, takes no lock.  */

#include "offload/observe.h"

#include "offload/construct/construct.h"
#include "offload/construct/setup.h"
#include "offload/device/device.h"
#include "os/os.h"

size_t gomp_observe_align = 1, gomp_observe_gap;

/* The position of the thread's construct.  */
static _Thread_local const void *here;

void
gomp_observe_set_here (const void *at)
{
  here = at;
}

const void *
gomp_observe_here (void)
{
  return here;
}

/* Raise ROW, about DEVICE; NULL: the host.  */
static void
raise_on (enum gomp_event_row row, struct gomp_device *device,
          struct gomp_identity *identity, struct gomp_identity *region,
          const void *what)
{
  gomp_observe (&(struct gomp_event){
      .row = row,
      .device = device == NULL ? GOMP_EVENT_ON_HOST : device->number,
      .at = here,
      .identity = identity,
      .region = region,
      .what = (void *)what });
}

/* Raise the beginning of a pair, with a new IDENTITY.  */
static void
begin_on (enum gomp_event_row row, struct gomp_device *device,
          struct gomp_identity *identity, struct gomp_identity *region,
          const void *what)
{
  *identity = (struct gomp_identity){ .begun = 0 };
  raise_on (row, device, identity, region, what);
}

/* ---- Devices and images.  */

void
gomp_observe_found (struct gomp_device *device)
{
  raise_on (GOMP_EVENT_DEVICE_FOUND, device, &device->identity, NULL, device);
}

void
gomp_observe_ready (struct gomp_device *device)
{
  raise_on (GOMP_EVENT_DEVICE_READY, device, &device->identity, NULL, device);
}

void
gomp_observe_ends (struct gomp_device *device)
{
  raise_on (GOMP_EVENT_DEVICE_ENDS, device, &device->identity, NULL, device);
}

void
gomp_observe_lacks (const char *text)
{
  raise_on (GOMP_EVENT_DEVICE_LACKS, NULL, NULL, NULL, text);
}

void
gomp_observe_start (struct gomp_identity *start, struct gomp_device *device)
{
  begin_on (GOMP_EVENT_DEVICE_START_BEGIN, device, start, NULL, device);
}

void
gomp_observe_started (struct gomp_identity *start, struct gomp_device *device)
{
  raise_on (GOMP_EVENT_DEVICE_START_END, device, start, NULL, device);
}

void
gomp_observe_registered (void)
{
  raise_on (GOMP_EVENT_IMAGE_REGISTERED, NULL, NULL, NULL, NULL);
}

void
gomp_observe_unregistered (void)
{
  raise_on (GOMP_EVENT_IMAGE_UNREGISTERED, NULL, NULL, NULL, NULL);
}

void
gomp_observe_loaded (struct gomp_device *device, const void *data)
{
  const struct gomp_event_image what = { device, data };
  raise_on (GOMP_EVENT_IMAGE_LOADED, device, NULL, NULL, &what);
}

void
gomp_observe_unloads (struct gomp_device *device, const void *data)
{
  const struct gomp_event_image what = { device, data };
  raise_on (GOMP_EVENT_IMAGE_UNLOADED, device, NULL, NULL, &what);
}

/* ---- Constructs.  */

void
gomp_observe_construct (struct gomp_observed_construct *c)
{
  raise_on (GOMP_EVENT_CONSTRUCT_BEGIN, c->what.device, &c->identity, c->region,
            &c->what);
}

void
gomp_observe_construct_end (struct gomp_observed_construct *c)
{
  raise_on (GOMP_EVENT_CONSTRUCT_END, c->what.device, &c->identity, c->region,
            &c->what);
}

void
gomp_observe_host_data (struct gomp_observed_construct *c)
{
  raise_on (GOMP_EVENT_HOST_DATA_BEGIN, NULL, &c->identity, NULL, &c->what);
}

void
gomp_observe_host_data_end (struct gomp_observed_construct *c)
{
  raise_on (GOMP_EVENT_HOST_DATA_END, NULL, &c->identity, NULL, &c->what);
}

void
gomp_observe_deferred (struct gomp_identity *deferred,
                       const struct gomp_event_deferred *what)
{
  begin_on (GOMP_EVENT_DEFERRED_BEGIN, NULL, deferred, deferred, what);
}

void
gomp_observe_deferred_start (struct gomp_identity *deferred,
                             const struct gomp_event_deferred *what)
{
  raise_on (GOMP_EVENT_DEFERRED_START_BEGIN, NULL, NULL, deferred, what);
}

void
gomp_observe_deferred_leave (void)
{
  raise_on (GOMP_EVENT_DEFERRED_START_END, NULL, NULL, NULL, NULL);
}

void
gomp_observe_deferred_end (struct gomp_identity *deferred, bool dropped)
{
  const struct gomp_event_deferred what = { .dropped = dropped };
  raise_on (GOMP_EVENT_DEFERRED_END, NULL, deferred, deferred, &what);
}

void
gomp_observe_fallback (struct gomp_identity *identity,
                       const struct gomp_event_fallback *what)
{
  begin_on (GOMP_EVENT_FALLBACK_BEGIN, NULL, identity, NULL, what);
}

void
gomp_observe_fallback_end (struct gomp_identity *identity,
                           const struct gomp_event_fallback *what)
{
  raise_on (GOMP_EVENT_FALLBACK_END, NULL, identity, NULL, what);
}

void
gomp_observe_refused (struct gomp_device *device, const void *fn,
                      const char *reason)
{
  const struct gomp_event_refused what = { device, fn, reason };
  raise_on (GOMP_EVENT_REFUSED, device, NULL, NULL, &what);
}

/* ---- Launches.  */

void
gomp_observe_launch (struct gomp_observed_launch *launch,
                     struct gomp_identity *deferred)
{
  begin_on (GOMP_EVENT_LAUNCH_BEGIN, launch->what.device, &launch->identity,
            deferred, &launch->what);
}

void
gomp_observe_launch_done (struct gomp_observed_launch *launch)
{
  raise_on (GOMP_EVENT_LAUNCH_DONE, launch->what.device, &launch->identity,
            NULL, &launch->what);
}

void
gomp_observe_launch_end (struct gomp_observed_launch *launch,
                         struct gomp_identity *deferred)
{
  raise_on (GOMP_EVENT_LAUNCH_END, launch->what.device, &launch->identity,
            deferred, &launch->what);
}

/* ---- Waiting.  */

void
gomp_observe_wait (struct gomp_identity *wait, enum gomp_event_row row,
                   struct gomp_device *device)
{
  begin_on (row, device, wait, NULL, device);
}

void
gomp_observe_waited (struct gomp_identity *wait, enum gomp_event_row row,
                     struct gomp_device *device)
{
  raise_on (row, device, wait, NULL, device);
}

/* ---- Copies.  */

/* A pair that one function raises.  */
struct observed_copy
{
  struct gomp_event_copy what;
  struct gomp_identity identity;
};

/* A copy of nothing is none.  */
static void
copy_begins (struct observed_copy *copy)
{
  if (copy->what.size == 0)
    return;
  raise_on (GOMP_EVENT_COPY_BEGIN, copy->what.device, &copy->identity, NULL,
            &copy->what);
  copy->what.start = os_time_ns ();
}

static void
copy_ends (struct observed_copy *copy)
{
  if (copy->what.size == 0)
    return;
  copy->what.end = os_time_ns ();
  raise_on (GOMP_EVENT_COPY_END, copy->what.device, &copy->identity, NULL,
            &copy->what);
}

enum gomp_status
gomp_observe_write (struct gomp_device *device, uintptr_t devptr, char *view,
                    const void *host, const void *from, size_t size)
{
  struct observed_copy copy = { .what = { .way = GOMP_TRANSFER_TO,
                                          .device = device,
                                          .host = (uintptr_t)host,
                                          .devptr = devptr,
                                          .view = view,
                                          .size = size } };
  copy_begins (&copy);
  enum gomp_status status
      = gomp_device_write (device, devptr, view, from, size);
  copy_ends (&copy);
  return status;
}

static SPECIALIZED enum gomp_status
observe_read (struct gomp_device *device, void *host, uintptr_t devptr,
              const char *view, size_t size, const bool changed)
{
  struct observed_copy copy = { .what = { .way = GOMP_TRANSFER_FROM,
                                          .device = device,
                                          .host = (uintptr_t)host,
                                          .devptr = devptr,
                                          .view = view,
                                          .size = size } };
  copy_begins (&copy);
  enum gomp_status status
      = changed ? gomp_device_read_changed (device, host, devptr, size, false)
                : gomp_device_read (device, host, devptr, view, size);
  copy_ends (&copy);
  return status;
}

enum gomp_status
gomp_observe_read (struct gomp_device *device, void *host, uintptr_t devptr,
                   const char *view, size_t size)
{
  return observe_read (device, host, devptr, view, size, false);
}

enum gomp_status
gomp_observe_read_changed (struct gomp_device *device, void *host,
                           uintptr_t devptr, size_t size)
{
  return observe_read (device, host, devptr, NULL, size, true);
}

enum gomp_status
gomp_observe_copy (struct gomp_device *device, uintptr_t to, uintptr_t from,
                   size_t size)
{
  struct observed_copy copy = { .what = { .way = GOMP_TRANSFER_WITHIN,
                                          .device = device,
                                          .devptr = to,
                                          .from = from,
                                          .size = size } };
  copy_begins (&copy);
  enum gomp_status status = gomp_device_copy (device, to, from, size);
  copy_ends (&copy);
  return status;
}

/* For a gathered write, the time is that of the whole construct's copy.  */
enum gomp_status
gomp_observe_put (struct gomp_setup *s, size_t i, size_t offset,
                  const void *source, size_t size)
{
  struct observed_copy copy = { .what = { .way = GOMP_TRANSFER_TO,
                                          .device = s->c->device,
                                          .host = (uintptr_t)source,
                                          .devptr = s->block->address + offset,
                                          .size = size,
                                          .list = s->list,
                                          .clause = i } };
  copy_begins (&copy);
  enum gomp_status status = gomp_setup_put (s, offset, source, size);
  copy_ends (&copy);
  return status;
}

/* ---- Mappings.  */

void
gomp_observe_mapped (const struct gomp_setup *s)
{
  raise_on (GOMP_EVENT_MAPPED, s->c->device, NULL, NULL, s);
}

void
gomp_observe_used (const struct gomp_setup *s)
{
  raise_on (GOMP_EVENT_USED, s->c->device, NULL, NULL, s);
}

void
gomp_observe_unmapped (struct gomp_device *device, struct gomp_mapping *mapping,
                       const char *directive)
{
  const struct gomp_event_unmapped what = { device, mapping, directive };
  raise_on (GOMP_EVENT_UNMAPPED, device, NULL, NULL, &what);
}

void
gomp_observe_unmapped_by (const struct gomp_construct *c)
{
  for (size_t i = 0; i < c->count; i++)
    if (c->items[i].flags & GOMP_ITEM_DIED)
      gomp_observe_unmapped (c->device, c->items[i].mapping,
                             gomp_construct_directive (c));
}

void
gomp_observe_memory (enum gomp_event_row row,
                     const struct gomp_event_memory *what)
{
  raise_on (row, what->device, NULL, NULL, what);
}

void
gomp_observe_asked (struct gomp_device *device, uintptr_t host)
{
  gomp_observe_memory (
      GOMP_EVENT_ASKED,
      &(struct gomp_event_memory){ .device = device, .host = host, .size = 1 });
}

bool
gomp_observe_overrun (struct gomp_device *device, struct gomp_mapping *mapping)
{
  bool is_reported = false;
  const struct gomp_event_overrun what = { device, mapping, &is_reported };
  raise_on (GOMP_EVENT_OVERRUN, device, NULL, NULL, &what);
  return is_reported;
}

/* ---- The process.  */

/* The fork in progress; there is only one, since the forking thread has the
   locks of all listeners.  */
static struct gomp_identity fork_identity;

void
gomp_observe_fork (enum gomp_fork when, bool lost)
{
  raise_on (when == GOMP_FORK_BEFORE ? GOMP_EVENT_FORK_BEGIN
                                     : GOMP_EVENT_FORK_END,
            NULL, lost ? NULL : &fork_identity, NULL, &when);
}

void
gomp_observe_failure (void)
{
  raise_on (GOMP_EVENT_PROGRAM_FAILS, NULL, NULL, NULL, NULL);
}

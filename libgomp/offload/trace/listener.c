/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The listener's table of rows; devices, constructs and launches; see trace.h.

   Any thread; takes no lock.  The listener's word with a device is tool/'s
   device.  Its word with a launch is tool/'s record of the launch, which is
   allocated until the launch has ended.  */

#include "offload/trace/trace.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "offload/device/device.h"
#include "offload/device/select.h"

/* ---- Devices and regions by name.  */

struct gomp_tool_device *
gomp_trace_device (const struct gomp_listener *self, struct gomp_device *device)
{
  struct gomp_tool_device *traced
      = device == NULL ? NULL : *gomp_observe_word (self, &device->identity);
  return traced == NULL ? &gomp_tool_host : traced;
}

static void
hear_found (const struct gomp_listener *self, const struct gomp_event *event)
{
  char name[GOMP_DEVICE_NAME_MAX];
  struct gomp_device *device = event->what;
  gomp_device_describe (device, name);
  *gomp_observe_word (self, event->identity)
      = gomp_tool_add_device (device->number, name);
  gomp_tool_say (GOMP_INFO_DEVICES, "%s: found", name);
}

static void
hear_ready (const struct gomp_listener *self, const struct gomp_event *event)
{
  char name[GOMP_DEVICE_NAME_MAX];
  (void)self;
  gomp_tool_say (GOMP_INFO_DEVICES, "%s: initialized",
                 gomp_device_describe (event->what, name));
}

static void
hear_lacks (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  gomp_tool_say (GOMP_INFO_DEVICES, "%s", (const char *)event->what);
}

static void
hear_unregistered (const struct gomp_listener *self,
                   const struct gomp_event *event)
{
  (void)self;
  (void)event;
  gomp_tool_unload_code ();
}

static struct gomp_tool_region *
region_of (struct gomp_device *device, const void *fn, const void *at,
           enum gomp_model model)
{
  char name[GOMP_REGION_NAME_MAX];
  if (fn == NULL)
    return NULL;
  struct gomp_tool_region *region = gomp_tool_find_region (fn);
  if (region != NULL)
    return region;
  gomp_region_name (device, fn, name);
  const char *source = gomp_tool_source (at);
  size_t length = strlen (name);
  if (strstr (name, " (") == NULL && *source != '\0')
    snprintf (name + length, sizeof (name) - length, " (%s)", source);
  return gomp_tool_add_region (fn, name, model);
}

/* ---- The thread's current work.  */

static void
hear_end (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  (void)event;
  gomp_tool_end ();
}

static void
hear_start (const struct gomp_listener *self, const struct gomp_event *event)
{
  gomp_tool_begin (GOMP_TOOL_INIT, gomp_trace_device (self, event->what), NULL,
                   event->at);
}

static void
hear_wait_data (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  gomp_tool_begin (GOMP_TOOL_WAIT_DATA, gomp_trace_device (self, event->what),
                   NULL, event->at);
}

static void
hear_wait_depend (const struct gomp_listener *self,
                  const struct gomp_event *event)
{
  (void)self;
  gomp_tool_begin (GOMP_TOOL_WAIT_DEPEND, &gomp_tool_host, NULL, event->at);
}

static void
hear_acc_wait (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  gomp_tool_begin (GOMP_TOOL_ACC_WAIT, &gomp_tool_host, NULL, event->at);
}

static void
hear_idle (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  gomp_tool_idle_begin (event->at);
}

static void
hear_busy (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  (void)event;
  gomp_tool_idle_end ();
}

static const enum gomp_tool_kind tool_kinds[GOMP_CONSTRUCT_KINDS]
    = { [GOMP_KIND_TARGET] = GOMP_TOOL_TARGET,
        [GOMP_KIND_NOWAIT] = GOMP_TOOL_NOWAIT,
        [GOMP_KIND_FINISH] = GOMP_TOOL_FINISH,
        [GOMP_KIND_DATA] = GOMP_TOOL_DATA,
        [GOMP_KIND_DATA_END] = GOMP_TOOL_DATA_END,
        [GOMP_KIND_ENTER] = GOMP_TOOL_ENTER,
        [GOMP_KIND_EXIT] = GOMP_TOOL_EXIT,
        [GOMP_KIND_BEGIN_OR_ENTER] = GOMP_TOOL_BEGIN_OR_ENTER,
        [GOMP_KIND_END_OR_EXIT] = GOMP_TOOL_END_OR_EXIT,
        [GOMP_KIND_UPDATE] = GOMP_TOOL_UPDATE,
        [GOMP_KIND_COPY] = GOMP_TOOL_COPY,
        [GOMP_KIND_SET] = GOMP_TOOL_SET,
        [GOMP_KIND_ACC_COMPUTE] = GOMP_TOOL_ACC_COMPUTE,
        [GOMP_KIND_ACC_DATA] = GOMP_TOOL_ACC_DATA,
        [GOMP_KIND_ACC_DATA_END] = GOMP_TOOL_ACC_DATA_END,
        [GOMP_KIND_ACC_ENTER] = GOMP_TOOL_ACC_ENTER,
        [GOMP_KIND_ACC_EXIT] = GOMP_TOOL_ACC_EXIT,
        [GOMP_KIND_ACC_UPDATE] = GOMP_TOOL_ACC_UPDATE,
        [GOMP_KIND_ACC_DECLARE] = GOMP_TOOL_ACC_DECLARE,
        [GOMP_KIND_ACC_COPYIN] = GOMP_TOOL_ACC_COPYIN,
        [GOMP_KIND_ACC_CREATE] = GOMP_TOOL_ACC_CREATE,
        [GOMP_KIND_ACC_COPYOUT] = GOMP_TOOL_ACC_COPYOUT,
        [GOMP_KIND_ACC_DELETE] = GOMP_TOOL_ACC_DELETE,
        [GOMP_KIND_ACC_UPDATE_DEVICE] = GOMP_TOOL_ACC_UPDATE_DEVICE,
        [GOMP_KIND_ACC_UPDATE_SELF] = GOMP_TOOL_ACC_UPDATE_SELF,
        [GOMP_KIND_ACC_ATTACH] = GOMP_TOOL_ACC_ATTACH,
        [GOMP_KIND_ACC_DETACH] = GOMP_TOOL_ACC_DETACH,
        [GOMP_KIND_ACC_COPY_TO] = GOMP_TOOL_ACC_COPY_TO,
        [GOMP_KIND_ACC_COPY_FROM] = GOMP_TOOL_ACC_COPY_FROM,
        [GOMP_KIND_ACC_COPY_WITHIN] = GOMP_TOOL_ACC_COPY_WITHIN,
        [GOMP_KIND_ACC_QUEUE] = GOMP_TOOL_ACC_QUEUE };

/* Begin the report of the end of a deferred launch, and forget its record.  */
static void
begin_finish (const struct gomp_listener *self, const struct gomp_event *event)
{
  void **word = gomp_observe_word (self, event->region);
  if (*word == NULL)
    gomp_tool_begin (GOMP_TOOL_FINISH, &gomp_tool_host, NULL, event->at);
  else
    gomp_tool_finish_begin (*word, event->at);
  gomp_free (*word);
  *word = NULL;
}

static void
hear_construct (const struct gomp_listener *self,
                const struct gomp_event *event)
{
  const struct gomp_event_construct *c = event->what;
  if (c->kind == GOMP_KIND_FINISH)
    {
      begin_finish (self, event);
      return;
    }
  unsigned kind = tool_kinds[c->kind];
  struct gomp_tool_region *region
      = region_of (c->device, c->fn, event->at, gomp_construct_model (c->kind));
  if (kind == GOMP_TOOL_ACC_COMPUTE && region != NULL)
    kind += region->compute;
  gomp_tool_begin ((enum gomp_tool_kind)kind,
                   gomp_trace_device (self, c->device), region, event->at);
}

/* ---- Regions on the host.  */

/* Why the host runs a construct for DEVICE, which exists.  */
static const char *
reason_of (struct gomp_device *device)
{
  /* Relaxed: it was chosen by this state before.  */
  int state = atomic_load_explicit (&device->state, memory_order_relaxed);
  if (state == GOMP_DEVICE_FINALIZED)
    return "its device is finalized";
  if (state != GOMP_DEVICE_FAILED)
    return "its device has no code for it";
  return device->lacks == GOMP_LACKS_IMAGE
             ? "the device image is not for its device"
             : "its device could not be initialized";
}

/* Why a construct for device GIVEN does not run on a device.  If the default
   device has changed since, the region itself has changed it.  */
static const char *
reason_for (int given)
{
  int number = given, count = gomp_device_known ();
  bool by_default = given == GOMP_DEVICE_ICV || given == GOMP_DEVICE_DEFAULT;
  if (given == GOMP_DEVICE_HOST)
    return "its if clause is false";
  if (by_default)
    number = gomp_default_device ();
  if (number == count && gomp_icv_global.target_offload != GOMP_OFFLOAD_DISABLED
      && (count == 0 || (by_default && gomp_default_device_goes_by_images ())))
    return gomp_image_lack (count);
  if (given == GOMP_DEVICE_HOST_USER || number == -1
      || (number == count && count > 0))
    return "its device is the host";
  if (gomp_icv_global.target_offload == GOMP_OFFLOAD_DISABLED)
    return "OMP_TARGET_OFFLOAD is set to DISABLED";
  if (count == 0)
    return gomp_image_lack (count);
  return number < 0 || number >= count
             ? "there is no device with its number"
             : reason_of (gomp_device_table ()[number]);
}

static void
hear_fallback (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_fallback *f = event->what;
  struct gomp_tool_region *region
      = region_of (NULL, f->fn, event->at, f->model);
  (void)self;
  if (gomp_device_own_number () >= 0)
    gomp_tool_fallback (region, "in place", "it is in another target region");
  else
    gomp_tool_fallback (region, "on the host",
                        f->reason == NULL ? reason_for (f->number) : f->reason);
  gomp_tool_begin (gomp_tool_fallback_kind (f->model, region), &gomp_tool_host,
                   region, event->at);
}

static void
hear_refused (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_refused *r = event->what;
  (void)self;
  gomp_tool_fallback (region_of (r->device, r->fn, event->at, GOMP_OPENMP),
                      "on the host", r->reason);
}

/* ---- Launches.  */

static void
hear_launch (const struct gomp_listener *self, const struct gomp_event *event)
{
  const struct gomp_event_launch *l = event->what;
  struct gomp_tool_device *traced = gomp_trace_device (self, l->device);
  struct gomp_tool_launch *launch = gomp_alloc (sizeof (*launch));
  *gomp_observe_word (self, event->identity) = launch;
  gomp_tool_device_used (traced);
  if (!l->deferred)
    gomp_tool_begin (GOMP_TOOL_WAIT, traced, NULL, event->at);
  if (launch != NULL)
    gomp_tool_launch_begin (launch, traced,
                            region_of (l->device, l->fn, event->at, l->model),
                            event->at);
}

static void
hear_launch_done (const struct gomp_listener *self,
                  const struct gomp_event *event)
{
  struct gomp_tool_launch *launch = *gomp_observe_word (self, event->identity);
  if (launch != NULL)
    gomp_tool_launch_done (launch);
}

/* The end of a deferred launch comes later: see begin_finish.  */
static void
hear_launch_end (const struct gomp_listener *self,
                 const struct gomp_event *event)
{
  const struct gomp_event_launch *l = event->what;
  struct gomp_tool_launch *launch = *gomp_observe_word (self, event->identity);
  if (launch != NULL)
    gomp_tool_launch_end (launch);
  if (l->deferred)
    return;
  gomp_tool_end ();
  gomp_free (launch);
}

/* ---- The process.  */

static void
hear_fork (const struct gomp_listener *self, const struct gomp_event *event)
{
  (void)self;
  gomp_tool_fork (*(enum gomp_fork *)event->what);
}

/* ---- The rows.  */

static struct gomp_listener tracer = { .name = "tracer" };

static gomp_hear *const rows[GOMP_EVENT_ROWS]
    = { [GOMP_EVENT_IDLE_BEGIN] = hear_idle,
        [GOMP_EVENT_IDLE_END] = hear_busy,
        [GOMP_EVENT_DEVICE_FOUND] = hear_found,
        [GOMP_EVENT_DEVICE_READY] = hear_ready,
        [GOMP_EVENT_DEVICE_LACKS] = hear_lacks,
        [GOMP_EVENT_DEVICE_START_BEGIN] = hear_start,
        [GOMP_EVENT_DEVICE_START_END] = hear_end,
        [GOMP_EVENT_IMAGE_UNREGISTERED] = hear_unregistered,
        [GOMP_EVENT_CONSTRUCT_BEGIN] = hear_construct,
        [GOMP_EVENT_CONSTRUCT_END] = hear_end,
        [GOMP_EVENT_FALLBACK_BEGIN] = hear_fallback,
        [GOMP_EVENT_FALLBACK_END] = hear_end,
        [GOMP_EVENT_REFUSED] = hear_refused,
        [GOMP_EVENT_LAUNCH_BEGIN] = hear_launch,
        [GOMP_EVENT_LAUNCH_DONE] = hear_launch_done,
        [GOMP_EVENT_LAUNCH_END] = hear_launch_end,
        [GOMP_EVENT_WAIT_DATA_BEGIN] = hear_wait_data,
        [GOMP_EVENT_WAIT_DATA_END] = hear_end,
        [GOMP_EVENT_WAIT_DEPEND_BEGIN] = hear_wait_depend,
        [GOMP_EVENT_WAIT_DEPEND_END] = hear_end,
        [GOMP_EVENT_COPY_BEGIN] = gomp_trace_copy_begins,
        [GOMP_EVENT_COPY_END] = gomp_trace_copied,
        [GOMP_EVENT_MAPPED] = gomp_trace_mapped,
        [GOMP_EVENT_USED] = gomp_trace_used,
        [GOMP_EVENT_ASKED] = gomp_trace_asked,
        [GOMP_EVENT_UNMAPPED] = gomp_trace_unmapped,
        [GOMP_EVENT_ALLOCATED] = gomp_trace_memory,
        [GOMP_EVENT_FREED] = gomp_trace_memory,
        [GOMP_EVENT_ASSOCIATED] = gomp_trace_memory,
        [GOMP_EVENT_DISASSOCIATED] = gomp_trace_memory,
        [GOMP_EVENT_ACC_WAIT_BEGIN] = hear_acc_wait,
        [GOMP_EVENT_ACC_WAIT_END] = hear_end,
        [GOMP_EVENT_FORK_BEGIN] = hear_fork,
        [GOMP_EVENT_FORK_END] = hear_fork };

void
gomp_trace_listen (bool wanted)
{
  if (!wanted)
    gomp_listener_leave (&tracer);
  else if (gomp_listener_join (&tracer))
    gomp_listen_to_all (&tracer, rows);
}

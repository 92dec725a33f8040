/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Devices and their images, for tools; see target.h.

   Owns a record for each device that a tool knows, which is the listener's word
   with the device.  Images are loaded before a device is ready, so the first of
   both events makes the record.  Events of one device come one at a time, under
   its mutex.  The list of records, which the tool's end reads, grows at its
   head only.  */

#include <stdatomic.h>

#include "base/mem.h"
#include "offload/device/device.h"
#include "offload/observe.h"
#include "ompt/target.h"
#include "ompt/trace.h"

struct module
{
  const void *data; /* of the image, as it was registered */
  struct module *next;
};

struct known
{
  struct gomp_device *device;
  char text[GOMP_DEVICE_NAME_MAX]; /* for the tool, and for ever */
  bool is_open;                    /* initialized for the tool */
  struct module *modules;          /* that the tool knows */
  struct known *next;
};

static struct known *_Atomic all;

static uint64_t
module_id (const void *data)
{
  return (uint64_t)(uintptr_t)data;
}

/* DEVICE is ready, or soon will be.  NULL: no memory.  */
static struct known *
open_known (const struct gomp_listener *self, struct gomp_device *device)
{
  void **word = gomp_observe_word (self, &device->identity);
  struct known *known = *word;
  if (known == NULL)
    {
      known = gomp_alloc_zeroed (sizeof (*known));
      if (known == NULL)
        return NULL;
      known->device = device;
      gomp_device_describe (device, known->text);
      known->next = atomic_load (&all);
      while (!atomic_compare_exchange_weak (&all, &known->next, known))
        ;
      *word = known;
    }
  if (!known->is_open)
    {
      ompt_device_t *trace = gomp_ompt_trace_open (device);
      gomp_self_observing ();
      known->is_open = true;
      GOMP_CALL_TOOL_ANYWHERE (
          device_initialize, device->number, device->plugin->name, trace,
          trace == NULL ? NULL : gomp_ompt_trace_lookup, known->text);
    }
  return known;
}

static void
forget_module (struct known *known, struct module **link, bool last)
{
  struct module *module = *link;
  GOMP_CALL_TOOL_AT_END (last, device_unload, known->device->number,
                         module_id (module->data));
  *link = module->next;
  gomp_free (module);
}

static void
close_known (struct known *known, bool last)
{
  if (!known->is_open)
    return;
  gomp_ompt_trace_close (known->device->number);
  while (known->modules != NULL)
    forget_module (known, &known->modules, last);
  known->is_open = false;
  GOMP_CALL_TOOL_AT_END (last, device_finalize, known->device->number);
}

void
gomp_ompt_hear_ready (const struct gomp_listener *self,
                      const struct gomp_event *event)
{
  open_known (self, event->what);
}

/* The start may have failed after images were loaded.  */
void
gomp_ompt_hear_started (const struct gomp_listener *self,
                        const struct gomp_event *event)
{
  struct gomp_device *device = event->what;
  struct known *known = *gomp_observe_word (self, &device->identity);
  if (known != NULL && atomic_load (&device->state) != GOMP_DEVICE_READY)
    close_known (known, false);
}

void
gomp_ompt_hear_ends (const struct gomp_listener *self,
                     const struct gomp_event *event)
{
  struct gomp_device *device = event->what;
  struct known *known = *gomp_observe_word (self, &device->identity);
  if (known != NULL)
    close_known (known, false);
}

/* The image's format is the device's, so its size is not known here.  */
void
gomp_ompt_hear_loaded (const struct gomp_listener *self,
                       const struct gomp_event *event)
{
  const struct gomp_event_image *image = event->what;
  struct known *known = open_known (self, image->device);
  struct module *module = gomp_alloc (sizeof (*module));
  if (known == NULL || module == NULL)
    {
      gomp_free (module);
      return;
    }
  *module = (struct module){ .data = image->data, .next = known->modules };
  known->modules = module;
  GOMP_CALL_TOOL_ANYWHERE (
      device_load, event->device, NULL, -1, NULL, 0, (void *)image->data,
      (void *)(uintptr_t)ompt_addr_none, module_id (image->data));
}

void
gomp_ompt_hear_unloads (const struct gomp_listener *self,
                        const struct gomp_event *event)
{
  const struct gomp_event_image *image = event->what;
  struct known *known = *gomp_observe_word (self, &image->device->identity);
  if (known == NULL)
    return;
  for (struct module **link = &known->modules; *link != NULL;
       link = &(*link)->next)
    if ((*link)->data == image->data)
      {
        forget_module (known, link, false);
        break;
      }
}

/* No other thread calls the tool any more, so the end of a device is the last
   that it hears of it.  */
void
gomp_ompt_finalize_devices (void)
{
  for (struct known *known = atomic_load (&all); known != NULL;
       known = known->next)
    close_known (known, true);
}

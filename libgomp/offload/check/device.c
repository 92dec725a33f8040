/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the mapping checker does with a whole device: before a region, for the
   device's reports, and at its end; see check.h.

   Any thread.  gomp_check_lock guards the data.  */

#include "offload/check/check_internal.h"

#include "tool/tool.h"

unsigned gomp_check_launches = 1;

bool
gomp_check_device_sees (struct gomp_device *device)
{
  return device->plugin->check != NULL
         && (device->plugin->check (device->ordinal)
             & (GOMP_CHECK_ACCESS | GOMP_CHECK_PLAIN))
                == GOMP_CHECK_ACCESS;
}

/* A region is about to run: it may use each variable that is always there.  */
void
gomp_check_device_launch (struct gomp_device *device, const void *fn,
                          enum gomp_model model)
{
  if (!gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  gomp_check_launches++;
  if (model == GOMP_OPENACC)
    gomp_check_report_acc_region (device, fn);
  gomp_check_race_launch ();
  gomp_check_report_plain (device);
  for (size_t i = 0; i < gomp_check_live.count; i++)
    if (gomp_check_live.ranges[i]->variable
        && gomp_check_live.ranges[i]->device == device)
      gomp_check_range_record_host (gomp_check_live.ranges[i]);
  gomp_mutex_unlock (&gomp_check_lock);
}

/* Whether the outdated byte at ADDRESS that a region read is unchanged since: a
   function without calls of the checker may have written it.  */
static bool
is_still_old (struct gomp_device *device, uintptr_t address)
{
  for (size_t i = 0; i < gomp_check_live.count; i++)
    {
      const struct gomp_check_range *r = gomp_check_live.ranges[i];
      size_t offset = address - r->copy;
      if (r->device != device || offset >= r->end - r->host || r->old == NULL)
        continue;
      struct gomp_check_view view;
      return !gomp_check_range_look (r, r->host + offset, 1, &view)
             || (*view.states & GOMP_CHECK_DEVICE)
             || *view.bytes == r->old[offset];
    }
  return true;
}

static void
drain_locked (struct gomp_device *device)
{
  struct gomp_check_report report;
  if (device->plugin->check_take == NULL)
    return;
  while (device->plugin->check_take (device->ordinal, &report))
    if (report.kind != GOMP_CHECK_KIND_STALE
        || is_still_old (device, (uintptr_t)report.address))
      gomp_check_report_device (device, &report);
}

void
gomp_check_device_drain (struct gomp_device *device)
{
  gomp_mutex_lock (&gomp_check_lock);
  drain_locked (device);
  gomp_mutex_unlock (&gomp_check_lock);
}

void
gomp_check_device_drain_all (void)
{
  for (int i = 0; i < gomp_device_known (); i++)
    {
      struct gomp_device *device = gomp_device_if_ready (i);
      if (device != NULL)
        gomp_check_device_drain (device);
    }
}

/* Others may still run: no lock can be waited for at exit.  If a program ends
   with an error, its leftover mappings are not an error.  */
void
gomp_check_device_finish (struct gomp_device *device)
{
  if (!gomp_mutex_trylock (&gomp_check_lock))
    return;
  drain_locked (device);
  gomp_check_json_open ();
  for (size_t i = 0; i < gomp_check_live.count && !gomp_fatal_begun (); i++)
    {
      struct gomp_check_range *r = gomp_check_live.ranges[i];
      if (r->device == device && !r->permanent && !r->implied)
        {
          gomp_check_report_leak (r, false, NULL);
          /* Destructors may still free its memory.  */
          r->permanent = true;
        }
    }
  gomp_mutex_unlock (&gomp_check_lock);
}

/* The parent's devices do not belong to the child.  */
void
gomp_check_device_fork (enum gomp_fork when)
{
  if (when == GOMP_FORK_CHILD)
    {
      gomp_check_live.count = 0;
      gomp_check_json_fork ();
    }
  gomp_check_race_fork (when);
  gomp_mutex_fork (&gomp_check_lock, when);
}

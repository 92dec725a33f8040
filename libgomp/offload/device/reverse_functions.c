/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of the host that regions of a device ask for, by the device's
   addresses; see reverse_functions.h.

   With the device's mutex, which the caller has.  Owns the table's entries,
   which directive/reverse.c reads without.  */

#include "offload/device/reverse_functions.h"

#include "base/mem.h"
#include "offload/device/device.h"
#include "plugin/plugin.h"

/* Have the plugin store the addresses.  What it reports is recorded.  */
static enum gomp_status
call_plugin (struct gomp_device *device, const void *data, uint64_t *functions)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_error_collect ();
  bool done
      = device->plugin->reverse_functions (device->ordinal, data, functions);
  bool reported = gomp_error_collected ();
  if (done)
    {
      if (reported)
        gomp_error ("%s", gomp_error_text ());
      gomp_error_clear ();
      return GOMP_OK;
    }
  if (!reported)
    gomp_error_set (GOMP_ERR_IMAGE, "the plugin %s has failed",
                    device->plugin->name);
  gomp_error_context ("preparing a device image for reverse offload on %s",
                      gomp_device_describe (device, name));
  return GOMP_ERR_IMAGE;
}

enum gomp_status
gomp_reverse_load (struct gomp_device *device, const void *data,
                   const struct gomp_host_table *table, uint64_t **addresses)
{
  size_t count = (size_t)(table->functions_end - table->functions_start);
  if (count == 0)
    return GOMP_OK;
  uint64_t *functions = gomp_alloc_zeroed (count * sizeof (*functions));
  if (functions == NULL)
    return GOMP_ERR_NOMEM;
  enum gomp_status status = call_plugin (device, data, functions);
  if (status == GOMP_OK && !gomp_functions_reserve (&device->reverse, count))
    status = GOMP_ERR_NOMEM;
  if (status != GOMP_OK)
    {
      gomp_free (functions);
      return status;
    }
  for (size_t i = 0; i < count; i++)
    if (functions[i] != 0)
      gomp_functions_put (&device->reverse, functions[i],
                          (uintptr_t)table->functions_start[i]);
  *addresses = functions;
  return GOMP_OK;
}

void
gomp_reverse_unload (struct gomp_device *device,
                     const struct gomp_host_table *table, uint64_t *addresses)
{
  size_t count = (size_t)(table->functions_end - table->functions_start);
  for (size_t i = 0; addresses != NULL && i < count; i++)
    if (addresses[i] != 0)
      gomp_functions_remove (&device->reverse, addresses[i]);
  gomp_free (addresses);
}

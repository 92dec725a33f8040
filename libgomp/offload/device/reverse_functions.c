/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The functions of the host that regions of a device ask for, by the device's
   addresses; see reverse_functions.h.

   With the device's mutex, which the caller has.  Owns the table's entries,
   which directive/reverse.c reads without.  */

#include "offload/device/reverse_functions.h"

#include "base/mem.h"
#include "offload/device/device.h"
#include "plugin/plugin.h"

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
  if (!device->plugin->reverse_functions (device->ordinal, data, functions))
    {
      gomp_free (functions);
      return gomp_error_set (GOMP_ERR_IMAGE,
                             "the plugin cannot prepare a device image for "
                             "reverse offload, for the reason given above");
    }
  if (!gomp_functions_reserve (&device->reverse, count))
    {
      gomp_free (functions);
      return GOMP_ERR_NOMEM;
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

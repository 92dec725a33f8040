/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices, for offgomp-info: the records "device" and "absent" of
   include/offgomp_describe.h.  Each device is started, as only that shows if
   it can be used.  Owns no data; any thread.  */

#include "offload/device/describe.h"

#include <dlfcn.h>
#include <string.h>

#include "icv/select.h"
#include "offload/device/device.h"
#include "offload/device/refusals.h"
#include "offload/device/select.h"
#include "offload/device/uid.h"

/* The file of DEVICE's plugin, NULL if the dynamic linker does not know it.  */
static const char *
plugin_file (const struct gomp_device *device)
{
  Dl_info info;
  void *address;
  memcpy (&address, &device->plugin->get_name, sizeof (address));
  return dladdr (address, &info) != 0 ? info.dli_fname : NULL;
}

static void
describe_traits (const struct offgomp_describer *to,
                 const struct gomp_device_traits *traits)
{
  const struct
  {
    const char *name;
    const char *words;
  } all[] = { { "kind", traits->kind },
              { "isa", traits->isa },
              { "arch", traits->arch },
              { "vendor", traits->vendor } };
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (all); i++)
    if (*all[i].words != '\0')
      gomp_describe_text (to, all[i].name, all[i].words);
}

static void
describe_device (const struct offgomp_describer *to, int number)
{
  const char *state
      = gomp_device_open (number) != NULL ? "ready" : gomp_error_text ();
  const struct gomp_device *device = gomp_device_table ()[number];
  const char *file = plugin_file (device);
  char uid[GOMP_UID_MAX];
  struct gomp_device_traits traits;
  gomp_uid_write (uid, device->accessible);
  gomp_select_traits (device, uid, &traits);
  gomp_describe_begin (to, "device");
  gomp_describe_number (to, "number", number);
  gomp_describe_text (to, "plugin", device->plugin->name);
  gomp_describe_number (to, "ordinal", device->ordinal);
  gomp_describe_text (to, "uid", uid);
  describe_traits (to, &traits);
  gomp_describe_text (to, "state", state);
  if (file != NULL)
    gomp_describe_text (to, "file", file);
}

void
gomp_devices_describe (const struct offgomp_describer *to)
{
  int count = gomp_device_count_all ();
  for (int i = 0; i < count; i++)
    describe_device (to, i);
  gomp_refusals_describe (to);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which devices the program has, and which is the default.

   OMP_AVAILABLE_DEVICES chooses among the accessible devices while the table
   of devices is built; OMP_DEFAULT_DEVICE and OMP_TARGET_OFFLOAD=mandatory may
   make the default device depend on that table.  Owns what was decided; any
   thread.  OpenMP 6.0 sections 4.3.7 and 4.3.8, 5.2 section 2.2.  */

#include "offload/select.h"

#include <stdatomic.h>
#include <string.h>

#include "base/mem.h"
#include "icv/select.h"
#include "offload/device.h"
#include "offload/reason.h"
#include "offload/uid.h"
#include "x86emul-image.h"

static struct select_state
{
  atomic_int decided; /* the default device, or GOMP_DEFAULT_DEVICE_OPEN */
} select_state = { .decided = GOMP_DEFAULT_DEVICE_OPEN };

/* What the plugins' devices are; those of declare variant (mkoffload) where
   there are such.  */
static struct gomp_device_traits
traits_of (const struct gomp_device *device, const char *uid)
{
  switch (device->plugin->type)
    {
    case GOMP_DEVICE_X86EMUL:
      return (struct gomp_device_traits){ "cpu", "", "x86_64", "", uid };
    case GOMP_TYPE_NVPTX:
      return (struct gomp_device_traits){ "gpu", "", "nvptx nvptx64", "nvidia",
                                          uid };
    case GOMP_TYPE_GCN:
      return (struct gomp_device_traits){ "gpu", "", "gcn amdgcn", "amd", uid };
    default:
      return (struct gomp_device_traits){ "", "", "", "", uid };
    }
}

/* The traits of COUNT devices, and their names behind them; gomp_free frees
   both.  */
static struct gomp_device_traits *
all_traits (struct gomp_device *const *devices, int count)
{
  size_t each = sizeof (struct gomp_device_traits) + GOMP_UID_MAX;
  struct gomp_device_traits *traits = gomp_xalloc ((size_t)count * each + 1);
  char *uid = (char *)(traits + count);
  for (int i = 0; i < count; i++, uid += GOMP_UID_MAX)
    {
      gomp_uid_write (uid, devices[i]->accessible);
      traits[i] = traits_of (devices[i], uid);
    }
  return traits;
}

/* The chosen ones first; the others are said to be left out, and freed.  */
static void
keep_chosen (struct gomp_device **devices, int count, const int *chosen,
             int chosen_count)
{
  struct gomp_device **all = gomp_xalloc ((size_t)count * sizeof (*all) + 1);
  memcpy (all, devices, (size_t)count * sizeof (*all));
  for (int i = 0; i < chosen_count; i++)
    {
      devices[i] = all[chosen[i]];
      devices[i]->number = i;
      all[chosen[i]] = NULL;
    }
  for (int i = 0; i < count; i++)
    if (all[i] != NULL)
      {
        gomp_reason_add ("device %d of plugin %s: left out by "
                         "OMP_AVAILABLE_DEVICES",
                         all[i]->ordinal, all[i]->plugin->name);
        gomp_free (all[i]);
      }
  gomp_free (all);
}

int
gomp_select_devices (struct gomp_device **devices, int count)
{
  const char *text = gomp_icv_global.available_devices;
  if (text == NULL || count == 0)
    return count;
  struct gomp_device_traits *traits = all_traits (devices, count);
  int *chosen = gomp_xalloc ((size_t)count * sizeof (*chosen));
  int chosen_count = gomp_select_available (text, traits, count, chosen);
  keep_chosen (devices, count, chosen, chosen_count);
  gomp_free (chosen);
  gomp_free (traits);
  return chosen_count;
}

/* Programs of older compilers know device 0 as the default even where there
   is none: it is the host then.  */
static int
without_device (void)
{
  if (gomp_icv_global.target_offload == GOMP_OFFLOAD_MANDATORY
      && gomp_image_is_registered (GOMP_IMAGE_INTERFACE_NO_DEFAULT))
    return GOMP_SELECT_INVALID;
  return 0;
}

static int
by_list (const char *text, int count)
{
  struct gomp_device_traits *traits = all_traits (gomp_device_table (), count);
  int number = gomp_select_default (text, traits, count);
  gomp_free (traits);
  return number;
}

int
gomp_default_device_decide (void)
{
  /* Relaxed: whoever decides decides the same.  */
  int number
      = atomic_load_explicit (&select_state.decided, memory_order_relaxed);
  if (number != GOMP_DEFAULT_DEVICE_OPEN)
    return number;
  if (gomp_device_own_number () >= 0
      || gomp_icv_global.target_offload == GOMP_OFFLOAD_DISABLED)
    return 0;
  const char *text = gomp_icv_global.default_device_list;
  int count = gomp_device_count ();
  number = text != NULL ? by_list (text, count) : GOMP_SELECT_DEFAULT;
  /* An image that is registered later can change what holds without.  */
  if (number == GOMP_SELECT_DEFAULT && count == 0)
    return without_device ();
  number = number == GOMP_SELECT_DEFAULT ? 0 : number;
  atomic_store_explicit (&select_state.decided, number, memory_order_relaxed);
  return number;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which devices the program has, and which is the default.

   OMP_AVAILABLE_DEVICES chooses among the accessible devices while the table
   of devices is built, and once more when devices are appended: what it chose
   before keeps its number.

   If no default device is set, it is the first device that the program has an
   image for, else the host: a region without device code runs there, and its
   data should stay there.  OMP_DEFAULT_DEVICE may be a list, which is applied
   to the table.  Once the default is a device it stays the same, since data may
   be there; as long as it is the host, a later image may change it.

   Owns what was decided; any thread.  OpenMP 6.0 sections 4.3.7 and 4.3.8, 5.2
   section 2.2.  */

#include "offload/device/select.h"

#include <stdatomic.h>
#include <string.h>

#include "base/mem.h"
#include "icv/select.h"
#include "offload/device/device.h"
#include "offload/device/refusals.h"
#include "offload/device/uid.h"

static struct select_state
{
  atomic_int kept; /* the first device that the default was decided to be, or
                      GOMP_DEFAULT_DEVICE_OPEN */
} select_state = { .kept = GOMP_DEFAULT_DEVICE_OPEN };

atomic_int gomp_default_decided = GOMP_DEFAULT_DEVICE_OPEN;

/* The known traits of devices of GCC's plugins, which do not report any: the
   words of declare variant (mkoffload).  */
static const struct
{
  int type;
  struct gomp_device_traits traits;
} foreign[] = {
  { GOMP_TYPE_NVPTX, { "gpu", "", "nvptx nvptx64", "nvidia", "" } },
  { GOMP_TYPE_GCN, { "gpu", "", "gcn amdgcn", "amd", "" } },
};

static struct gomp_device_traits
foreign_traits (int type)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (foreign); i++)
    if (foreign[i].type == type)
      return foreign[i].traits;
  return (struct gomp_device_traits){ "", "", "", "", "" };
}

static const char *
ask_trait (const struct gomp_device *device, enum gomp_plugin_trait trait)
{
  const char *words = device->plugin->traits (device->ordinal, trait);
  return words != NULL ? words : "";
}

void
gomp_select_traits (const struct gomp_device *device, const char *uid,
                    struct gomp_device_traits *traits)
{
  *traits = foreign_traits (device->plugin->type);
  if (device->plugin->traits != NULL)
    *traits = (struct gomp_device_traits){
      .kind = ask_trait (device, GOMP_TRAIT_KIND),
      .isa = ask_trait (device, GOMP_TRAIT_ISA),
      .arch = ask_trait (device, GOMP_TRAIT_ARCH),
      .vendor = ask_trait (device, GOMP_TRAIT_VENDOR),
    };
  traits->uid = uid;
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
      gomp_select_traits (devices[i], uid, &traits[i]);
    }
  return traits;
}

static void
explain_left_out (struct gomp_device *const *accessible, int first, int count)
{
  for (int i = first; i < count; i++)
    if (accessible[i]->number < 0)
      gomp_refusals_add ("device %d of plugin %s: left out by "
                         "OMP_AVAILABLE_DEVICES",
                         accessible[i]->ordinal, accessible[i]->plugin->name);
}

int
gomp_select_devices (struct gomp_device *const *accessible, int first,
                     int count, struct gomp_device **devices, int had)
{
  const char *text = gomp_icv_global.available_devices;
  int *chosen = gomp_xalloc ((size_t)count * sizeof (*chosen) + 1);
  int chosen_count = 0;
  if (text == NULL)
    for (int i = first; i < count; i++)
      chosen[chosen_count++] = i;
  else if (count > 0)
    {
      struct gomp_device_traits *traits = all_traits (accessible, count);
      chosen_count = gomp_select_available (text, traits, count, chosen);
      gomp_free (traits);
    }
  for (int i = 0; i < chosen_count; i++)
    if (accessible[chosen[i]]->number < 0)
      {
        devices[had] = accessible[chosen[i]];
        devices[had]->number = had;
        had++;
      }
  gomp_free (chosen);
  explain_left_out (accessible, first, count);
  return had;
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

/* The default without OMP_DEFAULT_DEVICE.  If a device is mandatory and the
   program has code for none, it is the first one, so that a region is an error
   and routines use that device.  */
static int
first_with_image (int count)
{
  for (int i = 0; i < count; i++)
    if (gomp_image_is_for (gomp_device_image_type (gomp_device_table ()[i])))
      return i;
  if (gomp_icv_global.target_offload != GOMP_OFFLOAD_MANDATORY)
    return count;
  return count > 0 ? 0 : without_device ();
}

static int
decide (int count)
{
  const char *text = gomp_icv_global.default_device_list;
  if (gomp_icv_global.target_offload == GOMP_OFFLOAD_DISABLED)
    return 0;
  int number = text != NULL ? by_list (text, count) : GOMP_SELECT_DEFAULT;
  return number == GOMP_SELECT_DEFAULT ? first_with_image (count) : number;
}

/* The device that was NUMBER first, by whichever thread.  */
static int
keep (int number)
{
  int kept = GOMP_DEFAULT_DEVICE_OPEN;
  /* Relaxed: nothing goes with it.  */
  return atomic_compare_exchange_strong_explicit (&select_state.kept, &kept,
                                                  number, memory_order_relaxed,
                                                  memory_order_relaxed)
             ? number
             : kept;
}

int
gomp_default_device_decide (void)
{
  if (gomp_device_own_number () >= 0)
    return 0;
  /* Sequentially consistent, here and in gomp_select_reconsider: either this
     sees that images changed, or they make undecided what is stored here.  */
  unsigned changes = atomic_load (&gomp_image_changes);
  int count = gomp_device_count ();
  int number = atomic_load_explicit (&select_state.kept, memory_order_relaxed);
  if (number == GOMP_DEFAULT_DEVICE_OPEN)
    number = decide (count);
  if ((unsigned)number < (unsigned)count
      && gomp_image_is_for (
          gomp_device_image_type (gomp_device_table ()[number])))
    number = keep (number);
  atomic_store (&gomp_default_decided, number);
  if (atomic_load (&gomp_image_changes) != changes)
    atomic_store (&gomp_default_decided, GOMP_DEFAULT_DEVICE_OPEN);
  return number;
}

void
gomp_select_reconsider (void)
{
  atomic_store (&gomp_default_decided, GOMP_DEFAULT_DEVICE_OPEN);
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which device a construct is for, or that it is for the host.

   If a plugin cannot initialise a device, or the program's images are not for
   it, the host runs the device's constructs, unless OMP_TARGET_OFFLOAD
   forbids that.  This stays so: data that one construct did not map there
   cannot be found by a later one.  */

#include "icv/icv.h"
#include "offload/device/device_internal.h"
#include "offload/device/refusals.h"
#include "offload/device/select.h"
#include "team/self.h"

#define MAKES_ERROR "  hint: OMP_TARGET_OFFLOAD=mandatory makes this an error"

static bool
is_mandatory (void)
{
  return gomp_icv_global.target_offload == GOMP_OFFLOAD_MANDATORY
         && !gomp_offload_state.is_device;
}

/* NUMBER is no device of the table; GIVEN is what the construct passed.  */
static enum gomp_device_choice
choose_none (int given, int number)
{
  int count = table_list ()->count;
  bool by_icv = given == GOMP_DEVICE_ICV || given == GOMP_DEVICE_DEFAULT;
  if (gomp_offload_state.is_device)
    return GOMP_CHOICE_HOST;
  bool none = is_mandatory () && count == 0;
  if (number == GOMP_DEVICE_INVALID && !(by_icv && none))
    {
      gomp_error_set (GOMP_ERR_NODEV, "omp_invalid_device encountered");
      if (by_icv && gomp_icv ()->default_device == GOMP_DEFAULT_DEVICE_OPEN)
        gomp_error_note ("no device is chosen by OMP_DEFAULT_DEVICE=%s",
                         gomp_icv_global.default_device_list);
      return GOMP_CHOICE_ERROR;
    }
  bool host_asked = (number == count && count > 0) || (by_icv && number == -1);
  if (!is_mandatory () || host_asked)
    return GOMP_CHOICE_HOST;
  if (none)
    gomp_error_set (GOMP_ERR_NODEV,
                    "OMP_TARGET_OFFLOAD is set to MANDATORY, but only the host "
                    "device is available");
  else
    {
      gomp_error_set (GOMP_ERR_NODEV,
                      "OMP_TARGET_OFFLOAD is set to MANDATORY, but device not "
                      "found");
      gomp_error_note ("device %d was requested; the number of devices is %d",
                       number, count);
    }
  gomp_refusals_append_to_error ();
  if (!gomp_device_emulates ())
    {
      gomp_error_note ("plugin " EMULATORS ": " GOMP_NO_IMAGE);
      gomp_error_hint (GOMP_CAN_EMULATE
                           ? "compile and link with offloading to " EMULATORS
                             " enabled"
                           : "with another value of OMP_TARGET_OFFLOAD the "
                             "host runs the regions");
    }
  return GOMP_CHOICE_ERROR;
}

/* The thread's recorded error says why, unless the plugin has printed it.  */
static COLD void
warn_left (struct gomp_device *device)
{
  char name[GOMP_DEVICE_NAME_MAX];
  gomp_device_describe (device, name);
  if (device->lacks == GOMP_LACKS_IMAGE)
    gomp_warning ("%s\n  the host runs the regions of %s\n" MAKES_ERROR,
                  gomp_error_text (), name);
  else
    gomp_warning ("device initialization failed: %s; the host runs its "
                  "regions\n" MAKES_ERROR,
                  name);
}

/* From now on, if the plugin could not start it.  */
static bool
is_left_to_host (struct gomp_device *device)
{
  if (!gomp_hook_lock (&device->mutex))
    return false;
  int state = atomic_load (&device->state);
  bool leaves
      = state == GOMP_DEVICE_UNUSED && device->lacks != GOMP_LACKS_NOTHING;
  if (leaves)
    atomic_store (&device->state, GOMP_DEVICE_FAILED);
  gomp_hook_unlock (&device->mutex);
  if (leaves)
    warn_left (device);
  leaves |= state == GOMP_DEVICE_FAILED || state == GOMP_DEVICE_FINALIZED;
  if (leaves)
    gomp_error_clear ();
  return leaves;
}

/* Device NUMBER of the table.  */
static inline enum gomp_device_choice
open_chosen (int number, struct gomp_device **device)
{
  *device = open_device (number);
  if (likely (*device != NULL))
    return GOMP_CHOICE_DEVICE;
  return !is_mandatory () && is_left_to_host (table_list ()->devices[number])
             ? GOMP_CHOICE_HOST
             : GOMP_CHOICE_ERROR;
}

static inline bool
is_default (int given)
{
  return given == GOMP_DEVICE_ICV || given == GOMP_DEVICE_DEFAULT;
}

static inline bool
is_host (int given)
{
  return given == GOMP_DEVICE_HOST || given == GOMP_DEVICE_HOST_USER;
}

/* GIVEN is no device that the table is known to have, or there is a listener.
   The check whether the table exists is needed anyway, and also finds a
   listener.  The table may have become known after the caller's check.  */
static NOINLINE enum gomp_device_choice
choose_otherwise (int given, int number, struct gomp_device **device)
{
  if (unlikely (table_state () != TABLE_BUILT))
    {
      /* A thread's first call may start a tool, which then listens.  */
      gomp_self ();
      if (gomp_observe_offload ())
        return GOMP_CHOICE_OBSERVED;
      return gomp_device_choose_observed (given, device);
    }
  if (is_host (given))
    return GOMP_CHOICE_HOST;
  int count = table_list ()->count;
  if ((unsigned)number < (unsigned)count)
    return open_chosen (number, device);
  return number == count && !is_mandatory () ? GOMP_CHOICE_HOST
                                             : choose_none (given, number);
}

enum gomp_device_choice
gomp_device_choose_observed (int given, struct gomp_device **device)
{
  if (is_host (given))
    return GOMP_CHOICE_HOST;
  int number = is_default (given) ? gomp_default_device () : given;
  return (unsigned)number < (unsigned)gomp_device_count ()
             ? open_chosen (number, device)
             : choose_none (given, number);
}

/* Listeners cost unobserved constructs nothing: with a listener the table seems
   to be empty.  */
enum gomp_device_choice
gomp_device_choose (int given, struct gomp_device **device)
{
  int number = given;
  if (likely (is_default (given)))
    number = gomp_default_device ();
  /* Acquire: pairs with the release in count_again.  */
  if (unlikely ((unsigned)number >= (unsigned)atomic_load_explicit (
                    &gomp_offload_state.unobserved, memory_order_acquire)))
    return choose_otherwise (given, number, device);
  return open_chosen (number, device);
}

enum gomp_device_choice
gomp_device_choose_memory (int number, struct gomp_device **device)
{
  /* Acquire: pairs with the release in count_again.  */
  int unobserved = atomic_load_explicit (&gomp_offload_state.unobserved,
                                         memory_order_acquire);
  *device = NULL;
  if (unlikely ((unsigned)number >= (unsigned)unobserved))
    return number == unobserved && unobserved > 0 ? GOMP_CHOICE_HOST
                                                  : GOMP_CHOICE_OBSERVED;
  *device = open_device (number);
  return likely (*device != NULL) ? GOMP_CHOICE_DEVICE : GOMP_CHOICE_ERROR;
}

enum gomp_device_choice
gomp_device_refused (struct gomp_device *device)
{
  (void)device;
  return is_mandatory () ? GOMP_CHOICE_ERROR : GOMP_CHOICE_HOST;
}

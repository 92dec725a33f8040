/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's devices: types and numbers, choosing, starting, shutting down
   (OpenACC 2.6 sections 2.3, 3.2.1 to 3.2.7).

   A device of OpenACC is the host, or a device of offload/device whose plugin
   can run OpenACC's regions.  `lock' guards the choice for threads that have
   no device yet.  */

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "icv/icv.h"
#include "offload/device/refusals.h"
#include "openacc/internal.h"
#include "openacc/observe.h"
#include "openacc/profiling.h"

static const char *const type_names[GOMP_ACC_TYPES]
    = { [GOMP_ACC_NONE] = "none",
        [GOMP_ACC_DEFAULT] = "default",
        [GOMP_ACC_HOST] = "host",
        [3] = "3",
        [GOMP_ACC_NOT_HOST] = "not_host",
        [GOMP_ACC_NVIDIA] = "nvidia",
        [6] = "6",
        [GOMP_ACC_EMULATED] = "x86emul",
        [GOMP_ACC_RADEON] = "radeon" };

/* The types of devices.  The default is the first type that has devices, so
   emulated devices come last.  */
static const int preferred[]
    = { GOMP_ACC_NVIDIA, GOMP_ACC_RADEON, 6, GOMP_ACC_EMULATED };

static struct
{
  struct gomp_mutex lock;
  int type;             /* the program's choice, or DEFAULT */
  int number;           /* the program's choice, or -1 */
  unsigned initialised; /* a bit for each type that acc_init has initialised */
} chosen = { .type = GOMP_ACC_DEFAULT, .number = -1 };

/* ---- Types and numbers.  */

int
gomp_acc_type_of (const struct gomp_device *device)
{
  const struct gomp_plugin *plugin = device->plugin;
  if (plugin->acc_type != NULL)
    return plugin->acc_type ();
  return (plugin->capabilities & GOMP_CAP_OPENACC_200) != 0
                 && plugin->type > GOMP_ACC_NOT_HOST
                 && plugin->type < GOMP_ACC_TYPES
             ? plugin->type
             : GOMP_ACC_NONE;
}

/* Device NUMBER of TYPE, which is not the host, or NULL.  *COUNT: the number
   of devices of TYPE, counted up to this one.  */
static struct gomp_device *
find (int type, int number, int *count)
{
  int known = gomp_device_count ();
  *count = 0;
  for (int i = 0; i < known; i++)
    {
      struct gomp_device *device = gomp_device_table ()[i];
      if (gomp_acc_type_of (device) == type && (*count)++ == number)
        return device;
    }
  return NULL;
}

static int
count_of (int type)
{
  int count;
  if (type == GOMP_ACC_HOST)
    return 1;
  find (type, -1, &count);
  return count;
}

/* The first type that has devices, or NONE.  WITH_CODE: the program must have
   code for it.  */
static int
first_type (bool with_code)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (preferred); i++)
    {
      int count;
      struct gomp_device *device = find (preferred[i], 0, &count);
      if (device != NULL
          && (!with_code
              || gomp_image_is_for (gomp_device_image_type (device))))
        return preferred[i];
    }
  return GOMP_ACC_NONE;
}

/* Record why there are no devices, or no more of them.  */
static void
explain_lack (void)
{
  gomp_refusals_append_to_error ();
  if (!gomp_image_is_there ())
    gomp_error_hint ("the program has no device code: compile and link with "
                     "offloading enabled");
}

static bool
is_name (int type, const char *name)
{
  return strcasecmp (type_names[type], name) == 0;
}

/* Record why there is no device of type NAME.  */
static enum gomp_status
unsupported (const char *name)
{
  int type = GOMP_ACC_HOST;
  gomp_error_set (GOMP_ERR_NODEV, "device type %s not supported", name);
  while (type < GOMP_ACC_TYPES && !is_name (type, name))
    type++;
  if (type == GOMP_ACC_TYPES || type == GOMP_ACC_NOT_HOST)
    gomp_error_hint ("the types are %s, %s, %s and %s",
                     type_names[GOMP_ACC_HOST], type_names[GOMP_ACC_NVIDIA],
                     type_names[GOMP_ACC_RADEON],
                     type_names[GOMP_ACC_EMULATED]);
  else
    explain_lack ();
  return GOMP_ERR_NODEV;
}

/* The type that ACC_DEVICE_TYPE names, if the machine has devices of it.  */
static enum gomp_status
type_by_name (const char *name, int *type)
{
  for (*type = GOMP_ACC_HOST; *type < GOMP_ACC_TYPES; ++*type)
    if (*type != GOMP_ACC_NOT_HOST && is_name (*type, name)
        && count_of (*type) > 0)
      return GOMP_OK;
  return unsupported (name);
}

static enum gomp_status
default_type (int *type)
{
  const char *name = gomp_icv_globals ()->acc_device_type;
  if (name != NULL)
    return type_by_name (name, type);
  *type = first_type (true);
  if (*type == GOMP_ACC_NONE)
    *type = GOMP_ACC_HOST;
  return GOMP_OK;
}

static enum gomp_status
check_type (int type)
{
  return type >= GOMP_ACC_NONE && type < GOMP_ACC_TYPES
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_INVALID, "unknown device type %u",
                               (unsigned)type);
}

static enum gomp_status
no_device (void)
{
  gomp_error_set (GOMP_ERR_NODEV, "no device found");
  explain_lack ();
  return GOMP_ERR_NODEV;
}

/* The type that *TYPE, which is valid, stands for.  */
static enum gomp_status
resolve (int *type)
{
  int given = *type;
  if (given == GOMP_ACC_DEFAULT)
    return default_type (type);
  if (given == GOMP_ACC_NOT_HOST)
    {
      *type = first_type (true);
      if (*type == GOMP_ACC_NONE)
        *type = first_type (false);
      return *type != GOMP_ACC_NONE ? GOMP_OK : no_device ();
    }
  return count_of (given) > 0 ? GOMP_OK : unsupported (type_names[given]);
}

static int
default_number (void)
{
  return chosen.number >= 0 ? chosen.number
                            : gomp_icv_globals ()->acc_device_num;
}

const char *
gomp_acc_host_reason (void)
{
  int type = chosen.type;
  bool asked = type == GOMP_ACC_HOST
               || gomp_icv_globals ()->acc_device_type != NULL
               || resolve (&type) != GOMP_OK || type != GOMP_ACC_HOST;
  gomp_error_clear ();
  if (asked)
    return "its device is the host";
  return gomp_icv_global.target_offload == GOMP_OFFLOAD_DISABLED
             ? "OMP_TARGET_OFFLOAD is set to DISABLED"
             : gomp_image_lack (gomp_device_known ());
}

static enum gomp_status
out_of_range (int type, int number, int count)
{
  gomp_error_set (GOMP_ERR_NODEV, "device %u out of range", (unsigned)number);
  gomp_error_note ("there %s %d device%s of type %s, numbered from 0",
                   count == 1 ? "is" : "are", count, count == 1 ? "" : "s",
                   type_names[type]);
  return GOMP_ERR_NODEV;
}

/* Open device NUMBER of TYPE.  */
static enum gomp_status
open_device (int type, int number, struct gomp_acc_device *device)
{
  *device = (struct gomp_acc_device){ .type = type, .number = number };
  int count = 1;
  if (type != GOMP_ACC_HOST)
    device->device = find (type, number, &count);
  if (type == GOMP_ACC_HOST ? number != 0 : device->device == NULL)
    return out_of_range (type, number, count);
  return type == GOMP_ACC_HOST
                 || gomp_device_open (device->device->number) != NULL
             ? GOMP_OK
             : GOMP_ERR_NODEV;
}

/* Bind THREAD to device NUMBER of TYPE.  */
static enum gomp_status
bind_to (struct gomp_acc_thread *thread, int type, int number)
{
  struct gomp_acc_device device;
  enum gomp_status status = open_device (type, number, &device);
  if (status == GOMP_OK)
    gomp_acc_bind (thread, &device);
  return status;
}

static enum gomp_status
bind_default (struct gomp_acc_thread *thread)
{
  int type = chosen.type;
  struct gomp_acc_seen seen;
  gomp_acc_prof_load ();
  gomp_acc_see_init (&seen, GOMP_ACC_OF_COMPUTE, false, type,
                     default_number ());
  enum gomp_status status = resolve (&type);
  if (status == GOMP_OK)
    status = bind_to (thread, type, default_number ());
  gomp_acc_seen (&seen);
  return status;
}

enum gomp_status
gomp_acc_thread_get_slowly (struct gomp_acc_thread **thread)
{
  struct gomp_acc_thread *t = *thread = gomp_acc_self ();
  if (t == NULL)
    return GOMP_ERR_NOMEM;
  if (t->device.type == GOMP_ACC_NONE)
    return bind_default (t);
  return t->device.device == NULL
                 || gomp_device_open (t->device.device->number) != NULL
             ? GOMP_OK
             : GOMP_ERR_NODEV;
}

/* ---- Routines.  */

enum gomp_status
gomp_acc_count_devices (int type, int *count)
{
  enum gomp_status status = check_type (type);
  *count = 0;
  if (status != GOMP_OK || type == GOMP_ACC_NONE)
    return status;
  if (resolve (&type) == GOMP_OK)
    *count = count_of (type);
  else
    gomp_error_clear ();
  return GOMP_OK;
}

static enum gomp_status
check_change (const struct gomp_acc_thread *thread, const char *routine)
{
  return thread == NULL || thread->data == NULL
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_INVALID, "%s in 'acc data' region",
                               routine);
}

enum gomp_status
gomp_acc_set_type (int type)
{
  struct gomp_acc_thread *thread = gomp_acc_self ();
  enum gomp_status status = thread == NULL ? GOMP_ERR_NOMEM : check_type (type);
  if (status == GOMP_OK)
    status = check_change (thread, "acc_set_device_type");
  if (status == GOMP_OK)
    status = resolve (&type);
  if (status != GOMP_OK)
    return status;
  gomp_mutex_lock (&chosen.lock);
  chosen.type = type;
  gomp_mutex_unlock (&chosen.lock);
  return bind_to (thread, type, default_number ());
}

enum gomp_status
gomp_acc_get_type (int *type)
{
  const struct gomp_acc_thread *thread = gomp_acc_self_if_any ();
  *type = GOMP_ACC_HOST;
  if (thread != NULL && thread->on_host > 0)
    return GOMP_OK;
  *type = thread != NULL ? thread->device.type : GOMP_ACC_NONE;
  if (*type != GOMP_ACC_NONE)
    return GOMP_OK;
  *type = chosen.type;
  return resolve (type);
}

enum gomp_status
gomp_acc_set_number (int number, int type)
{
  struct gomp_acc_thread *thread = gomp_acc_self ();
  enum gomp_status status = thread == NULL ? GOMP_ERR_NOMEM : check_type (type);
  if (status == GOMP_OK)
    status = check_change (thread, "acc_set_device_num");
  if (status == GOMP_OK && type == GOMP_ACC_NONE)
    {
      type = thread->device.type != GOMP_ACC_NONE ? thread->device.type
                                                  : chosen.type;
    }
  if (status == GOMP_OK)
    status = resolve (&type);
  if (status != GOMP_OK)
    return status;
  if (number < 0)
    number = gomp_icv_globals ()->acc_device_num;
  status = bind_to (thread, type, number);
  if (status != GOMP_OK)
    return status;
  gomp_mutex_lock (&chosen.lock);
  chosen.number = number;
  gomp_mutex_unlock (&chosen.lock);
  return GOMP_OK;
}

enum gomp_status
gomp_acc_get_number (int type, int *number)
{
  const struct gomp_acc_thread *thread = gomp_acc_self_if_any ();
  enum gomp_status status = check_type (type);
  if (status == GOMP_OK)
    status = resolve (&type);
  *number = thread != NULL && thread->device.type == type
                ? thread->device.number
                : default_number ();
  return status;
}

enum gomp_status
gomp_acc_init (int type)
{
  struct gomp_acc_seen seen;
  int given = type;
  struct gomp_acc_thread *thread = gomp_acc_self ();
  enum gomp_status status = thread == NULL ? GOMP_ERR_NOMEM : check_type (type);
  if (status == GOMP_OK)
    status = resolve (&type);
  if (status != GOMP_OK)
    return status;
  gomp_mutex_lock (&chosen.lock);
  bool again = (chosen.initialised & 1u << type) != 0;
  chosen.initialised |= 1u << type;
  gomp_mutex_unlock (&chosen.lock);
  if (again || thread->device.type == type)
    return gomp_error_set (GOMP_ERR_INVALID, "device already active");
  gomp_acc_prof_load ();
  gomp_acc_see_init (&seen, GOMP_ACC_OF_ROUTINE, true, given,
                     default_number ());
  status = bind_to (thread, type, default_number ());
  gomp_acc_seen (&seen);
  return status;
}

/* ---- Shutting down.  */

static enum gomp_status
refuse_shutdown (enum gomp_acc_use use)
{
  return gomp_error_set (GOMP_ERR_INVALID,
                         use == GOMP_ACC_IN_DATA
                             ? "shutdown in 'acc data' region"
                             : "shutdown during host fallback");
}

static enum gomp_status
close_device (struct gomp_device *device)
{
  enum gomp_status status = gomp_acc_queues_close (device);
  return status == GOMP_OK ? gomp_device_close (device) : status;
}

/* Do ACT on each device of TYPE that is in use.  */
static enum gomp_status
for_devices (int type, enum gomp_status (*act) (struct gomp_device *device))
{
  int known = gomp_device_known ();
  enum gomp_status status = GOMP_OK;
  for (int i = 0; i < known && status == GOMP_OK; i++)
    {
      struct gomp_device *device = gomp_device_if_ready (i);
      if (device != NULL && gomp_acc_type_of (device) == type)
        status = act (device);
    }
  return status;
}

/* Is a device of TYPE in use, or has the program initialised it?  */
static bool
is_active (int type)
{
  for (int i = 0; i < gomp_device_known () && type != GOMP_ACC_HOST; i++)
    {
      const struct gomp_device *device = gomp_device_if_ready (i);
      if (device != NULL && gomp_acc_type_of (device) == type)
        return true;
    }
  const struct gomp_acc_thread *thread = gomp_acc_self_if_any ();
  return (chosen.initialised & 1u << type) != 0
         || (thread != NULL && thread->device.type == type);
}

enum gomp_status
gomp_acc_shutdown (int type)
{
  struct gomp_acc_seen seen;
  enum gomp_status status = check_type (type);
  if (status == GOMP_OK)
    status = resolve (&type);
  if (status != GOMP_OK)
    return status;
  if (!is_active (type))
    return gomp_error_set (GOMP_ERR_NODEV, "no device initialized");
  gomp_acc_see (&seen, GOMP_EVENT_ACC_SHUTDOWN_BEGIN, GOMP_ACC_OF_ROUTINE,
                GOMP_ACC_SYNC);
  /* Threads of queues are bound to a device as long as they have work.  */
  status = for_devices (type, gomp_acc_queues_await);
  enum gomp_acc_use use = gomp_acc_unbind_all (type);
  if (use != GOMP_ACC_UNUSED)
    status = refuse_shutdown (use);
  else if (status == GOMP_OK)
    status = for_devices (type, close_device);
  gomp_acc_seen (&seen);
  if (use != GOMP_ACC_UNUSED)
    return status;
  gomp_mutex_lock (&chosen.lock);
  chosen.initialised &= ~(1u << type);
  gomp_mutex_unlock (&chosen.lock);
  return status;
}

/* ---- Questions.  */

/* In a device process, its own code calls this.  */
bool
gomp_acc_is_on (int type)
{
  if (gomp_device_own_number () >= 0)
    return type == GOMP_ACC_NOT_HOST || type == GOMP_ACC_EMULATED;
  return type == GOMP_ACC_HOST || type == GOMP_ACC_NONE;
}

static void
host_property (int property, union goacc_property_value *value)
{
  switch (property)
    {
    case GOACC_PROPERTY_NAME:
      value->ptr = "GOMP";
      break;
    case GOACC_PROPERTY_VENDOR:
      value->ptr = "GNU";
      break;
    case GOACC_PROPERTY_DRIVER:
      value->ptr = PACKAGE_VERSION;
      break;
    default:
      break;
    }
}

enum gomp_status
gomp_acc_get_property (int number, int type, int property, bool is_string,
                       union goacc_property_value *value)
{
  struct gomp_acc_device device;
  struct gomp_acc_thread *thread;
  value->ptr = NULL;
  value->val = 0;
  enum gomp_status status = GOMP_OK;
  if (type == GOMP_ACC_CURRENT)
    {
      status = gomp_acc_thread_get (&thread);
      if (status == GOMP_OK)
        device = thread->device;
    }
  else
    {
      status = check_type (type);
      if (status == GOMP_OK)
        status = resolve (&type);
      if (status == GOMP_OK)
        status = open_device (type, number, &device);
    }
  if (status != GOMP_OK || (property >= GOACC_PROPERTY_NAME) != is_string)
    return status;
  if (device.device == NULL)
    host_property (property, value);
  else if (device.device->plugin->openacc_get_property != NULL)
    *value = device.device->plugin->openacc_get_property (
        device.device->ordinal, (enum goacc_property)property);
  else if (property == GOACC_PROPERTY_NAME)
    value->ptr = device.device->plugin->name;
  return GOMP_OK;
}

void
gomp_acc_device_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&chosen.lock, when);
}

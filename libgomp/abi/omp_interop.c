/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interop construct and the routines that query the properties of its
   objects (OpenMP 5.2 sections 14.1 and 18.12).

   No plugin offers its foreign runtime, so omp_interop_none is the only object:
   init stores it, and every property is empty.  Programs must expect this of
   any device.  */

#include "abi/omp_interop.h"

#include "abi/fortran.h"
#include "abi/gomp_task.h"
#include "base/diag.h"
#include "offload/device/device.h"
#include "offload/directive/targettask.h"

#define FLAG_NOWAIT 1

struct property
{
  const char *name; /* as the specification writes it */
  const char *type; /* of its value; NULL: the foreign runtime's */
};

/* By the negated number of the property.  */
static const struct property properties[] = {
  [-omp_ipr_fr_id] = { "fr_id", "omp_interop_t" },
  [-omp_ipr_fr_name] = { "fr_name", "const char *" },
  [-omp_ipr_vendor] = { "vendor", "int" },
  [-omp_ipr_vendor_name] = { "vendor_name", "const char *" },
  [-omp_ipr_device_num] = { "device_num", "int" },
  [-omp_ipr_platform] = { "platform", NULL },
  [-omp_ipr_device] = { "device", NULL },
  [-omp_ipr_device_context] = { "device_context", NULL },
  [-omp_ipr_targetsync] = { "targetsync", NULL },
};

static const struct property *
find_property (int number)
{
  if (number > omp_ipr_fr_id || number < omp_ipr_first)
    return NULL;
  return &properties[-number];
}

/* The device has to exist, or be the host.  */
static void
check_device (int number)
{
  struct gomp_device *device;
  if (gomp_device_choose_observed (number, &device) == GOMP_CHOICE_ERROR)
    gomp_fatal_recorded ();
}

void
GOMP_interop (int device, int init_count, struct interop_obj_t ***init,
              const int *target_targetsync, const char **prefer_type,
              int use_count, struct interop_obj_t **use, int destroy_count,
              struct interop_obj_t ***destroy, unsigned flags, void **depend)
{
  (void)target_targetsync;
  (void)prefer_type;
  (void)use_count;
  (void)use;
  check_device (device);
  bool empty_task = depend != NULL && (flags & FLAG_NOWAIT)
                    && gomp_target_task_may_defer ();
  if (empty_task)
    gomp_target_task_spawn_empty (gomp_task_checked (depend));
  else if (depend != NULL)
    gomp_target_task_wait_depend (gomp_task_checked (depend));
  for (int i = 0; i < init_count; i++)
    *init[i] = NULL;
  for (int i = 0; i < destroy_count; i++)
    *destroy[i] = NULL;
}

int
omp_get_num_interop_properties (const omp_interop_t interop)
{
  (void)interop;
  return 0;
}

/* Store in *WHY why there is no value.  */
static void
store_reason (omp_interop_property_t property, omp_interop_rc_t *why)
{
  if (why != NULL)
    *why = find_property (property) != NULL ? omp_irc_empty
                                            : omp_irc_out_of_range;
}

intptr_t
omp_get_interop_int (const omp_interop_t interop,
                     omp_interop_property_t property, omp_interop_rc_t *why)
{
  (void)interop;
  store_reason (property, why);
  return 0;
}

void *
omp_get_interop_ptr (const omp_interop_t interop,
                     omp_interop_property_t property, omp_interop_rc_t *why)
{
  (void)interop;
  store_reason (property, why);
  return NULL;
}

const char *
omp_get_interop_str (const omp_interop_t interop,
                     omp_interop_property_t property, omp_interop_rc_t *why)
{
  (void)interop;
  store_reason (property, why);
  return NULL;
}

const char *
omp_get_interop_name (const omp_interop_t interop,
                      omp_interop_property_t property)
{
  (void)interop;
  const struct property *found = find_property (property);
  return found != NULL ? found->name : NULL;
}

const char *
omp_get_interop_type_desc (const omp_interop_t interop,
                           omp_interop_property_t property)
{
  (void)interop;
  const struct property *found = find_property (property);
  return found != NULL ? found->type : NULL;
}

const char *
omp_get_interop_rc_desc (const omp_interop_t interop, omp_interop_rc_t why)
{
  (void)interop;
  switch (why)
    {
    case omp_irc_no_value:
      return "the property has no value";
    case omp_irc_success:
      return "successful";
    case omp_irc_empty:
      return "the object is omp_interop_none";
    case omp_irc_out_of_range:
      return "there is no such property";
    case omp_irc_type_int:
      return "the property is an integer: use omp_get_interop_int";
    case omp_irc_type_ptr:
      return "the property is a pointer: use omp_get_interop_ptr";
    case omp_irc_type_str:
      return "the property is a string: use omp_get_interop_str";
    case omp_irc_other:
      return "other error";
    }
  return NULL;
}

/* ---- Fortran: the result is a string of deferred length.  */

void
omp_get_interop_str_ (const char **result, size_t *length, intptr_t interop,
                      int32_t property, int32_t *why)
{
  omp_interop_rc_t code;
  const char *text = omp_get_interop_str (
      (omp_interop_t)interop, (omp_interop_property_t)property, &code);
  if (why != NULL)
    *why = (int32_t)code;
  gomp_fortran_string (text, result, length);
}

void
omp_get_interop_name_ (const char **result, size_t *length, intptr_t interop,
                       int32_t property)
{
  gomp_fortran_string (omp_get_interop_name ((omp_interop_t)interop,
                                             (omp_interop_property_t)property),
                       result, length);
}

void
omp_get_interop_type_desc_ (const char **result, size_t *length,
                            intptr_t interop, int32_t property)
{
  gomp_fortran_string (
      omp_get_interop_type_desc ((omp_interop_t)interop,
                                 (omp_interop_property_t)property),
      result, length);
}

void
omp_get_interop_rc_desc_ (const char **result, size_t *length, intptr_t interop,
                          int32_t why)
{
  gomp_fortran_string (
      omp_get_interop_rc_desc ((omp_interop_t)interop, (omp_interop_rc_t)why),
      result, length);
}

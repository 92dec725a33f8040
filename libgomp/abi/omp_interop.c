/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interop construct and the routines that query the properties of its
   objects (OpenMP 5.2 sections 14.1 and 18.12).  Any thread; owns nothing.

   Only devices whose plugin has the hook `foreign' have objects; for others,
   and for the host, init stores omp_interop_none.

   The construct is a task that foreign tasks are ordered with: those started
   before it end before it begins, those started after it begin after it ends.
   Nothing can hold back the later ones, so that the construct waits for its
   dependences also with nowait, if an object has targetsync.  */

#include "abi/omp_interop.h"

#include "abi/fortran.h"
#include "abi/gomp_task.h"
#include "base/diag.h"
#include "base/mem.h"
#include "offload/device/device.h"
#include "offload/directive/interop.h"
#include "offload/directive/targettask.h"

#define FLAG_NOWAIT 1

static inline void
check (enum gomp_status status)
{
  if (unlikely (status != GOMP_OK))
    gomp_fatal_recorded ();
}

/* ---- The construct.  */

/* The device, which has to exist; NULL: the host.  */
static struct gomp_device *
choose_device (int number)
{
  struct gomp_device *device;
  enum gomp_device_choice choice
      = gomp_device_choose_observed (number, &device);
  if (choice == GOMP_CHOICE_ERROR)
    gomp_fatal_recorded ();
  return choice == GOMP_CHOICE_DEVICE ? device : NULL;
}

/* The objects that a task waits for: those with targetsync.  */
struct waiting
{
  size_t count;
  const struct interop_obj_t *object[];
};

/* Wait for all but the last, whose end completes the task.  */
static bool
start_waiting (void *payload, void *task)
{
  const struct waiting *w = payload;
  for (size_t i = 0; i + 1 < w->count; i++)
    check (gomp_interop_wait (w->object[i]));
  gomp_interop_call (w->object[w->count - 1], gomp_target_task_complete, task);
  return true;
}

static void
finish_waiting (void *payload)
{
  const struct waiting *w = payload;
  check (gomp_interop_wait (w->object[w->count - 1]));
}

static void
drop_waiting (void *payload)
{
  (void)payload;
}

static void *
no_construct (void *payload)
{
  (void)payload;
  return NULL;
}

static const struct gomp_target_task_ops waiting_ops
    = { .start = start_waiting,
        .finish = finish_waiting,
        .drop = drop_waiting,
        .construct = no_construct };

static bool
is_ordered (const struct interop_obj_t *object)
{
  return object != NULL && object->queue != NULL;
}

static bool
are_some_ordered (int count, struct interop_obj_t **use)
{
  for (int i = 0; i < count; i++)
    if (is_ordered (use[i]))
      return true;
  return false;
}

/* Those of the COUNT objects in USE that have targetsync.  */
static struct waiting *
collect_waiting (int count, struct interop_obj_t **use)
{
  struct waiting *w
      = gomp_xalloc (sizeof (*w) + (size_t)count * sizeof (w->object[0]));
  w->count = 0;
  for (int i = 0; i < count; i++)
    if (is_ordered (use[i]))
      w->object[w->count++] = use[i];
  return w;
}

/* Order tasks by DEPEND (NULL: there is no such clause) and the tasks in the
   COUNT objects in USE.  */
static void
synchronize (void **depend, bool may_defer, int count,
             struct interop_obj_t **use)
{
  bool some = are_some_ordered (count, use);
  bool defers = depend != NULL && may_defer && gomp_target_task_may_defer ();
  if (depend != NULL && (!defers || some))
    gomp_target_task_wait_depend (depend);
  if (!defers)
    for (int i = 0; i < count; i++)
      check (gomp_interop_wait (use[i]));
  else if (some)
    gomp_target_task_spawn (&waiting_ops, collect_waiting (count, use), depend);
  else
    gomp_target_task_spawn_empty (depend);
}

void
GOMP_interop (int number, int init_count, struct interop_obj_t ***init,
              const int *target_targetsync, const char **prefer_type,
              int use_count, struct interop_obj_t **use, int destroy_count,
              struct interop_obj_t ***destroy, unsigned flags, void **depend)
{
  struct gomp_device *device = choose_device (number);
  synchronize (depend != NULL ? gomp_task_checked (depend) : NULL,
               (flags & FLAG_NOWAIT) != 0, use_count, use);
  for (int i = 0; i < init_count; i++)
    check (gomp_interop_create (device, target_targetsync[i],
                                prefer_type != NULL ? prefer_type[i] : NULL,
                                init[i]));
  for (int i = 0; i < destroy_count; i++)
    {
      check (gomp_interop_free (*destroy[i]));
      *destroy[i] = NULL;
    }
}

/* ---- Properties.  */

/* By the negated number of the property: its name as the specification writes
   it, which routine returns it, and the type of its value; NULL: the foreign
   runtime's.  */
static const struct property
{
  const char *name;
  omp_interop_rc_t kind;
  const char *type;
} properties[] = {
  [-omp_ipr_fr_id] = { "fr_id", omp_irc_type_int, "omp_interop_t" },
  [-omp_ipr_fr_name] = { "fr_name", omp_irc_type_str, "const char *" },
  [-omp_ipr_vendor] = { "vendor", omp_irc_type_int, "int" },
  [-omp_ipr_vendor_name] = { "vendor_name", omp_irc_type_str, "const char *" },
  [-omp_ipr_device_num] = { "device_num", omp_irc_type_int, "int" },
  [-omp_ipr_platform] = { "platform", omp_irc_no_value, NULL },
  [-omp_ipr_device] = { "device", omp_irc_type_int, NULL },
  [-omp_ipr_device_context] = { "device_context", omp_irc_type_ptr, NULL },
  [-omp_ipr_targetsync] = { "targetsync", omp_irc_type_ptr, NULL },
};

/* The foreign runtimes, and the types of their objects (OpenMP Additional
   Definitions 2.0); no context: it has none.  */
static const struct runtime
{
  const char *name;
  const char *device;
  const char *context;
  const char *stream;
} runtimes[] = {
  [omp_ifr_cuda] = { "cuda", "int", NULL, "cudaStream_t" },
  [omp_ifr_cuda_driver]
  = { "cuda_driver", "CUdevice", "CUcontext", "CUstream" },
  [omp_ifr_hip] = { "hip", "hipDevice_t", "hipCtx_t", "hipStream_t" },
};

static const struct property *
find_property (int number)
{
  if (number > omp_ipr_fr_id || number < omp_ipr_first)
    return NULL;
  return &properties[-number];
}

static bool
has_value (const struct interop_obj_t *object, int property)
{
  switch (property)
    {
    case omp_ipr_platform:
      return false;
    case omp_ipr_device_context:
      return runtimes[object->runtime].context != NULL;
    case omp_ipr_targetsync:
      return object->queue != NULL;
    default:
      return true;
    }
}

/* Can the routine for KIND return this property of OBJECT?  Stores the answer
   in *WHY, too, if there is one.  */
static bool
is_readable (const struct interop_obj_t *object, int number,
             omp_interop_rc_t kind, omp_interop_rc_t *why)
{
  const struct property *property = find_property (number);
  omp_interop_rc_t code = omp_irc_success;
  if (property == NULL)
    code = omp_irc_out_of_range;
  else if (object == NULL)
    code = omp_irc_empty;
  else if (!has_value (object, number))
    code = omp_irc_no_value;
  else if (property->kind != kind)
    code = property->kind;
  if (why != NULL)
    *why = code;
  return code == omp_irc_success;
}

static const struct interop_obj_t *
object_of (omp_interop_t interop)
{
  return (const struct interop_obj_t *)interop;
}

int
omp_get_num_interop_properties (const omp_interop_t interop)
{
  (void)interop;
  return 0;
}

intptr_t
omp_get_interop_int (const omp_interop_t interop,
                     omp_interop_property_t property, omp_interop_rc_t *why)
{
  const struct interop_obj_t *object = object_of (interop);
  if (!is_readable (object, property, omp_irc_type_int, why))
    return 0;
  switch (property)
    {
    case omp_ipr_fr_id:
      return object->runtime;
    case omp_ipr_vendor:
      return object->foreign.vendor;
    case omp_ipr_device_num:
      return object->device_number;
    default:
      return object->foreign.device;
    }
}

void *
omp_get_interop_ptr (const omp_interop_t interop,
                     omp_interop_property_t property, omp_interop_rc_t *why)
{
  const struct interop_obj_t *object = object_of (interop);
  if (!is_readable (object, property, omp_irc_type_ptr, why))
    return NULL;
  return property == omp_ipr_targetsync ? object->stream
                                        : object->foreign.context;
}

const char *
omp_get_interop_str (const omp_interop_t interop,
                     omp_interop_property_t property, omp_interop_rc_t *why)
{
  const struct interop_obj_t *object = object_of (interop);
  if (!is_readable (object, property, omp_irc_type_str, why))
    return NULL;
  return property == omp_ipr_fr_name ? runtimes[object->runtime].name
                                     : object->foreign.vendor_name;
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
  const struct interop_obj_t *object = object_of (interop);
  const struct property *found = find_property (property);
  if (found == NULL || found->type != NULL)
    return found != NULL ? found->type : NULL;
  if (object == NULL || !has_value (object, property))
    return NULL;
  const struct runtime *runtime = &runtimes[object->runtime];
  return property == omp_ipr_device           ? runtime->device
         : property == omp_ipr_device_context ? runtime->context
                                              : runtime->stream;
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

/* In omp_lib.h these routines have no optional argument.  */
intptr_t
offgomp_get_interop_int (intptr_t interop, int32_t property)
{
  return omp_get_interop_int ((omp_interop_t)interop,
                              (omp_interop_property_t)property, NULL);
}

void *
offgomp_get_interop_ptr (intptr_t interop, int32_t property)
{
  return omp_get_interop_ptr ((omp_interop_t)interop,
                              (omp_interop_property_t)property, NULL);
}

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

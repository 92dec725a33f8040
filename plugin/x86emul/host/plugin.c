/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The hooks that libgomp calls; see plugin.h.  Each decodes its arguments,
   calls one function and reports the error that this recorded.

   Owns the options and the reason why there are no devices.  */

#include "plugin.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/access_log.h"
#include "host/async.h"
#include "host/check.h"
#include "host/condition.h"
#include "host/device.h"
#include "host/failure.h"
#include "host/gangs.h"
#include "host/guard.h"
#include "host/image.h"
#include "host/images.h"
#include "host/launch.h"
#include "host/lifecycle.h"
#include "host/trace.h"
#include "output.h"
#include "x86emul_image.h"

static struct x86emul_options options;
static char no_devices_reason[512];

/* Report the recorded error.  Returns false, as most hooks do then.  */
static bool
report (void)
{
  GOMP_PLUGIN_error ("%s", gomp_error_text ());
  gomp_error_clear ();
  return false;
}

/* End the program.  Threads that fail for the same reason wait for that.  */
static COLD _Noreturn void
die (void)
{
  if (!x86emul_failure_ends_program ())
    gomp_wait_for_end ();
  GOMP_PLUGIN_fatal ("%s", gomp_error_text ());
}

static inline struct x86emul_device *
device (int n)
{
  return &x86emul_devices[n];
}

/* May D be used?  If not, an error is recorded.  If D has failed, the program
   ends here; only copies that the program itself asks for fail without that.
   The end of the program stops D, which then no longer counts as failed.  So a
   thread goes by the condition that it read first.  */
static inline bool
works (struct x86emul_device *d)
{
  /* Acquire: pairs with the release in x86emul_lifecycle_start.  */
  unsigned condition
      = atomic_load_explicit (&d->condition, memory_order_acquire);
  if (likely (condition == X86EMUL_UP && !os_origin_lost ())
      || x86emul_condition_check (d))
    return true;
  if (condition == X86EMUL_FAILED)
    die ();
  return false;
}

unsigned
GOMP_OFFLOAD_version (void)
{
  return GOMP_PLUGIN_VERSION;
}

const char *
GOMP_OFFLOAD_get_name (void)
{
  return "x86emul";
}

unsigned
GOMP_OFFLOAD_get_caps (void)
{
  return GOMP_CAP_OPENMP_400;
}

int
GOMP_OFFLOAD_get_type (void)
{
  return GOMP_DEVICE_X86EMUL;
}

/* The traits by which declare variant knows the compiler's code for the
   device.  */
const char *
GOMP_OFFLOAD_traits (int n, enum gomp_plugin_trait trait)
{
  (void)n;
  static const char *const traits[]
      = { [GOMP_TRAIT_KIND] = "cpu", [GOMP_TRAIT_ARCH] = "x86_64" };
  return (size_t)trait < GOMP_ARRAY_SIZE (traits) ? traits[trait] : NULL;
}

/* Under mandatory offloading libgomp itself gives the reason.  */
static bool
is_mandatory (void)
{
  const char *policy = getenv ("OMP_TARGET_OFFLOAD");
  return policy != NULL && strcasecmp (policy, "mandatory") == 0;
}

static int
no_devices (void)
{
  snprintf (no_devices_reason, sizeof (no_devices_reason), "%s",
            gomp_error_text ());
  if (!is_mandatory ())
    report ();
  return 0;
}

int
GOMP_OFFLOAD_get_num_devices (void)
{
  if (x86emul_device_count != 0)
    return (int)x86emul_device_count;
  x86emul_options_read (&options);
  if (options.devices == 0)
    {
      snprintf (no_devices_reason, sizeof (no_devices_reason),
                "OFFLOAD_EMUL_NUM is 0");
      return 0;
    }
  char program[PATH_MAX];
  if (!x86emul_lifecycle_program (program)
      || x86emul_devices_create (&options) != GOMP_OK)
    return no_devices ();
  return (int)options.devices;
}

const char *
GOMP_OFFLOAD_reason (void)
{
  return no_devices_reason;
}

bool
GOMP_OFFLOAD_init_device (int n)
{
  return x86emul_lifecycle_start (device (n)) == GOMP_OK || report ();
}

bool
GOMP_OFFLOAD_fini_device (int n)
{
  if (atomic_load (&device (n)->condition) != X86EMUL_DOWN)
    x86emul_lifecycle_stop (device (n));
  x86emul_output_settle ();
  return true;
}

void
GOMP_OFFLOAD_indirect_functions (int n, void *const *hosts, size_t count)
{
  struct x86emul_images *images = &device (n)->images;
  images->indirect = hosts;
  images->indirect_count = (uint32_t)count;
}

int
GOMP_OFFLOAD_load_image (int n, unsigned version, const void *data,
                         struct addr_pair **table)
{
  int count;
  if (x86emul_condition_is_usable (device (n))
      && x86emul_image_load (device (n), version, data, table, &count)
             == GOMP_OK)
    return count;
  report ();
  return -1;
}

int
GOMP_OFFLOAD_load_named_image (int n, const struct named_image *image,
                               struct addr_pair **table)
{
  int count;
  if (x86emul_condition_is_usable (device (n))
      && x86emul_image_load_named (device (n), image, table, &count) == GOMP_OK)
    return count;
  report ();
  return -1;
}

bool
GOMP_OFFLOAD_unload_image (int n, unsigned version, const void *data)
{
  (void)version;
  return (x86emul_condition_is_usable (device (n))
          && x86emul_image_unload (device (n), data) == GOMP_OK)
         || report ();
}

/* Allocate SIZE bytes that the device can access; return their offset.  */
static inline uint64_t
allocate (struct x86emul_device *d, size_t size)
{
  if (unlikely (d->memory.is_marked))
    return d->poison.shadow != NULL ? x86emul_poison_alloc (d, size)
                                    : x86emul_check_alloc (d, size);
  uint64_t offset = x86emul_arena_alloc (d->memory.arena, size);
  /* Acquire: pairs with the release in x86emul_guard_set.  */
  if (likely (atomic_load_explicit (&d->freed.count, memory_order_acquire) == 0)
      || offset == X86EMUL_NO_OFFSET
      || x86emul_guard_clear (d, offset, size) == GOMP_OK)
    return offset;
  x86emul_arena_free (d->memory.arena, offset);
  return X86EMUL_NO_OFFSET;
}

/* NULL: the error is recorded.  */
static inline void *
allocate_on (int n, size_t size)
{
  struct x86emul_device *d = device (n);
  if (!works (d))
    return NULL;
  uint64_t offset = allocate (d, size);
  if (likely (offset != X86EMUL_NO_OFFSET))
    return (void *)(uintptr_t)(d->memory.start + offset);
  if (!works (d))
    return NULL;
  gomp_error_context ("allocating memory of device %d (x86emul)", d->number);
  x86emul_arena_hint (d->memory.is_limited);
  return NULL;
}

#include "alloc.tmpl.h"

/* False: no block starts at OFFSET.  */
static inline bool
release (struct x86emul_device *d, uint64_t offset)
{
  if (unlikely (d->memory.is_marked))
    return d->poison.shadow != NULL ? x86emul_poison_free (d, offset)
                                    : x86emul_check_free (d, offset);
  uint64_t size = x86emul_arena_large (d->memory.arena, offset);
  if (unlikely (size >= X86EMUL_GUARD_MIN))
    x86emul_guard_set (d, offset, size);
  return x86emul_arena_free (d->memory.arena, offset);
}

bool
GOMP_OFFLOAD_free (int n, void *devptr)
{
  struct x86emul_device *d = device (n);
  if (works (d))
    {
      if (likely (release (d, (uintptr_t)devptr - d->memory.start)))
        return true;
      gomp_error_set (GOMP_ERR_INVALID,
                      "device %d (x86emul): free of %p, where no allocated "
                      "block of device memory starts (freed already?)",
                      d->number, devptr);
    }
  return report ();
}

/* The address at which device memory can be accessed; NULL: the error is
   recorded.  */
static void *
view (int n, const void *devptr, size_t size)
{
  struct x86emul_device *d = device (n);
  if (!x86emul_condition_is_usable (d))
    return NULL;
  void *p = x86emul_memory_view (d, (uintptr_t)devptr, size);
  if (unlikely (p == NULL))
    gomp_error_set (GOMP_ERR_INVALID,
                    "device %d (x86emul): parts of [%p, %p) are not device "
                    "memory",
                    d->number, devptr, (const char *)devptr + size);
  return p;
}

bool
GOMP_OFFLOAD_has_failed (int n)
{
  return atomic_load_explicit (&device (n)->condition, memory_order_acquire)
         == X86EMUL_FAILED;
}

/* The end of a copying hook: data that were copied while the device died are
   invalid.  */
static bool
copied (int n)
{
  return x86emul_condition_is_usable (device (n)) || report ();
}

bool
GOMP_OFFLOAD_dev2host (int n, void *host, const void *devptr, size_t size)
{
  const void *from = view (n, devptr, size);
  if (from == NULL)
    return report ();
  memcpy (host, from, size);
  return copied (n);
}

/* Copy to DEVPTR, which this process sees at TO, in the arena or in a
   variable.  */
static void
copy_to (struct x86emul_device *d, uint64_t devptr, char *to, const void *host,
         size_t size)
{
  uint64_t offset = devptr - d->memory.start;
  if (size >= GOMP_BULK_MIN && offset < d->memory.size)
    x86emul_bulk_copy (d, offset, host, size);
  else
    memcpy (to, host, size);
}

bool
GOMP_OFFLOAD_host2dev (int n, void *devptr, const void *host, size_t size)
{
  void *to = view (n, devptr, size);
  if (to == NULL)
    return report ();
  copy_to (device (n), (uintptr_t)devptr, to, host, size);
  return copied (n);
}

bool
GOMP_OFFLOAD_dev2dev (int n, void *to, const void *from, size_t size)
{
  char *t = view (n, to, size);
  const char *f = t != NULL ? view (n, from, size) : NULL;
  if (f == NULL)
    return report ();
  if (size <= (size_t)(t < f ? f - t : t - f))
    copy_to (device (n), (uintptr_t)to, t, f, size);
  else
    memmove (t, f, size);
  return copied (n);
}

/* Do launches have a log?  Relaxed: the calling thread's own do if it knows. */
static inline bool
is_logged (struct x86emul_device *d)
{
  return atomic_load_explicit (&d->is_logged, memory_order_relaxed);
}

/* That of the calling thread's next launch, see x86emul_log_number.  */
static COLD uint32_t
take_log (void)
{
  return x86emul_access_log_take ()
         | x86emul_trace_take_launch () << X86EMUL_LOG_LAUNCH_SHIFT;
}

void
GOMP_OFFLOAD_run (int n, void *fn, void *vars, void **args)
{
  struct x86emul_device *d = device (n);
  struct x86emul_launch l
      = { .function = (uintptr_t)fn, .block = (uintptr_t)vars };
  x86emul_launch_decode (&l, args);
  if (unlikely (is_logged (d)))
    l.log = take_log ();
  if (unlikely (!x86emul_condition_may_run (d)
                || x86emul_launch_run (d, &l) != GOMP_OK))
    die ();
}

void
GOMP_OFFLOAD_async_run (int n, void *fn, void *vars, void **args, void *task)
{
  struct x86emul_device *d = device (n);
  struct x86emul_launch l
      = { .function = (uintptr_t)fn, .block = (uintptr_t)vars };
  x86emul_launch_decode (&l, args);
  if (unlikely (is_logged (d)))
    l.log = take_log ();
  if (!x86emul_condition_may_run (d)
      || x86emul_async_run (d, &l, task) != GOMP_OK)
    die ();
}

/* A number beyond GCC's: its library would have no place for the device, so
   capabilities do not name OpenACC.  */
int
GOMP_OFFLOAD_acc_type (void)
{
  return GOMP_ACC_DEVICE_X86EMUL;
}

/* Regions have one worker and a vector of one lane.  */
bool
GOMP_OFFLOAD_acc_run (int n, void *fn, void *vars, const unsigned *dims)
{
  struct x86emul_device *d = device (n);
  struct x86emul_launch l
      = { .function = (uintptr_t)fn,
          .block = (uintptr_t)vars,
          .num_teams = x86emul_gangs_find (d, (uintptr_t)fn, dims[0]),
          .thread_limit = X86EMUL_GANGS };
  if (unlikely (is_logged (d)))
    l.log = take_log ();
  if (unlikely (!x86emul_condition_may_run (d)
                || x86emul_launch_run (d, &l) != GOMP_OK))
    die ();
  return true;
}

void
GOMP_OFFLOAD_acc_dims (int n, void *fn, unsigned *dims)
{
  dims[0] = (unsigned)x86emul_gangs_find (device (n), (uintptr_t)fn, dims[0]);
  dims[1] = dims[2] = 1;
}

void *
GOMP_OFFLOAD_host_view (int n, const void *devptr, size_t size)
{
  struct x86emul_device *d = device (n);
  if (unlikely (!x86emul_device_is_up (d)))
    return NULL;
  return x86emul_memory_view (d, (uintptr_t)devptr, size);
}

void
GOMP_OFFLOAD_mark_memory (int n, const void *devptr, size_t size,
                          enum gomp_memory_use use)
{
  struct x86emul_device *d = device (n);
  uint64_t offset = (uintptr_t)devptr - d->memory.start;
  if (d->poison.shadow != NULL && offset < d->memory.size)
    x86emul_poison_mark (d, offset, size, use);
}

bool
GOMP_OFFLOAD_sanitizer_take (int n, struct gomp_check_report *report)
{
  return x86emul_check_take_of_sanitizer (device (n), report);
}

bool
GOMP_OFFLOAD_lends_memory (void)
{
  return options.lends;
}

unsigned
GOMP_OFFLOAD_check (int n)
{
  struct x86emul_device *d = device (n);
  if (d->checker.shadow == NULL)
    return 0;
  return GOMP_CHECK_SHADOW
         | (atomic_load (&d->images.checked) != 0 ? GOMP_CHECK_ACCESS : 0)
         | (atomic_load (&d->images.plain) != 0 ? GOMP_CHECK_PLAIN : 0);
}

#define CHECK(verb) x86emul_check_##verb
#define LOG(verb) x86emul_access_log_##verb
#include "check.tmpl.h"

bool
GOMP_OFFLOAD_trace (int n, uint64_t types)
{
  return x86emul_trace_set (device (n), types) == GOMP_OK || report ();
}

void
GOMP_OFFLOAD_trace_launch (int n, uint64_t target_id)
{
  x86emul_trace_launch (device (n), target_id);
}

size_t
GOMP_OFFLOAD_trace_take (int n, ompt_record_ompt_t *record, size_t count)
{
  return x86emul_trace_take (device (n), record, count);
}

bool
GOMP_OFFLOAD_trace_wait (int n)
{
  return x86emul_trace_wait (device (n));
}

const char *
GOMP_OFFLOAD_function_name (int n, const void *fn)
{
  const char *name;
  const char *source;
  return x86emul_images_function (device (n), (uintptr_t)fn, &name, &source)
             ? name
             : NULL;
}

const char *
GOMP_OFFLOAD_function_source (int n, const void *fn)
{
  const char *name;
  const char *source;
  return x86emul_images_function (device (n), (uintptr_t)fn, &name, &source)
                 && *source != '\0'
             ? source
             : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The hooks that libgomp calls; see plugin.h.  Each decodes its arguments,
   calls one function and reports the error that this recorded.

   Owns the reason why there are no devices.  */

#include "plugin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/uncancelled.h"
#include "host/launch.h"
#include "output.h"
#include "proto.h"
#include "remote.h"
#include "x86emul_image.h"

static char no_devices_reason[1024];

static inline struct cluster_device *
device (int n)
{
  return &cluster_devices[n];
}

/* Report the recorded error.  Returns false, as most hooks do then.  */
static bool
report (void)
{
  GOMP_PLUGIN_error ("%s", gomp_error_text ());
  gomp_error_clear ();
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
  return "cluster";
}

unsigned
GOMP_OFFLOAD_get_caps (void)
{
  return GOMP_CAP_OPENMP_400 | GOMP_CAP_REMOTE;
}

int
GOMP_OFFLOAD_get_type (void)
{
  return GOMP_TYPE_CLUSTER;
}

int
GOMP_OFFLOAD_image_type (int n)
{
  (void)n;
  return GOMP_DEVICE_X86EMUL;
}

/* The devices of the nodes are x86emul's.  */
const char *
GOMP_OFFLOAD_traits (int n, enum gomp_plugin_trait trait)
{
  (void)n;
  static const char *const traits[]
      = { [GOMP_TRAIT_KIND] = "cpu", [GOMP_TRAIT_ARCH] = "x86_64" };
  return (size_t)trait < GOMP_ARRAY_SIZE (traits) ? traits[trait] : NULL;
}

const char *
GOMP_OFFLOAD_device_name (int n)
{
  return device (n)->name;
}

int
GOMP_OFFLOAD_num_procs (int n)
{
  return (int)device (n)->node->cpus;
}

/* Under mandatory offloading libgomp itself gives the reason.  */
static bool
is_mandatory (void)
{
  const char *policy = getenv ("OMP_TARGET_OFFLOAD");
  return policy != NULL && strcasecmp (policy, "mandatory") == 0;
}

int
GOMP_OFFLOAD_get_num_devices (void)
{
  if (cluster_device_count != 0 || cluster_table_create ())
    return (int)cluster_device_count;
  snprintf (no_devices_reason, sizeof (no_devices_reason), "%s",
            gomp_error_text ());
  if (!is_mandatory ())
    report ();
  gomp_error_fini ();
  return 0;
}

const char *
GOMP_OFFLOAD_reason (void)
{
  return no_devices_reason;
}

bool
GOMP_OFFLOAD_init_device (int n)
{
  return cluster_device_start (device (n)) == GOMP_OK || report ();
}

void
GOMP_OFFLOAD_will_end (int n)
{
  cluster_device_will_end (device (n));
}

void
GOMP_OFFLOAD_await_end (int n)
{
  cluster_device_await_end (device (n));
}

bool
GOMP_OFFLOAD_fini_device (int n)
{
  cluster_device_stop (device (n));
  x86emul_output_settle ();
  return true;
}

void
GOMP_OFFLOAD_indirect_functions (int n, void *const *hosts, size_t count)
{
  device (n)->indirect = hosts;
  device (n)->indirect_count = count;
}

int
GOMP_OFFLOAD_load_image (int n, unsigned version, const void *data,
                         struct addr_pair **table)
{
  int count;
  if (cluster_is_usable (device (n))
      && cluster_image_load (device (n), version, data, table, &count)
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
  if (cluster_is_usable (device (n))
      && cluster_image_load_named (device (n), image, table, &count) == GOMP_OK)
    return count;
  report ();
  return -1;
}

bool
GOMP_OFFLOAD_unload_image (int n, unsigned version, const void *data)
{
  (void)version;
  return (cluster_is_usable (device (n))
          && cluster_image_unload (device (n), data) == GOMP_OK)
         || report ();
}

/* Is D lost, or has it failed?  libgomp finds that out by what it reads or
   runs; until then its memory can be had, and copies to it have no effect.  */
static inline bool
has_fallen (struct cluster_device *d)
{
  return unlikely (atomic_load (&d->condition) == CLUSTER_FALLEN);
}

/* NULL: the error is recorded.  */
static inline void *
allocate_on (int n, size_t size)
{
  return has_fallen (device (n)) || cluster_is_usable (device (n))
             ? cluster_device_alloc (device (n), size)
             : NULL;
}

#include "alloc.tmpl.h"

bool
GOMP_OFFLOAD_free (int n, void *devptr)
{
  return ((has_fallen (device (n)) || cluster_is_usable (device (n)))
          && cluster_device_free (device (n), (uintptr_t)devptr) == GOMP_OK)
         || report ();
}

bool
GOMP_OFFLOAD_host2dev (int n, void *devptr, const void *host, size_t size)
{
  const struct gomp_host_part part = { .start = host, .size = size };
  return has_fallen (device (n))
         || (cluster_is_usable (device (n))
             && cluster_put (device (n), (uintptr_t)devptr, &part, 1, false)
                    == GOMP_OK)
         || report ();
}

/* A region finds what was sent before it: what is for it may go in the same
   packet.  */
bool
GOMP_OFFLOAD_host2dev_parts (int n, void *devptr,
                             const struct gomp_host_part *part, size_t count,
                             enum gomp_copy_use use)
{
  if (count == 0)
    return true;
  return has_fallen (device (n))
         || (cluster_is_usable (device (n))
             && cluster_put (device (n), (uintptr_t)devptr, part, count,
                             use == GOMP_COPY_FOR_REGION)
                    == GOMP_OK)
         || report ();
}

bool
GOMP_OFFLOAD_dev2host_pieces (int n, const struct gomp_device_piece *piece,
                              size_t count)
{
  return (cluster_is_usable (device (n))
          && cluster_get (device (n), piece, count) == GOMP_OK)
         || report ();
}

bool
GOMP_OFFLOAD_dev2host (int n, void *host, const void *devptr, size_t size)
{
  const struct gomp_device_piece piece
      = { .device = (uintptr_t)devptr, .host = host, .size = size };
  return GOMP_OFFLOAD_dev2host_pieces (n, &piece, 1);
}

bool
GOMP_OFFLOAD_dev2dev (int n, void *to, const void *from, size_t size)
{
  return has_fallen (device (n))
         || (cluster_is_usable (device (n))
             && cluster_move (device (n), (uintptr_t)to, (uintptr_t)from, size)
                    == GOMP_OK)
         || report ();
}

int
GOMP_OFFLOAD_dev2dev_across (int to_n, void *to, int from_n, const void *from,
                             size_t size)
{
  if (has_fallen (device (to_n)) || has_fallen (device (from_n)))
    return -1;
  int copied = 0;
  if (cluster_is_usable (device (to_n)) && cluster_is_usable (device (from_n)))
    copied = cluster_across (device (to_n), (uintptr_t)to, device (from_n),
                             (uintptr_t)from, size);
  if (copied == 0)
    report ();
  return copied;
}

/* Of the calling thread's next region.  */
static __thread struct
{
  const struct gomp_device_piece *zone;
  size_t count;
} guarded;

void
GOMP_OFFLOAD_guard (int n, const struct gomp_device_piece *zone, size_t count)
{
  (void)n;
  guarded.zone = zone;
  guarded.count = count;
}

bool
GOMP_OFFLOAD_overwritten (int n, uintptr_t start, size_t size,
                          struct gomp_device_piece *bytes)
{
  struct cluster_range range;
  if (bytes == NULL)
    return cluster_overrun_is_known (device (n));
  if (!cluster_overrun_take (device (n), start, size, &range))
    return false;
  bytes->device = range.start;
  bytes->size = range.size;
  return true;
}

static void
take_zones (struct cluster_launch *l)
{
  l->zone = guarded.zone;
  l->zones = guarded.count;
  guarded.count = 0;
}

static void
decode (struct cluster_launch *l, void *fn, void *vars, void **args)
{
  struct x86emul_launch read;
  x86emul_launch_decode (&read, args);
  l->function = (uintptr_t)fn;
  l->block = (uintptr_t)vars;
  l->num_teams = read.num_teams;
  l->thread_limit = read.thread_limit;
  take_zones (l);
}

/* Run the region of L on device N, and fetch PIECEs.  False: the device is lost
   or has failed.  */
static bool
run_now (int n, const struct cluster_launch *l,
         const struct gomp_device_piece *piece, size_t count)
{
  if (likely (cluster_is_usable (device (n))
              && cluster_run (device (n), l, piece, count) == GOMP_OK))
    return true;
  if (!has_fallen (device (n)))
    cluster_failure_die ();
  gomp_error_clear ();
  return false;
}

/* The region FN on device N, which is lost, cannot run elsewhere.  */
static _Noreturn void
end_program (int n, void *fn)
{
  cluster_failure_record (device (n), (uintptr_t)fn, NULL);
  cluster_failure_die ();
}

bool
GOMP_OFFLOAD_run_pieces (int n, void *fn, void *vars, void **args,
                         const struct gomp_device_piece *piece, size_t count)
{
  struct cluster_launch l = { .is_followed = false };
  decode (&l, fn, vars, args);
  return run_now (n, &l, piece, count);
}

void
GOMP_OFFLOAD_run (int n, void *fn, void *vars, void **args)
{
  if (!GOMP_OFFLOAD_run_pieces (n, fn, vars, args, NULL, 0))
    end_program (n, fn);
}

/* What TASK asked for is on its way, if IS_SENT.  */
static void
settle (int n, bool is_sent, void *task)
{
  if (likely (is_sent))
    return;
  if (!has_fallen (device (n)))
    cluster_failure_die ();
  gomp_error_clear ();
  GOMP_PLUGIN_target_task_completion (task);
}

static void
run_async (int n, const struct cluster_launch *l, void *task,
           const struct gomp_device_piece *piece, size_t count)
{
  settle (n,
          cluster_is_usable (device (n))
              && cluster_run_async (device (n), l, task, piece, count)
                     == GOMP_OK,
          task);
}

void
GOMP_OFFLOAD_async_run_pieces (int n, void *fn, void *vars, void **args,
                               void *task,
                               const struct gomp_device_piece *piece,
                               size_t count)
{
  struct cluster_launch l = { .is_followed = false };
  decode (&l, fn, vars, args);
  run_async (n, &l, task, piece, count);
}

bool
GOMP_OFFLOAD_can_run_after (int n, void *task)
{
  return cluster_request_is_followed (device (n), task);
}

void
GOMP_OFFLOAD_async_run_after (int n, void *fn, void *vars, void **args,
                              void *task, void *const *after, size_t count,
                              const struct gomp_device_piece *piece,
                              size_t pieces)
{
  struct cluster_launch l
      = { .is_followed = true, .after = after, .after_count = count };
  decode (&l, fn, vars, args);
  run_async (n, &l, task, piece, pieces);
}

void
GOMP_OFFLOAD_async_copy_after (int n, bool to, void *task, void *const *after,
                               size_t count,
                               const struct gomp_device_piece *piece,
                               size_t pieces)
{
  const struct cluster_launch l
      = { .is_followed = true, .after = after, .after_count = count };
  settle (n,
          cluster_is_usable (device (n))
              && cluster_copy_async (device (n), &l, to, task, piece, pieces)
                     == GOMP_OK,
          task);
}

bool
GOMP_OFFLOAD_async_end (int n, void *task)
{
  return cluster_request_forget (device (n)->node, task);
}

/* ---- OpenACC.  */

int
GOMP_OFFLOAD_acc_type (void)
{
  return GOMP_ACC_DEVICE_X86EMUL;
}

static unsigned
gangs_of (int n, void *fn, unsigned asked)
{
  unsigned gangs = cluster_image_gangs (device (n), (uintptr_t)fn);
  if (gangs == 0)
    gangs = asked;
  if (gangs == 0)
    gangs = (unsigned)GOMP_PLUGIN_acc_default_dim (0);
  return gangs > INT_MAX ? INT_MAX : gangs;
}

/* Regions have one worker and a vector of one lane.  */
bool
GOMP_OFFLOAD_acc_run_pieces (int n, void *fn, void *vars, const unsigned *dims,
                             const struct gomp_device_piece *piece,
                             size_t count)
{
  struct cluster_launch l = { .function = (uintptr_t)fn,
                              .block = (uintptr_t)vars,
                              .num_teams = (int32_t)gangs_of (n, fn, dims[0]),
                              .thread_limit = X86EMUL_GANGS };
  take_zones (&l);
  if (!run_now (n, &l, piece, count))
    end_program (n, fn);
  return true;
}

bool
GOMP_OFFLOAD_acc_run (int n, void *fn, void *vars, const unsigned *dims)
{
  return GOMP_OFFLOAD_acc_run_pieces (n, fn, vars, dims, NULL, 0);
}

void
GOMP_OFFLOAD_acc_dims (int n, void *fn, unsigned *dims)
{
  dims[0] = gangs_of (n, fn, dims[0]);
  dims[1] = dims[2] = 1;
}

/* The host does not see device memory.  The hook exists all the same, as
   libgomp calls the other hooks without a lock if it does.  */
void *
GOMP_OFFLOAD_host_view (int n, const void *devptr, size_t size)
{
  (void)n;
  (void)devptr;
  (void)size;
  return NULL;
}

/* ---- The mapping checker.  */

unsigned
GOMP_OFFLOAD_check (int n)
{
  struct cluster_checker *c = &device (n)->checker;
  if (!c->is_on)
    return 0;
  return GOMP_CHECK_SHADOW
         | (atomic_load (&c->checked) != 0 ? GOMP_CHECK_ACCESS : 0)
         | (atomic_load (&c->plain) != 0 ? GOMP_CHECK_PLAIN : 0);
}

#define CHECK(verb) cluster_check_##verb
#define LOG(verb) cluster_check_log_##verb
#include "check.tmpl.h"

bool
GOMP_OFFLOAD_has_failed (int n)
{
  return has_fallen (device (n)) || atomic_load (&device (n)->node->is_lost);
}

bool
GOMP_OFFLOAD_lost (int n, const void *fn, struct gomp_lost *lost)
{
  return cluster_failure_describe (device (n), (uintptr_t)fn, lost);
}

const char *
GOMP_OFFLOAD_function_name (int n, const void *fn)
{
  const char *name, *source;
  return cluster_image_function (device (n), (uintptr_t)fn, &name, &source)
             ? name
             : NULL;
}

const char *
GOMP_OFFLOAD_function_source (int n, const void *fn)
{
  const char *name, *source;
  return cluster_image_function (device (n), (uintptr_t)fn, &name, &source)
                 && *source != '\0'
             ? source
             : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The hooks that libgomp calls; see plugin.h.  Each hook decodes its arguments,
   calls one function and reports the error that this function recorded.

   Owns the reason why there are no devices.  */

#include "plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "async.h"
#include "base/sizes.h"
#include "base/uncancelled.h"
#include "copy.h"
#include "device.h"
#include "function.h"
#include "image.h"
#include "launch.h"
#include "lifecycle.h"
#include "memory.h"
#include "profile.h"
#include "stream.h"
#include "times.h"

static char no_devices_reason[1024];

static inline struct nvptx_device *
device (int n)
{
  return &nvptx_devices[n];
}

static bool
report (void)
{
  GOMP_PLUGIN_error ("%s", gomp_error_text ());
  gomp_error_clear ();
  return false;
}

/* Report what failed on device N.  */
static bool
report_of (int n)
{
  nvptx_device_await_end (device (n));
  return report ();
}

unsigned
GOMP_OFFLOAD_version (void)
{
  return GOMP_PLUGIN_VERSION;
}

const char *
GOMP_OFFLOAD_get_name (void)
{
  return "nvptx";
}

unsigned
GOMP_OFFLOAD_get_caps (void)
{
  return GOMP_CAP_OPENMP_400 | GOMP_CAP_OPENACC_200;
}

int
GOMP_OFFLOAD_get_type (void)
{
  return GOMP_TYPE_NVPTX;
}

/* The traits by which declare variant knows GCC's regions for the device.  */
const char *
GOMP_OFFLOAD_traits (int n, enum gomp_plugin_trait trait)
{
  (void)n;
  static const char *const traits[] = { [GOMP_TRAIT_KIND] = "gpu",
                                        [GOMP_TRAIT_ARCH] = "nvptx nvptx64",
                                        [GOMP_TRAIT_VENDOR] = "nvidia" };
  return (size_t)trait < GOMP_ARRAY_SIZE (traits) ? traits[trait] : NULL;
}

/* Multiprocessors: each runs its blocks by itself.  */
int
GOMP_OFFLOAD_num_procs (int n)
{
  return device (n)->multiprocessors;
}

/* The program's CUDA runtime uses the primary context, as the plugin does.  */
bool
GOMP_OFFLOAD_foreign (int n, struct gomp_foreign *foreign)
{
  struct nvptx_device *d = device (n);
  if (!nvptx_device_usable (d))
    {
      gomp_error_clear ();
      return false;
    }
  *foreign = (struct gomp_foreign){ .runtimes = 1u << GOMP_FOREIGN_CUDA
                                                | 1u << GOMP_FOREIGN_CUDA_DRIVER
                                                | 1u << GOMP_FOREIGN_HIP,
                                    .runtime = GOMP_FOREIGN_CUDA,
                                    .vendor = 11,
                                    .vendor_name = "nvidia",
                                    .device = d->handle,
                                    .context = d->context };
  return true;
}

/* Or is the library GCC's?  */
static bool
is_this_libgomp (void)
{
  return dlsym (RTLD_DEFAULT, "offgomp_device_number") != NULL;
}

/* Does libgomp itself give the reason?  Ours does, under mandatory offloading;
   GCC's knows no reasons.  */
static bool
is_reported_by_libgomp (void)
{
  const char *policy = getenv ("OMP_TARGET_OFFLOAD");
  return policy != NULL && strcasecmp (policy, "mandatory") == 0
         && is_this_libgomp ();
}

/* A machine without a GPU is no error.  */
int
GOMP_OFFLOAD_get_num_devices (void)
{
  if (nvptx_device_count != 0)
    return nvptx_device_count;
  nvptx_profile_is_needed = !is_this_libgomp ();
  enum gomp_status status = nvptx_devices_find ();
  if (status == GOMP_OK)
    return nvptx_device_count;
  snprintf (no_devices_reason, sizeof (no_devices_reason), "%s",
            gomp_error_text ());
  if (status != GOMP_ERR_NODEV && !is_reported_by_libgomp ())
    GOMP_PLUGIN_error ("nvptx: no devices: %s", no_devices_reason);
  else
    GOMP_PLUGIN_debug (0, "nvptx: no devices: %s\n", no_devices_reason);
  /* The caller unloads the plugin.  */
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
  nvptx_device_ending (false);
  return nvptx_lifecycle_start (device (n)) == GOMP_OK || report_of (n);
}

bool
GOMP_OFFLOAD_fini_device (int n)
{
  nvptx_device_ending (true);
  nvptx_lifecycle_stop (device (n));
  return true;
}

static COLD int
refuse_image (int n, enum gomp_status status)
{
  report_of (n);
  return status == GOMP_ERR_NODEV ? GOMP_IMAGE_UNSUITED : -1;
}

int
GOMP_OFFLOAD_load_image (int n, unsigned version, const void *data,
                         struct addr_pair **table)
{
  int count;
  enum gomp_status status = GOMP_ERR_DEVICE;
  if (nvptx_device_usable (device (n)))
    status = nvptx_image_load (device (n), version, data, table, &count);
  return status == GOMP_OK ? count : refuse_image (n, status);
}

int
GOMP_OFFLOAD_load_named_image (int n, const struct named_image *image,
                               struct addr_pair **table)
{
  int count;
  enum gomp_status status = GOMP_ERR_DEVICE;
  if (nvptx_device_usable (device (n)))
    status = nvptx_image_load_named (device (n), image, table, &count);
  return status == GOMP_OK ? count : refuse_image (n, status);
}

void
GOMP_OFFLOAD_teams_defaults (int n, int num_teams, int thread_limit)
{
  device (n)->num_teams = num_teams;
  device (n)->thread_limit = thread_limit;
}

void
GOMP_OFFLOAD_indirect_functions (int n, void *const *hosts, size_t count)
{
  nvptx_image_announce (device (n), hosts, count);
}

/* GCC's libgomp before 13 has no such service, and does not call this.  */
bool
GOMP_OFFLOAD_reverse_functions (int n, const void *data, uint64_t *functions)
{
  nvptx_service *serve;
  void *address = dlsym (RTLD_DEFAULT, "GOMP_PLUGIN_target_rev");
  memcpy (&serve, &address, sizeof (address));
  return (nvptx_device_usable (device (n))
          && nvptx_image_let_ask (device (n), data, functions, serve)
                 == GOMP_OK)
         || report_of (n);
}

bool
GOMP_OFFLOAD_unload_image (int n, unsigned version, const void *data)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  (void)version;
  return (nvptx_device_usable (device (n))
          && nvptx_image_unload (device (n), data) == GOMP_OK)
         || report_of (n);
}

static inline void *
allocate_on (int n, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = device (n);
  CUdeviceptr start
      = nvptx_device_usable (d) ? nvptx_memory_alloc (d, size) : 0;
  if (unlikely (start == 0))
    nvptx_device_await_end (d);
  else
    nvptx_profile_memory (acc_ev_alloc, start, size);
  return (void *)(uintptr_t)start;
}

#include "alloc.tmpl.h"

bool
GOMP_OFFLOAD_free (int n, void *devptr)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  nvptx_profile_memory (acc_ev_free, (uintptr_t)devptr, NVPTX_PROFILE_UNKNOWN);
  return (nvptx_device_usable (device (n))
          && nvptx_memory_free (device (n), (uintptr_t)devptr) == GOMP_OK)
         || report_of (n);
}

bool
GOMP_OFFLOAD_dev2host (int n, void *host, const void *devptr, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  NVPTX_PROFILED struct nvptx_profile p;
  nvptx_profile_copy (&p, acc_ev_enqueue_download_start, host,
                      (uintptr_t)devptr, size);
  return (nvptx_device_usable (device (n))
          && nvptx_copy_out (device (n), host, (uintptr_t)devptr, size)
                 == GOMP_OK)
         || report_of (n);
}

bool
GOMP_OFFLOAD_host2dev (int n, void *devptr, const void *host, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  NVPTX_PROFILED struct nvptx_profile p;
  nvptx_profile_copy (&p, acc_ev_enqueue_upload_start, host, (uintptr_t)devptr,
                      size);
  return (nvptx_device_usable (device (n))
          && nvptx_copy_in (device (n), (uintptr_t)devptr, host, size)
                 == GOMP_OK)
         || report_of (n);
}

bool
GOMP_OFFLOAD_host2dev_parts (int n, void *devptr,
                             const struct gomp_host_part *part, size_t count,
                             enum gomp_copy_use use)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = device (n);
  return (nvptx_device_usable (d)
          && (count > 0
                  ? nvptx_copy_parts (d, (uintptr_t)devptr, part, count, use)
                  : nvptx_copy_settle (d))
                 == GOMP_OK)
         || report_of (n);
}

bool
GOMP_OFFLOAD_dev2host_pieces (int n, const struct gomp_device_piece *piece,
                              size_t count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  return (nvptx_device_usable (device (n))
          && nvptx_copy_pieces (device (n), piece, count) == GOMP_OK)
         || report_of (n);
}

bool
GOMP_OFFLOAD_dev2dev (int n, void *to, const void *from, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  return (nvptx_device_usable (device (n))
          && nvptx_copy_within (device (n), (uintptr_t)to, (uintptr_t)from,
                                size)
                 == GOMP_OK)
         || report_of (n);
}

/* GPUs limit the distance of rows.  libgomp copies those that are farther
   apart.  */
#define PITCH_MAX 0x7fffffff

int
GOMP_OFFLOAD_memcpy3d (int to_n, int from_n, size_t row, size_t rows,
                       size_t planes, void *to, size_t to_x, size_t to_y,
                       size_t to_z, size_t to_pitch, size_t to_height,
                       const void *from, size_t from_x, size_t from_y,
                       size_t from_z, size_t from_pitch, size_t from_height)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_device *d = device (to_n >= 0 ? to_n : from_n);
  const CUDA_MEMCPY3D copy = {
    .srcXInBytes = from_x,
    .srcY = from_y,
    .srcZ = from_z,
    .srcMemoryType = from_n < 0 ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE,
    .srcHost = from_n < 0 ? from : NULL,
    .srcDevice = from_n < 0 ? 0 : (uintptr_t)from,
    .srcPitch = from_pitch,
    .srcHeight = from_height,
    .dstXInBytes = to_x,
    .dstY = to_y,
    .dstZ = to_z,
    .dstMemoryType = to_n < 0 ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE,
    .dstHost = to_n < 0 ? to : NULL,
    .dstDevice = to_n < 0 ? 0 : (uintptr_t)to,
    .dstPitch = to_pitch,
    .dstHeight = to_height,
    .WidthInBytes = row,
    .Height = rows,
    .Depth = planes,
  };
  if (to_pitch > PITCH_MAX || from_pitch > PITCH_MAX || row > to_pitch
      || row > from_pitch)
    return -1;
  return (nvptx_device_usable (d) && nvptx_copy_rows (d, &copy) == GOMP_OK)
         || report_of (d->ordinal);
}

int
GOMP_OFFLOAD_memcpy2d (int to_n, int from_n, size_t row, size_t rows, void *to,
                       size_t to_x, size_t to_y, size_t to_pitch,
                       const void *from, size_t from_x, size_t from_y,
                       size_t from_pitch)
{
  return GOMP_OFFLOAD_memcpy3d (to_n, from_n, row, rows, 1, to, to_x, to_y, 0,
                                to_pitch, gomp_size_sum (to_y, rows), from,
                                from_x, from_y, 0, from_pitch,
                                gomp_size_sum (from_y, rows));
}

void
GOMP_OFFLOAD_run (int n, void *fn, void *vars, void **args)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_launch l = { .function = fn, .block = (uintptr_t)vars };
  nvptx_launch_decode (&l, args);
  if (unlikely (!nvptx_device_usable (device (n))
                || nvptx_launch_run (device (n), &l) != GOMP_OK))
    nvptx_die (device (n));
}

bool
GOMP_OFFLOAD_run_pieces (int n, void *fn, void *vars, void **args,
                         const struct gomp_device_piece *piece, size_t count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_launch l = { .function = fn, .block = (uintptr_t)vars };
  struct nvptx_fetch f;
  f.piece = piece;
  f.count = count;
  nvptx_launch_decode (&l, args);
  if (unlikely (!nvptx_device_usable (device (n))
                || nvptx_launch_fetch (device (n), &l, &f) != GOMP_OK))
    nvptx_die (device (n));
  return nvptx_fetch_finish (device (n), &f) == GOMP_OK || report_of (n);
}

void
GOMP_OFFLOAD_own_async_run (int n, void *fn, void *vars, void **args,
                            void *task)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct nvptx_launch l = { .function = fn, .block = (uintptr_t)vars };
  nvptx_launch_decode (&l, args);
  if (!nvptx_device_usable (device (n))
      || nvptx_async_run (device (n), &l, task) != GOMP_OK)
    nvptx_die (device (n));
}

void
GOMP_OFFLOAD_measure (int n, bool on)
{
  nvptx_times_measure (device (n), on);
}

bool
GOMP_OFFLOAD_measured (int n, uint64_t *start, uint64_t *end)
{
  return nvptx_times_take (nvptx_stream_find (device (n)), start, end);
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

const char *
GOMP_OFFLOAD_function_name (int n, const void *fn)
{
  (void)n;
  return ((const struct nvptx_function *)fn)->label;
}

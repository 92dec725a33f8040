/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target standin } */
/* When kernels and copies ran, as the nvptx plugin learns it by events of the
   driver.  The driver's clock is replaced here.  */

#include "nvptx/times.h"
#include "check.h"
#include "nvptx.h"
#include "nvptx/stream.h"
#include "os/os.h"

/* A float of milliseconds below a second is that exact.  */
#define PRECISION_NS 64

static struct nvptx_device *device;
static struct nvptx_function *region;
static CUdeviceptr block;
static struct nvptx_driver driver; /* the stand-in's functions */

static unsigned creations, destructions, records, questions;
static uint64_t launched, waited; /* the last call's time on the host */

static CUresult
create (CUevent *event, unsigned flags)
{
  creations++;
  return driver.event_create (event, flags);
}

static CUresult
destroy (CUevent event)
{
  destructions++;
  return driver.event_destroy (event);
}

static CUresult
record (CUevent event, CUstream stream)
{
  records++;
  return driver.event_record (event, stream);
}

/* Counts the calls that are in no stream.  */
static unsigned synchronous;

static CUresult
copy_in_now (CUdeviceptr to, const void *from, size_t size)
{
  synchronous++;
  return driver.copy_in_now (to, from, size);
}

static CUresult
copy_out (void *to, CUdeviceptr from, size_t size)
{
  synchronous++;
  return driver.copy_out (to, from, size);
}

static CUresult
copy_in (CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
  launched = os_time_ns ();
  return driver.copy_in (to, from, size, stream);
}

static CUresult
copy_out_async (void *to, CUdeviceptr from, size_t size, CUstream stream)
{
  launched = os_time_ns ();
  return driver.copy_out_async (to, from, size, stream);
}

static CUresult
copy_within (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
  launched = os_time_ns ();
  return driver.copy_within (to, from, size, stream);
}

static CUresult
launch (CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
        CUstream stream, void **parameters, void **extra)
{
  launched = os_time_ns ();
  return driver.launch (function, grid_x, grid_y, grid_z, block_x, block_y,
                        block_z, shared, stream, parameters, extra);
}

static CUresult
await (CUstream stream)
{
  CUresult r = driver.stream_wait (stream);
  waited = os_time_ns ();
  return r;
}

/* As if the GPU had seen the host's calls at once.  */
static CUresult
elapse (float *milliseconds, CUevent start, CUevent end)
{
  const struct nvptx_times *t = &nvptx_stream_find (device)->times;
  questions++;
  EXPECT (start == t->reference && (end == t->before || end == t->after));
  uint64_t time = end == t->before ? launched : waited;
  *milliseconds = (float)((double)(time - t->referred) / 1e6);
  return CUDA_SUCCESS;
}

/* As if the GPU's clock was far from the host's.  */
static CUresult
elapse_wrongly (float *milliseconds, CUevent start, CUevent end)
{
  (void)start;
  *milliseconds
      = end == nvptx_stream_find (device)->times.before ? -5e6f : 5e6f;
  return CUDA_SUCCESS;
}

static CUresult
refuse_to_elapse (float *milliseconds, CUevent start, CUevent end)
{
  (void)milliseconds;
  (void)start;
  (void)end;
  return CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult
refuse_to_create (CUevent *event, unsigned flags)
{
  (void)event;
  (void)flags;
  return CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult
refuse_to_record (CUevent event, CUstream stream)
{
  (void)event;
  (void)stream;
  return CUDA_ERROR_NOT_SUPPORTED;
}

static bool
begin (bool measures)
{
  struct addr_pair *table = NULL;
  int count = 0;
  nvptx_cu = driver;
  nvptx_cu.event_create = create;
  nvptx_cu.event_destroy = destroy;
  nvptx_cu.event_record = record;
  nvptx_cu.event_elapsed = elapse;
  nvptx_cu.copy_in_now = copy_in_now;
  nvptx_cu.copy_in = copy_in;
  nvptx_cu.copy_out = copy_out;
  nvptx_cu.copy_out_async = copy_out_async;
  nvptx_cu.copy_within = copy_within;
  nvptx_cu.launch = launch;
  nvptx_cu.stream_wait = await;
  creations = destructions = records = questions = 0;
  EXPECT (nvptx_lifecycle_start (device) == GOMP_OK);
  bool is_loaded = nvptx_image_load (device, NVPTX_IMAGE_VERSION, &nvptx_image,
                                     &table, &count)
                   == GOMP_OK;
  EXPECT (is_loaded);
  if (!is_loaded)
    return false;
  region = (struct nvptx_function *)table[0].start;
  free (table);
  block = nvptx_memory_alloc (device, 64);
  nvptx_times_measure (device, measures);
  synchronous = 0;
  return true;
}

static void
end (void)
{
  nvptx_memory_free (device, block);
  nvptx_times_measure (device, false);
  nvptx_lifecycle_stop (device);
  EXPECT (creations == destructions);
}

/* Returns whether its time is known.  */
static bool
run (uint64_t *start, uint64_t *end_time)
{
  struct nvptx_launch l = nvptx_launch_on (region, block);
  EXPECT (nvptx_launch_run (device, &l) == GOMP_OK);
  return nvptx_times_take (nvptx_stream_find (device), start, end_time);
}

static bool
is_near (uint64_t a, uint64_t b)
{
  return (a > b ? a - b : b - a) <= PRECISION_NS;
}

static void
test_time_of_a_kernel (void)
{
  uint64_t start, stop;
  if (!begin (true))
    return;
  for (int i = 0; i < 3; i++)
    {
      EXPECT (run (&start, &stop));
      EXPECT (is_near (start, launched) && is_near (stop, waited));
    }
  /* Two for each kernel, and two for the reference.  */
  EXPECT (creations == 3 && records == 8 && questions == 6);
  end ();
}

static void
test_time_of_a_copy (void)
{
  uint64_t start, stop;
  int value = 41, result = 0;
  if (!begin (true))
    return;
  EXPECT (nvptx_copy_in (device, block, &value, sizeof (value)) == GOMP_OK);
  EXPECT (nvptx_times_take (nvptx_stream_find (device), &start, &stop));
  EXPECT (is_near (start, launched) && is_near (stop, waited));
  EXPECT (nvptx_copy_within (device, block + 32, block, sizeof (value))
          == GOMP_OK);
  EXPECT (nvptx_times_take (nvptx_stream_find (device), &start, &stop));
  EXPECT (is_near (start, launched) && is_near (stop, waited));
  EXPECT (nvptx_copy_out (device, &result, block + 32, sizeof (result))
          == GOMP_OK);
  EXPECT (nvptx_times_take (nvptx_stream_find (device), &start, &stop));
  EXPECT (is_near (start, launched) && is_near (stop, waited));
  EXPECT (result == value && synchronous == 0);
  end ();
}

/* From the first to the last, unless one could not be measured.  */
static void
test_several_copies (void)
{
  uint64_t start, stop;
  int value = 0;
  if (!begin (true))
    return;
  EXPECT (nvptx_copy_in (device, block, &value, sizeof (value)) == GOMP_OK);
  uint64_t first = launched;
  EXPECT (nvptx_copy_in (device, block, &value, sizeof (value)) == GOMP_OK);
  EXPECT (nvptx_times_take (nvptx_stream_find (device), &start, &stop));
  EXPECT (is_near (start, first) && is_near (stop, waited));
  EXPECT (!nvptx_times_take (nvptx_stream_find (device), &start, &stop));
  for (int i = 0; i < 3; i++)
    {
      nvptx_cu.event_elapsed = i == 1 ? refuse_to_elapse : elapse;
      EXPECT (nvptx_copy_in (device, block, &value, sizeof (value)) == GOMP_OK);
    }
  EXPECT (!nvptx_times_take (nvptx_stream_find (device), &start, &stop));
  end ();
}

static void
test_nothing_unless_asked (void)
{
  uint64_t start, stop;
  if (!begin (false))
    return;
  EXPECT (!run (&start, &stop));
  EXPECT (creations == 0 && records == 0 && questions == 0);
  end ();
}

static void
test_old_reference (void)
{
  uint64_t start, stop;
  if (!begin (true))
    return;
  EXPECT (run (&start, &stop) && records == 4);
  nvptx_stream_find (device)->times.referred -= UINT64_C (2000000000);
  EXPECT (run (&start, &stop) && records == 8);
  EXPECT (is_near (start, launched) && is_near (stop, waited));
  end ();
}

static void
test_clock_that_differs (void)
{
  uint64_t start, stop, before = os_time_ns ();
  if (!begin (true))
    return;
  nvptx_cu.event_elapsed = elapse_wrongly;
  EXPECT (run (&start, &stop));
  EXPECT (before < start && start <= launched);
  EXPECT (waited <= stop && stop <= os_time_ns ());
  end ();
}

/* The time of an earlier kernel is none of one that was not measured.  */
static void
test_driver_that_refuses (void)
{
  uint64_t start, stop;
  if (!begin (true))
    return;
  EXPECT (run (&start, &stop));
  nvptx_cu.event_elapsed = refuse_to_elapse;
  EXPECT (!run (&start, &stop));
  nvptx_cu.event_elapsed = elapse;
  EXPECT (run (&start, &stop));
  nvptx_cu.event_record = refuse_to_record;
  EXPECT (!run (&start, &stop));
  end ();
  if (!begin (true))
    return;
  nvptx_cu.event_create = refuse_to_create;
  EXPECT (!run (&start, &stop));
  end ();
}

int
main (void)
{
  setenv ("STANDIN_CUDA_DEVICES", "1", 1);
  setenv ("GOMP_NVPTX_CACHE", "none", 1);
  if (nvptx_open_driver () == NULL || nvptx_devices_find () != GOMP_OK)
    {
      printf ("no devices: %s\n", gomp_error_text ());
      return 1;
    }
  device = &nvptx_devices[0];
  driver = nvptx_cu;
  RUN (test_time_of_a_kernel);
  RUN (test_time_of_a_copy);
  RUN (test_several_copies);
  RUN (test_nothing_unless_asked);
  RUN (test_old_reference);
  RUN (test_clock_that_differs);
  RUN (test_driver_that_refuses);
  return check_done ();
}

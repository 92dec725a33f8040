/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target standin } */
/* Threads of the host on the nvptx plugin and the stand-in for CUDA's driver:
   memory, copies, launches and regions with nowait at the same time; threads
   that come and go; a device that is stopped meanwhile; and how many streams
   and threads the plugin needs for that.  The stand-in ends a program whose
   copies and kernels touch the same place without an order.  */

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <unistd.h>

#include "check.h"
#include "nvptx.h"
#include "nvptx/queue.h"
#include "nvptx/stream.h"
#include "os/os.h"
#include "random.h"

static struct nvptx_device *device;
static struct nvptx_function *region;

/* libgomp's, which has a task for it.  */
struct task
{
  sem_t done;
  void (*then) (void); /* before the call returns, or NULL */
};

void __wrap_GOMP_PLUGIN_target_task_completion (void *data);
void
__wrap_GOMP_PLUGIN_target_task_completion (void *data)
{
  struct task *task = data;
  void (*then) (void) = task->then;
  sem_post (&task->done);
  if (then != NULL)
    then ();
}

static bool
start (void)
{
  struct addr_pair *table = NULL;
  int count = 0;
  EXPECT (nvptx_lifecycle_start (device) == GOMP_OK);
  enum gomp_status status = nvptx_image_load (device, NVPTX_IMAGE_VERSION,
                                              &nvptx_image, &table, &count);
  EXPECT (status == GOMP_OK && count == 3);
  if (status == GOMP_OK)
    region = (struct nvptx_function *)table[0].start;
  free (table);
  return status == GOMP_OK;
}

static void
begin (void)
{
  setenv ("GOMP_NVPTX_CACHE", "none", 1);
  setenv ("STANDIN_CUDA_THREADS", "2", 1);
  setenv ("STANDIN_CUDA_DEVICES", "4", 1);
  EXPECT (nvptx_open_driver () != NULL);
  EXPECT (nvptx_devices_find () == GOMP_OK);
  device = nvptx_devices;
}

/* A region of the int at BLOCK, as libgomp runs it.  */
static void
add (CUdeviceptr block, int value)
{
  struct gomp_host_part part = { .start = &value, .size = sizeof (value) };
  struct nvptx_launch l = nvptx_launch_on (region, block);
  int result = 0;
  EXPECT (nvptx_copy_parts (device, block, &part, 1, GOMP_COPY_FOR_REGION)
          == GOMP_OK);
  EXPECT (nvptx_launch_run (device, &l) == GOMP_OK);
  EXPECT (nvptx_copy_out (device, &result, block, sizeof (result)) == GOMP_OK);
  EXPECT (result == value + 1);
}

static void
add_later (CUdeviceptr block, int value)
{
  struct nvptx_launch l = nvptx_launch_on (region, block);
  struct task task = { .then = NULL };
  int result = 0;
  sem_init (&task.done, 0, 0);
  EXPECT (nvptx_copy_in (device, block, &value, sizeof (value)) == GOMP_OK);
  EXPECT (nvptx_async_run (device, &l, &task) == GOMP_OK);
  sem_wait (&task.done);
  EXPECT (nvptx_copy_out (device, &result, block, sizeof (result)) == GOMP_OK);
  EXPECT (result == value + 1);
}

/* More than pinned memory takes, and back by another place.  */
static void
copy_around (CUdeviceptr block, size_t size, int value)
{
  CUdeviceptr other = nvptx_memory_alloc (device, size);
  char *a = malloc (size), *b = calloc (1, size);
  memset (a, value, size);
  struct gomp_host_part part[2] = {
    { .start = a, .size = 8 },
    { .start = a + 8, .size = size - 8, .offset = 8, .is_lasting = true }
  };
  EXPECT (other != 0);
  EXPECT (nvptx_copy_parts (device, block, part, 2, GOMP_COPY_FOR_ALL)
          == GOMP_OK);
  EXPECT (nvptx_copy_within (device, other, block, size) == GOMP_OK);
  EXPECT (nvptx_copy_out (device, b, other, size) == GOMP_OK);
  EXPECT (memcmp (a, b, size) == 0);
  EXPECT (nvptx_memory_free (device, other) == GOMP_OK);
  free (a);
  free (b);
}

#define THREADS 4

static void *
work (void *data)
{
  uint64_t state = random_start ((uintptr_t)data);
  for (int i = 0; i < 12 * (int)random_factor; i++)
    {
      size_t size
          = 64 + random_below (&state, (uint64_t)1 << (6 + 2 * (i % 9)));
      CUdeviceptr block = nvptx_memory_alloc (device, size);
      EXPECT (block != 0);
      add (block, i);
      add_later (block, 2 * i);
      copy_around (block, size, i);
      EXPECT (nvptx_memory_free (device, block) == GOMP_OK);
    }
  return NULL;
}

static void
run_threads (void)
{
  pthread_t thread[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++)
    EXPECT (pthread_create (&thread[i], NULL, work, (void *)(i + 1)) == 0);
  work (NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
}

static void
test_threads (void)
{
  if (!start ())
    return;
  run_threads ();
  nvptx_lifecycle_stop (device);
}

/* Again: what threads remember of the streams is of no use any more.  */
static void
test_restart (void)
{
  test_threads ();
  EXPECT (!nvptx_device_usable (device));
  gomp_error_clear ();
}

static void
test_one_at_a_time (void)
{
  nvptx_options.sync = true;
  test_threads ();
  nvptx_options.sync = false;
}

/* What was copied for a region is for another thread when it is settled.  */
static CUdeviceptr shared;

static void *
use_shared (void *expected)
{
  struct nvptx_launch l = nvptx_launch_on (region, shared);
  int result = 0;
  EXPECT (nvptx_launch_run (device, &l) == GOMP_OK);
  EXPECT (nvptx_copy_out (device, &result, shared, sizeof (result)) == GOMP_OK);
  EXPECT (result == *(int *)expected + 1);
  return NULL;
}

static void
test_settled_copies (void)
{
  if (!start ())
    return;
  shared = nvptx_memory_alloc (device, sizeof (int));
  for (int i = 0; i < 10; i++)
    {
      pthread_t thread;
      struct gomp_host_part part = { .start = &i, .size = sizeof (i) };
      EXPECT (nvptx_copy_parts (device, shared, &part, 1, GOMP_COPY_FOR_REGION)
              == GOMP_OK);
      EXPECT (nvptx_copy_settle (device) == GOMP_OK);
      EXPECT (pthread_create (&thread, NULL, use_shared, &i) == 0);
      pthread_join (thread, NULL);
    }
  nvptx_lifecycle_stop (device);
}

/* ---- How many streams.  */

static CUresult (*create) (CUstream *, unsigned);
static atomic_uint created; /* streams */
static sem_t go_on;

static CUresult
count_streams (CUstream *stream, unsigned flags)
{
  atomic_fetch_add (&created, 1);
  return create (stream, flags);
}

static void
await_go_on (void)
{
  sem_wait (&go_on);
}

/* A region that nobody waits for.  */
static void
start_later (CUdeviceptr block, struct task *task, void (*then) (void))
{
  struct nvptx_launch l = nvptx_launch_on (region, block);
  task->then = then;
  sem_init (&task->done, 0, 0);
  EXPECT (nvptx_async_run (device, &l, task) == GOMP_OK);
}

static CUdeviceptr
begin_counting (void)
{
  int zero = 0;
  CUdeviceptr block = nvptx_memory_alloc (device, sizeof (zero));
  EXPECT (nvptx_copy_in (device, block, &zero, sizeof (zero)) == GOMP_OK);
  create = nvptx_cu.stream_create;
  nvptx_cu.stream_create = count_streams;
  atomic_store (&created, 0);
  sem_init (&go_on, 0, 0);
  return block;
}

static void
end_counting (CUdeviceptr block, int regions, unsigned workers)
{
  int result = 0;
  EXPECT (nvptx_copy_out (device, &result, block, sizeof (result)) == GOMP_OK);
  EXPECT (result == regions);
  EXPECT (atomic_load (&created) == workers);
  nvptx_lifecycle_stop (device);
  nvptx_cu.stream_create = create;
}

/* The thread that learns of the first region's end launches the second one,
   before the first one's worker is back from the call that informs it.  */
static void
test_worker_that_informs (void)
{
  static struct task first, second;
  if (!start ())
    return;
  CUdeviceptr block = begin_counting ();
  start_later (block, &first, await_go_on);
  sem_wait (&first.done);
  start_later (block, &second, NULL);
  sem_post (&go_on);
  sem_wait (&second.done);
  end_counting (block, 2, 1);
}

/* Two at once need two, of which one tells while the other launches.  */
static void
test_worker_besides_one_that_tells (void)
{
  static struct task first, second, third;
  if (!start ())
    return;
  CUdeviceptr block = begin_counting ();
  CUdeviceptr other = nvptx_memory_alloc (device, sizeof (int));
  start_later (block, &first, await_go_on);
  sem_wait (&first.done);
  start_later (block, &second, NULL);
  start_later (other, &third, NULL);
  sem_wait (&second.done);
  sem_wait (&third.done);
  sem_post (&go_on);
  end_counting (block, 2, 2);
}

/* A launch from within the call that tells, which waits for it.  */
static struct task inner;
static CUdeviceptr inner_block;

static void
run_inner (void)
{
  start_later (inner_block, &inner, NULL);
  sem_wait (&inner.done);
  sem_post (&go_on);
}

static void
test_launch_by_a_worker (void)
{
  static struct task outer;
  if (!start ())
    return;
  inner_block = begin_counting ();
  start_later (inner_block, &outer, run_inner);
  sem_wait (&go_on);
  end_counting (inner_block, 2, 2);
}

static void
take_long (void)
{
  usleep (400000);
}

/* The device is stopped all the same: it can be started again.  */
static void
test_stop_beside_one_that_tells (void)
{
  static struct task task;
  if (!start ())
    return;
  CUdeviceptr block = begin_counting ();
  start_later (block, &task, take_long);
  sem_wait (&task.done);
  end_counting (block, 1, 1);
  if (start ())
    nvptx_lifecycle_stop (device);
}

/* Its stream was closed when the device was stopped.  */
static void *
use_before_restart (void *started_anew)
{
  struct nvptx_stream *s = nvptx_stream_enter (device);
  EXPECT (s != NULL);
  sem_post (&go_on);
  sem_wait (started_anew);
  return NULL;
}

static void
test_thread_that_ends_after_a_restart (void)
{
  pthread_t thread;
  sem_t started_anew;
  if (!start ())
    return;
  sem_init (&go_on, 0, 0);
  sem_init (&started_anew, 0, 0);
  EXPECT (pthread_create (&thread, NULL, use_before_restart, &started_anew)
          == 0);
  sem_wait (&go_on);
  nvptx_lifecycle_stop (device);
  if (!start ())
    return;
  CUdeviceptr block = begin_counting ();
  sem_post (&started_anew);
  pthread_join (thread, NULL);
  end_counting (block, 0, 0);
}

/* As at the end of a program that has threads still: they are refused, sooner
   or later, and nothing breaks.  */
static atomic_bool over;

static void *
use_till_over (void *data)
{
  (void)data;
  while (!atomic_load (&over))
    {
      int value = 1;
      CUdeviceptr block = nvptx_device_usable (device)
                              ? nvptx_memory_alloc (device, 1000)
                              : 0;
      if (block != 0
          && nvptx_copy_in (device, block, &value, sizeof (value)) == GOMP_OK)
        nvptx_copy_out (device, &value, block, sizeof (value));
      gomp_error_clear ();
    }
  return NULL;
}

static void
test_stop_beside_copies (void)
{
  pthread_t thread[2];
  if (!start ())
    return;
  for (int i = 0; i < 2; i++)
    EXPECT (pthread_create (&thread[i], NULL, use_till_over, NULL) == 0);
  for (int i = 0; i < 10; i++)
    add_later (nvptx_memory_alloc (device, 64), i);
  nvptx_lifecycle_stop (device);
  atomic_store (&over, true);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
}

/* The driver gives memory when the device has just been stopped: that is not
   what the next start has.  */
static CUresult (*allocate) (CUdeviceptr *, size_t);

static CUresult
allocate_and_stop (CUdeviceptr *start, size_t size)
{
  CUresult r = allocate (start, size);
  nvptx_lifecycle_stop (device);
  return r;
}

static void
test_stop_beside_allocation (void)
{
  if (!start ())
    return;
  allocate = nvptx_cu.memory_alloc;
  nvptx_cu.memory_alloc = allocate_and_stop;
  EXPECT (nvptx_memory_alloc (device, 64) != 0);
  nvptx_cu.memory_alloc = allocate;
  if (start ())
    end_counting (begin_counting (), 0, 0);
}

/* As when libgomp ends the program with a message while it is told: the worker
   does not wait for itself as it would for another that tells.  That takes 10
   s. The last test, since the device is left as it is.  */
static uint64_t stopped_after;

static void
stop_within (void)
{
  uint64_t begin = os_time_ns ();
  nvptx_lifecycle_stop (device);
  stopped_after = os_time_ns () - begin;
  sem_post (&go_on);
}

static void
test_stop_by_one_that_tells (void)
{
  static struct task task;
  if (!start ())
    return;
  CUdeviceptr block = begin_counting ();
  start_later (block, &task, stop_within);
  sem_wait (&go_on);
  EXPECT (stopped_after < 9000000000);
  nvptx_cu.stream_create = create;
}

/* A worker that gets no stream, which it learns while it is waited for.  */
static CUresult
fail_while_stopping (CUstream *stream, unsigned flags)
{
  (void)stream;
  (void)flags;
  while (atomic_load (&device->condition) != NVPTX_ENDING)
    sched_yield ();
  usleep (100000);
  return CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

static void
test_stop_beside_one_that_fails_to_start (void)
{
  static struct task task;
  device = &nvptx_devices[1];
  if (!start ())
    return;
  CUdeviceptr block = begin_counting ();
  nvptx_cu.stream_create = fail_while_stopping;
  start_later (block, &task, NULL);
  nvptx_device_ending (true);
  uint64_t begin = os_time_ns ();
  nvptx_lifecycle_stop (device);
  EXPECT (os_time_ns () - begin < 9000000000);
  nvptx_cu.stream_create = create;
}

/* Another thread may stop the device at any time in a launch, here when the
   driver is asked how many blocks fit.  The launch keeps the image; the next
   one finds the device stopped.  */
static CUresult (*ask) (int *, CUfunction, int, size_t);

static CUresult
ask_and_stop (int *blocks, CUfunction function, int threads, size_t bytes)
{
  nvptx_cu.occupancy = ask;
  nvptx_lifecycle_stop (device);
  return ask (blocks, function, threads, bytes);
}

static void
test_stop_within_a_launch (void)
{
  device = &nvptx_devices[2];
  if (!start ())
    return;
  CUdeviceptr block = nvptx_memory_alloc (device, 64);
  ask = nvptx_cu.occupancy;
  nvptx_cu.occupancy = ask_and_stop;
  add (block, 1);
  EXPECT (nvptx_cu.occupancy == ask);
  EXPECT (atomic_load (&device->condition) == NVPTX_ENDING);
  struct nvptx_launch l = nvptx_launch_on (region, block);
  EXPECT (nvptx_launch_run (device, &l) == GOMP_ERR_DEVICE);
  EXPECT (strstr (gomp_error_text (), "is finalized") != NULL);
  gomp_error_clear ();
}

/* The same of a launch in a queue.  The image's kernel is none of OpenACC: it
   has more parameters.  */
static unsigned launched;

static CUresult
count_launch (CUfunction function, unsigned teams, unsigned y, unsigned z,
              unsigned lanes, unsigned threads, unsigned depth, unsigned bytes,
              CUstream stream, void **parameters, void **extra)
{
  (void)y, (void)z, (void)depth, (void)bytes, (void)stream;
  (void)parameters, (void)extra;
  launched += function != NULL && teams * lanes * threads != 0;
  return CUDA_SUCCESS;
}

static void
test_stop_within_a_launch_in_a_queue (void)
{
  static const unsigned any[3];
  device = &nvptx_devices[3];
  if (!start ())
    return;
  struct goacc_asyncqueue *queue = nvptx_queue_open (device);
  struct nvptx_launch l = { .function = region, .dims = any };
  EXPECT (queue != NULL);
  nvptx_cu.occupancy = ask_and_stop;
  nvptx_cu.launch = count_launch;
  EXPECT (nvptx_queue_run (queue, &l, NULL, 0) == GOMP_OK);
  EXPECT (launched == 1 && nvptx_cu.occupancy == ask);
  EXPECT (atomic_load (&device->condition) == NVPTX_ENDING);
  EXPECT (nvptx_queue_run (queue, &l, NULL, 0) == GOMP_ERR_DEVICE);
  EXPECT (launched == 1);
  EXPECT (strstr (gomp_error_text (), "is finalized") != NULL);
  gomp_error_clear ();
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  begin ();
  RUN (test_threads);
  RUN (test_restart);
  RUN (test_one_at_a_time);
  RUN (test_settled_copies);
  RUN (test_worker_that_informs);
  RUN (test_worker_besides_one_that_tells);
  RUN (test_launch_by_a_worker);
  RUN (test_stop_beside_one_that_tells);
  RUN (test_thread_that_ends_after_a_restart);
  RUN (test_stop_beside_copies);
  RUN (test_stop_beside_allocation);
  RUN (test_stop_by_one_that_tells);
  RUN (test_stop_beside_one_that_fails_to_start);
  RUN (test_stop_within_a_launch);
  RUN (test_stop_within_a_launch_in_a_queue);
  return check_done ();
}

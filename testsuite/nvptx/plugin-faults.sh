# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What the plugin under test does about faults, forks, and an exit with work in
# flight, with each libgomp.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > faults.c <<'EOC'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
add (int *x)
{
#pragma omp target map(tofrom: x[0])
  x[0]++;
}

static int far[500000], farther[500000];

static void
add_far (int *x)
{
#pragma omp target map(tofrom: far, farther)
  farther[0] = ++far[0];
  *x = farther[0];
}

static void
update_far (void)
{
#pragma omp target update from(far)
}

static void
fork_and_add (void)
{
  int x = 0, status = 0;
  fflush (stdout);
  if (fork () == 0)
    {
      add (&x);
      _exit (0);
    }
  wait (&status);
  printf ("child: %d\n", WEXITSTATUS (status));
}

static void
leave_in_flight (void)
{
  static volatile int stop;
#pragma omp target nowait
  for (volatile long n = 0; !stop; n++)
    ;
  usleep (100000);
  exit (0);
}

/* One fails while the other runs, which says by a word of the device that it
   does.  */
static void
fail_beside_another (void)
{
  static volatile int stop;
  int host = omp_get_initial_device (), runs = 0, x = 0;
  int *begun = omp_target_alloc (sizeof (*begun), 0);
  omp_target_memcpy (begun, &runs, sizeof (runs), 0, 0, 0, host);
#pragma omp target is_device_ptr(begun) nowait
  {
    *begun = 1;
    for (volatile long n = 0; !stop; n++)
      ;
  }
  while (!runs)
    omp_target_memcpy (&runs, begun, sizeof (runs), 0, 0, host, 0);
  add (&x);
}

int
main (int argc, char **argv)
{
  int x = 0;
  printf ("devices: %d\n", omp_get_num_devices ());
  fflush (stdout);
  if (argc > 1 && !strcmp (argv[1], "exit"))
    leave_in_flight ();
  int has_handler = argc > 1 && !strcmp (argv[1], "handler");
  int is_far = has_handler || (argc > 1 && !strcmp (argv[1], "far"));
  if (has_handler)
    atexit (update_far);
  if (argc > 1 && !strcmp (argv[1], "beside"))
    fail_beside_another ();
  for (int i = 0; i < 5; i++)
    (is_far ? add_far : add) (&x);
  if (argc > 1 && !strcmp (argv[1], "fork"))
    fork_and_add ();
  printf ("x: %d\n", x);
  return 0;
}
EOC

compile_or_stop "the program compiles" "$GCC" -O2 faults.c

for runtime in $both_runtimes; do
  policy=mandatory
  argument=
  region='running target region add._omp_fn.0, 1 teams of 8 threads'
  with "no fault" "" "devices: 3" "x: 5"
  with "a launch that fails" "cuLaunchKernel 2 719" \
    "device 0 (nvptx, CUDA stand-in 0): $region: CUDA_ERROR_LAUNCH_FAILED"
  with "a broken context" "cuStreamSynchronize 2 sticky 700" \
    "$region: CUDA_ERROR_ILLEGAL_ADDRESS 700 (illegal address)"
  with "a lost device, copying in" "cuMemcpyHtoDAsync_v2 2 lost; cuMemcpyHtoD_v2 3 lost" \
    "bytes from host address" "device unavailable"
  with "a lost device, copying out" "cuMemcpyDtoH_v2 2 lost" \
    "to host address" "device unavailable"
  with "a busy device" "cuDevicePrimaryCtxRetain 1 46" \
    "opening its primary context: CUDA_ERROR_DEVICE_UNAVAILABLE"
  STANDIN_CUDA_COMPUTE_MODE=3
  export STANDIN_CUDA_COMPUTE_MODE
  with "an exclusive device" "cuDevicePrimaryCtxRetain 1 46" \
    "opening its primary context: CUDA_ERROR_DEVICE_UNAVAILABLE" \
    "its compute mode is 'exclusive process': another process may be using it"
  STANDIN_CUDA_COMPUTE_MODE=2
  with "a prohibited device" "cuDevicePrimaryCtxRetain 1 46" \
    "its compute mode is 'prohibited' (nvidia-smi -c 0 changes that)"
  unset STANDIN_CUDA_COMPUTE_MODE
  with "a bad image" "cuLinkAddData_v2 2 218" \
    "linking a device image: CUDA_ERROR_INVALID_PTX"
  with "out of memory" "cuMemAlloc_v2 1+ CUDA_ERROR_OUT_OF_MEMORY" \
    "allocating" "out of memory"
  with "no memory for stacks" "cuMemAlloc_v2 2+ CUDA_ERROR_OUT_OF_MEMORY" \
    "bytes for the stacks of a launch" "out of memory" "running target region"
  with "a system that cannot pin memory" \
    "cuMemHostRegister_v2 1+ CUDA_ERROR_NOT_SUPPORTED" "x: 5"
  with "no pinned memory" "cuMemHostRegister_v2 1+ 2" "creating a stream"
  argument=fork
  with "a child of a fork" "" "cannot be used in this process" "child: 1" "x: 5"
  argument=
  policy=default
  with "an old driver" "missing cuLaunchKernel; missing cuMemHostRegister_v2" \
    "libcuda.so.1 lacks cuMemHostRegister_v2, cuLaunchKernel" "devices: 0" "x: 5"
  with "a driver that does not start" "cuInit 1+ 804" \
    "cuInit: CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE" "devices: 0" "x: 5"
  with "no device" "cuInit 1+ 100" "devices: 0" "x: 5"
done

# The other ends the program.
runtime=$LIBDIR
with "a busy device that the host stands in for" \
  "cuDevicePrimaryCtxRetain 1 46" \
  "opening its primary context: CUDA_ERROR_DEVICE_UNAVAILABLE" \
  "warning: device initialization failed: device 0 (nvptx); the host runs" \
  "x: 5"

# With the other nowait has no effect, and the region no end.
policy=mandatory
argument=beside
# Nothing orders the copies of the word with the kernel that sets it.
export STANDIN_CUDA_ORDER=0
with "a failure beside another kernel" "cuLaunchKernel 2 719" \
  "$region: CUDA_ERROR_LAUNCH_FAILED 719 (" \
  "also in flight: target region fail_beside_another._omp_fn.0, " \
  "hint: GOMP_OFFLOAD_SYNC=1 runs one kernel at a time, so the message names"
unset STANDIN_CUDA_ORDER
argument=

# Copies back that are in the stream behind the kernel.
argument=far
region='running target region add_far._omp_fn.0, 1 teams of 8 threads'
with "no fault, and much to copy back" "" "x: 5"
with "a launch that fails before copies" "cuLaunchKernel 2 719" \
  "device 0 (nvptx, CUDA stand-in 0): $region: CUDA_ERROR_LAUNCH_FAILED"
with "a kernel that fails before copies" "cuStreamSynchronize 2 sticky 700" \
  "device 0 (nvptx, CUDA stand-in 0): $region: CUDA_ERROR_ILLEGAL_ADDRESS 700"
with "a failed kernel, seen by copies" "cuMemcpyBatchAsync 2 sticky 700" \
  "device 0 (nvptx, CUDA stand-in 0): $region: CUDA_ERROR_ILLEGAL_ADDRESS 700"
with "copies that are refused" "cuMemcpyBatchAsync 2 801" "x: 5"
with "a lost device, seen by copies" "cuMemcpyBatchAsync 2 lost" \
  "$region: CUDA_ERROR_" "device unavailable"
argument=handler
with "an exit handler that uses a failed region's data" "cuLaunchKernel 2 719" \
  "device 0 (nvptx, CUDA stand-in 0): $region: CUDA_ERROR_LAUNCH_FAILED"
argument=

# Which of two regions it is, one at a time shows.
cat > null.c <<'EOC'
static void
right (int *p)
{
#pragma omp target is_device_ptr(p) nowait
  for (volatile int i = 0; i < 20000; i++)
    ;
}

static void
wrong (int *p)
{
#pragma omp target is_device_ptr(p) nowait
  *p = 1;
}

int
main (void)
{
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 4; i++)
    {
      right (0);
      if (i == 2)
        wrong (0);
    }
  return 0;
}
EOC

mv program failing
compile_or_stop "a region that is wrong compiles" "$GCC" -O2 null.c
GOMP_OFFLOAD_SYNC=1
export GOMP_OFFLOAD_SYNC
with "the region that is wrong" "" \
  "running target region wrong._omp_fn.0, 1 teams of 8 threads: CUDA_ERROR_"
check "and no other" sh -c '! grep "also in flight\|region right" out'
unset GOMP_OFFLOAD_SYNC
mv failing program

cat > go-on.c <<'EOC'
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int data[20000];

/* Copies, allocations, regions: all that an exit may come between.  */
static void *
go_on (void *unused)
{
  for (int x = 0;; x++)
    {
#pragma omp target map(tofrom: x)
      x++;
      omp_target_free (omp_target_alloc (1000, 0), 0);
#pragma omp target update from(data)
      {
      }
#pragma omp target map(tofrom: x) nowait
      x++;
#pragma omp taskwait
    }
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t thread;
#pragma omp target enter data map(to: data)
  for (int i = 0; i < 4; i++)
    pthread_create (&thread, NULL, go_on, NULL);
  usleep (1000 * atoi (argv[1]));
  exit (0);
}
EOC

mv program failing
compile_or_stop "threads that go on compile" "$GCC" -O2 go-on.c
mv program go-on
mv failing program
# The other libgomp has something to say of its own.
for delay in 10 20 30 40 50; do
  if on_device ./go-on $delay && ! grep . out; then
    pass "an exit beside threads that go on"
  else
    cat out
    fail "an exit beside threads that go on, after $delay ms"
  fi
done

on_device ./program exit
conclude "an exit with a kernel in flight"
finish

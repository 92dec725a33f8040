# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What is said of OpenACC's queues when the driver fails: a wait, a test, a
# region, one without data, and a queue that waits for another.  A thread that
# waits does not go on as another one ends the program.
. "$testsuite/nvptx/programs.inc"

if ! has_target nvptx-none; then
  unsupported "this build has no plugin for nvptx"
  finish
fi

cat > program.c <<'EOC'
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define N 1000
static int a[N];
static volatile int handler_runs;

/* The thread whose operation has failed is in the middle of the program's end
   for so long.  */
static void
end_slowly (void)
{
  handler_runs = 1;
  sleep (5);
}

int
main (int argc, char **argv)
{
  const char *what = argv[argc - 1];
  /* It runs after the library's handlers.  */
  if (!strcmp (what, "beside"))
    atexit (end_slowly);
  acc_init (acc_device_nvidia);
  if (!strcmp (what, "wait"))
    {
      acc_get_cuda_stream (4);
      acc_wait (4);
    }
  else if (!strcmp (what, "all"))
    {
      acc_get_cuda_stream (4);
      acc_wait_all ();
    }
  else if (!strcmp (what, "order"))
    {
      acc_get_cuda_stream (4);
      acc_wait_async (4, 5);
      acc_wait (5);
    }
  else if (!strcmp (what, "test"))
    {
      acc_get_cuda_stream (4);
      acc_async_test (4);
    }
  else if (!strcmp (what, "bare"))
    {
#pragma acc parallel async(4)
      {
      }
#pragma acc wait(4)
    }
  else if (!strcmp (what, "beside"))
    {
#pragma acc parallel loop copy(a) async(4)
      for (int i = 0; i < N; i++)
        a[i]++;
      while (!handler_runs)
        usleep (1000);
#pragma acc wait(4)
    }
  else
    {
#pragma acc parallel loop copy(a) async(4)
      for (int i = 0; i < N; i++)
        a[i]++;
#pragma acc wait(4)
    }
  puts ("ended");
  return 0;
}
EOC
check compile "$GCC" -B"$TOOLCHAIN" -w -O2 -fopenacc -foffload=nvptx-none \
  program.c -o program

runtime=$LIBDIR
export ACC_DEVICE_TYPE=nvidia
policy=default
for argument in wait all order test bare region; do
  with "$argument without a fault" "" ended
done
# The fault is of the last call: others came before.
argument=wait
with "a wait that fails" "cuStreamSynchronize 1+ 719" "wait on 4 failed"
argument=all
with "a wait for all that fails" "cuStreamSynchronize 1+ 719" \
  "wait on 4 failed"
argument=order
with "an order that fails" "cuStreamSynchronize 1+ 719" \
  "ordering of async ids 4 and 5 failed"
argument=test
with "a test that fails" "cuStreamQuery 1+ 719" "test of 4 failed"
argument=bare
with "a region without data whose start fails" "cuLaunchKernel 1+ 719" \
  "device 0 (nvptx, CUDA stand-in 0): running compute region main._omp_fn.0, " \
  "CUDA_ERROR_LAUNCH_FAILED"
with "a region without data that fails" "cuStreamSynchronize 1+ 719" \
  "wait on 4 failed"
argument=beside
with "the end of the program beside a failure" "cuLaunchKernel 1+ 719" \
  "running compute region main._omp_fn.1, " "CUDA_ERROR_LAUNCH_FAILED"
STANDIN_CUDA_FAULTS="cuLaunchKernel 1+ 719" on_device ./program beside
test $? = 1 && ! grep -qx ended out
conclude "the status of the program beside a failure"
argument=region
with "a region in a queue that fails" "cuLaunchKernel 1+ 719" \
  "device 0 (nvptx, CUDA stand-in 0): running compute region main._omp_fn.2, " \
  "CUDA_ERROR_LAUNCH_FAILED"
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Faults by a script reach libgomp and its plugin as a driver's would.
. "$testsuite/standin/standin.inc"

cat > add.c <<'EOC'
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int x = 0;
  printf ("devices: %d\n", omp_get_num_devices ());
  fflush (stdout);
  for (int i = 0; i < 5; i++)
#pragma omp target map(tofrom: x)
    x++;
  printf ("x: %d\n", x);
  return 0;
}
EOC

compile_or_stop "the program compiles" "$GCC" -O2 add.c

policy=default
with "no fault" "" "devices: 3" "x: 5"
# From GCC 13 on the plugin ends the program.
if grep -q "^devices: 3" out && ! STANDIN_CUDA_FAULTS="missing cuEventRecord" \
     on_device ./program; then
  check "an old driver: a message" grep -q "missing 'cuEventRecord'" out
else
  with "an old driver" "missing cuEventRecord" "devices: 0" "x: 5"
fi
with "no device" "cuInit 1+ 100" "devices: 0" "x: 5"
# Once, and the plugin tries again without the stacks that it keeps.
with "short of memory" "cuMemAlloc_v2 3 CUDA_ERROR_OUT_OF_MEMORY" "x: 5"
with "out of memory" "cuMemAlloc_v2 3+ CUDA_ERROR_OUT_OF_MEMORY" "devices: 3" \
  "out of memory"
with "a launch that fails" "cuLaunchKernel 2 719" "cuLaunchKernel error"
with "a broken context" "cuLaunchKernel 2 sticky 700" "cuLaunchKernel error"
with "a lost device" "cuMemcpyHtoD_v2 3 lost" "device unavailable"
with "a rule that is none" "cuInit" "not understood: cuInit" "x: 5"
echo "cuCtxSynchronize 3 CUDA_ERROR_UNKNOWN # in a file" >script
with "a script in a file" "$PWD/script" "cuCtxSynchronize error"
finish

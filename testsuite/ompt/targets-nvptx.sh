# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The events and records of targets.c, and first-call.c, on the stand-in for CUDA's driver.
. "$testsuite/standin/standin.inc"
if ! has_target nvptx-none; then
  unsupported "this build has no plugin for nvptx"
  finish
fi
. "$testsuite/ompt/tools.inc"
. "$testsuite/ompt/targets.inc"

ours=yes
compile_or_stop "build targets" "$GCC" -O2 "$here/targets.c"
mv program targets
device_environment="STANDIN_CUDA_DEVICES=1 GOMP_NVPTX_CACHE=none TRACER_PROCS=2"
LD_LIBRARY_PATH=$standin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
all_events
. "$testsuite/ompt/tracing.inc"
all_records

# asks_events WAY: whether the driver is asked for the times of its events.
asks_events () {
  rm -f log
  under tracer $device_environment STANDIN_CUDA_LOG=log TRACER="$1" \
    TRACER_COUNTS=counts ./targets regions >out 2>err &&
    grep -q cuLaunchKernel log && grep -q cuEventElapsedTime log
}
check "the device's own times" asks_events ""
check "none of a trace that pauses" eval '! asks_events pause && test -s log'
program first-call "$here/first-call.c" -fopenacc -pthread
under grammar $device_environment ACC_DEVICE_TYPE=nvidia ./first-call ||
  echo "status $?" >>err
report "first calls of threads" <err
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The events of devices and target constructs: targets.c, construct by
# construct, on the emulated device.  And those of a device that a new thread
# starts, of queues, and of a device that is lost; and what regions do on a device
# that shares the program's memory.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"
. "$testsuite/ompt/targets.inc"

if has_target x86emul; then
  program targets "$here/targets.c"
  all_events
  program first-call "$here/first-call.c" -fopenacc -pthread
  under grammar ./first-call || echo "status $?" >>err
  report "first calls of threads" <err
  program queues "$here/queues.c" -fopenacc
  under grammar ACC_DEVICE_TYPE=x86emul ./queues || echo "status $?" >>err
  report "threads of queues" <err
  program lost "$here/lost.c"
  : >violations
  under grammar GRAMMAR_LOG="$PWD/violations" OMP_TARGET_OFFLOAD=mandatory ./lost
  report "a lost device" <violations
  program targets "$here/targets.c" -DOFFLOAD_EMUL_SHARED
  device_environment=OFFLOAD_EMUL_SHARED=1
  events inside "target 3" "submit 3" "parallel_begin 7" "implicit_task 19"
  events regions "target 4" "submit 4" "parallel_begin 1"
  events nowait "target_nowait 5" "submit 5" "parallel_begin 1"
else
  unsupported "this build has no emulated device"
fi
finish

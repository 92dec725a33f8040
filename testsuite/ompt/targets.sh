# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The events of devices and target constructs: targets.c, construct by
# construct, on the emulated device.  And those of a device that a new thread
# starts, of queues, and of a device that is lost.
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
else
  unsupported "this build has no emulated device"
fi
finish

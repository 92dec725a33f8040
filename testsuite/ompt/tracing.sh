# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Tracing of the emulated device: the constructs of targets.c, and the programs of
# tracing.c.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

if ! has_target x86emul; then
  unsupported "this build has no emulated device"
  finish
fi
program targets "$here/targets.c"
. "$testsuite/ompt/tracing.inc"
all_records

program targets "$here/tracing.c" -fopenacc
records fork "" "target 4" "submit 2"
records restart "" "target 4" "submit 2"
# What follows a record that is lost is lost, too, until the next start.
if test -n "$SANITIZERS"; then
  pass "no memory: the sanitizer has a malloc of its own"
  finish
fi
program targets "$here/tracing.c" -fopenacc -DSCARCE
records scarce ends "target 2" "submit 1"
records scarce again "target 6" "submit 3"
if grep -q "^libgomp: warning: device 0: no memory for the records" err; then
  pass "no memory: warning"
else
  cat err
  fail "no memory: warning"
fi
finish

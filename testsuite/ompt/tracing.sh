# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Tracing of the emulated device: tracer.c, for the constructs of targets.c and the
# programs of tracing.c.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

if ! has_target x86emul; then
  unsupported "this build has no emulated device"
  finish
fi
tool tracer "$here/tracer.c"
program targets "$here/targets.c"

# records CONSTRUCT WAY "NAME COUNT"...: so many records.
records () {
  construct=$1
  tracer_way=$2
  shift 2
  rm -f counts
  if ! under tracer OMP_NUM_THREADS=4 OMP_TARGET_OFFLOAD=mandatory \
      TRACER="$tracer_way" TRACER_COUNTS=counts ./targets "$construct"; then
    cat out
    head -n 5 err
    fail "$construct $tracer_way: run"
    return
  fi
  counts_are "$construct $tracer_way: records" "$@"
}

records regions "" "target 8" "data_op 15" "submit 4"
records nowait "" "target 16" "submit 5"
records many "" "target 80" "data_op 160" "submit 40"
records data "" "target 8" "data_op 8" "submit 1"
records routines "" "target 2" "data_op 8" "submit 1"
records threads "" "target 40" "data_op 80" "submit 20"
records regions pause "target 0" "data_op 0" "submit 0"
records regions refuse "target 0" "data_op 0" "submit 0"
records regions stop "target 1" "data_op 4" "submit 1"
records threads stop

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

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What the emulated device records of its regions: inside.c, for the regions of
# inside_regions.c.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

if ! has_target x86emul; then
  unsupported "this build has no emulated device"
  finish
fi
tool inside "$here/inside.c"
program regions "$here/inside_regions.c"

# records REGIONS WAY "NAME COUNT"...: so many records.
records () {
  regions=$1 inside_way=$2
  shift 2
  rm -f counts
  if ! under inside OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_THREAD_LIMIT=100 \
      OMP_TARGET_OFFLOAD=mandatory INSIDE="$inside_way" INSIDE_COUNTS=counts \
      ./regions "$regions"; then
    cat out
    head -n 5 err
    fail "$regions $inside_way: run"
    return
  fi
  counts_are "$regions $inside_way: records" "$@"
}

# A region is an initial task.
records parallel "" "target_submit_emi 1" "parallel_begin 3" "parallel_end 3" \
  "implicit_task 13" "sync_region 12"
records tasks "" "parallel_begin 1" "task_create 23" "dependences 3" \
  "implicit_task 5" "work 4"
records work "" "dispatch 36" "iterations 100" "mutex_acquired 2" \
  "mutex_released 2" "work 12"
records teams "" "target_submit_emi 1" "parallel_begin 6" "parallel_end 6"
records nested "" "parallel_begin 3" "implicit_task 7"
records nowait "" "target_submit_emi 10" "parallel_begin 10" \
  "implicit_task 30"
for way in "" flush slow; do
  records load "$way" "target_submit_emi 20" "parallel_begin 4020" \
    "implicit_task 8060" "task_create 4000"
done
records long "" "parallel_begin 3001" "task_create 3000"
records launches "" "target_submit_emi 70000" "implicit_task 70000"
records long refuse "parallel_begin 0"
records long stop
records load pause

rm -f counts
under inside OMP_NUM_THREADS=4 OMP_TARGET_OFFLOAD=mandatory INSIDE=dies \
  INSIDE_COUNTS=counts ./regions dies
counts_are "the device dies: records" \
  "parallel_begin 4" "parallel_end 4" "implicit_task 16"

# A region writes over the records: the host says so, and passes no garbage on.
for value in zeros ones; do
  rm -f counts
  under inside OMP_NUM_THREADS=4 OMP_TARGET_OFFLOAD=mandatory INSIDE=dies \
    INSIDE_COUNTS=counts ./regions $value
  status=$?
  if test $status -gt 1; then
    echo "status $status"
  elif ! grep -q 'warning: device 0 .* overwrote the records of its events' err
  then
    cat err
  fi | report "records full of $value"
done
finish

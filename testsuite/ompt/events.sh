# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The events of each construct: checked by grammar.c, and counted.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool grammar "$here/grammar.c"
program constructs "$here/constructs.c"

# events CONSTRUCT "NAME COUNT"...: with the current number of threads, n.
events () {
  construct=$1
  shift
  rm -f counts
  if ! under grammar OMP_NUM_THREADS=$n OMP_DYNAMIC=false \
      OMP_CANCELLATION=true GRAMMAR_COUNTS=counts ./constructs "$construct"; then
    head -n 5 err
    fail "$construct, $n threads: run"
    return
  fi
  for wanted; do
    grep -qx "$wanted" counts || echo "$wanted, not $(grep "^${wanted% *} " counts)"
  done | report "$construct, $n threads: events"
}

for n in 1 2 4 8; do
  # The initial task is an implicit one, too.
  events regions "parallel_begin 3" "parallel_end 3" \
    "implicit_task $((3 * n + 1))" "thread_begin $n" "thread_end $n" \
    "sync_region $((3 * n))" "sync_region_wait $((3 * n))"
  events sizes "parallel_begin 4" "implicit_task 11" "thread_begin 4"
  events nested "parallel_begin 7" "implicit_task 15" "sync_region 14"
  events barriers "parallel_begin 1" "sync_region $((3 * n))"
  events loops "parallel_begin 1" "sync_region $((3 * n))"
  events cancelled "parallel_begin 1" "implicit_task $((n + 1))"
  events foreign "parallel_begin 3" "implicit_task 9"
done
finish

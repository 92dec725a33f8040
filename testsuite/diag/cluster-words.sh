# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The scenarios of endings.c and faults.c, whose regions end or fault, on the
# device of a node: the words are those of a device here, and the node's name.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OMP_TARGET_OFFLOAD
export OFFLOAD_START_TIMEOUT=30

# Nobody makes freed memory of a node's device, or what is beside a copy,
# inaccessible.
left='write_far_past_mapped|write_just_past_mapped|write_just_before_mapped'
left="$left|use_after_free"
for name in endings faults; do
  $GCC -B"$TOOLCHAIN" -fopenmp -O2 "$testsuite/diag/$name.c" -o $name ||
    fail "compile $name"
  OFFLOAD_HOSTS=localhost ./$name >$name.out 2>&1
  grep -vE "^(PASS|FAIL): ($left)\$" $name.out | sed "s/^\(PASS\|FAIL\): /&$name, /"
  check "$name: all scenarios" \
    test "$(grep -cE '^(PASS|FAIL): ' $name.out)" -ge 10
  ! grep -E '^FAIL: ' $name.out | grep -qvE ": ($left)\$" || failed=1
done
finish

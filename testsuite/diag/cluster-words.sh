# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The scenarios of endings.c and faults.c, whose regions end or fault, on the
# device of a node: the words are those of a device here, and the node's name.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OMP_TARGET_OFFLOAD
export OFFLOAD_START_TIMEOUT=30

for name in endings faults; do
  $GCC -B"$TOOLCHAIN" -fopenmp -O2 "$testsuite/diag/$name.c" -o $name ||
    fail "compile $name"
  OFFLOAD_HOSTS=localhost ./$name >$name.out 2>&1
  sed "s/^\(PASS\|FAIL\): /&$name, /" $name.out
  check "$name: all scenarios" \
    test "$(grep -cE '^(PASS|FAIL): ' $name.out)" -ge 10
  ! grep -q '^FAIL: ' $name.out || failed=1
done
finish

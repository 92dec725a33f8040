# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# clang's regions for NVIDIA devices, in PTX, on our libomptarget.so and plugin.
. "$testsuite/libomptarget/nvptx.inc"

# Its lines are tests of their own.
devices=2
for level in -O1 -O2 -O3; do
  if ! compile regions $level -g "$programs/regions.c"; then
    fail "regions, $level: not compiled"
    continue
  fi
  on_standin ./regions >out 2>&1
  check "regions, $level: status 0" test $? = 0
  sed -n "s/^\(PASS\|FAIL\): /&$level: /p" out
  check "regions, $level: all ran" test "$(grep -c '^PASS: ' out)" = 29
  grep -v '^PASS: ' out | report "regions, $level: nothing else was said"
done
finish

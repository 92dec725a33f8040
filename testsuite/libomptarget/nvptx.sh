# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# clang's regions for NVIDIA devices, in PTX, on our libomptarget.so and plugin, by
# each clang that has a device runtime.
. "$testsuite/libomptarget/nvptx.inc"

# Its lines are tests of their own.
devices=2
for clang in $CLANGS; do
  runtime_of "$clang" || continue
  for level in -O1 -O2 -O3; do
    name="regions, $clang $level"
    if ! compile regions $level -g "$programs/regions.c"; then
      fail "$name: not compiled"
      continue
    fi
    on_standin ./regions >out 2>&1
    check "$name: status 0" test $? = 0
    sed -n "s/^\(PASS\|FAIL\): /&$clang $level: /p" out
    check "$name: all ran" test "$(grep -c '^PASS: ' out)" = 30
    grep -v '^PASS: ' out | report "$name: nothing else was said"
  done
done
finish

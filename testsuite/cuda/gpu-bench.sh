# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# bench/gpu.sh works: on the stand-in, in small.
. "$testsuite/cuda/programs.inc"
. "$testsuite/cuda/plugin.inc"

check "binaries and libraries" "$top_srcdir/bench/gpu.sh" pack "$LIBDIR" packed
# As on a machine that has nothing else.
check "all rows are run" packed/gpu.sh dry packed "$standin" >said 2>&1
check "what they are of" grep -q "^device: CUDA stand-in 0, sm_90, 2 multi" said
cat said
grep '^PASS\|^FAIL' said
for row in start-cold start-warm empty mapped update nowait64 threads4 \
    saxpy-rate reduction-rate triad-rate driver-empty driver-triad-rate; do
  check "$row" grep -q "^$row  *[0-9.]*  *[0-9.]*  *[0-9.]*\$" said
done
finish

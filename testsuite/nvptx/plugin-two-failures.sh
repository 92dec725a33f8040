# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Two threads meet the failure of a device of the plugin under test: one ends
# the program, its exit handlers run to their ends, and run once.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

compile_or_stop "the program compiles" "$GCC" -O2 \
  '-DFAULT="running target region fail"' \
  '-DFAULT_AT_ONCE="libgomp: device 0 .nvptx.*target region fail"' \
  "$testsuite/diag/two-failures.c"
runtime=$LIBDIR
# Its copies and its failing regions use the same data in no order.
export STANDIN_CUDA_ORDER=0
for round in 1 2 3; do
  on_device ./program
  conclude "two failures, round $round"
done
finish

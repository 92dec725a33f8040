# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which driver calls the plugin under test makes for a construct: a budget; and
# with GCC's libgomp, where it differs.
. "$testsuite/cuda/calls.inc"
. "$testsuite/cuda/plugin.inc"

runtime=$LIBDIR
expect_column 4
runtime=$PWD/stock
for construct in empty firstprivate present pointer scalar array to-from \
    update-to update-from data alloc-free memcpy; do
  run "$construct"
  expect "$construct with GCC's libgomp" 3 "$(wanted "$construct" 4)"
done
# It has no asynchronous launches for this plugin.
run nowait
expect "nowait with GCC's libgomp" 3 "$(wanted scalar 4)"
finish

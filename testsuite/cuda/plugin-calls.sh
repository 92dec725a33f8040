# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which driver calls the plugin under test makes for a construct once it is
# warm, with each libgomp: beside calls.sh, and a budget.
. "$testsuite/cuda/calls.inc"
. "$testsuite/cuda/plugin.inc"

in=MemcpyHtoDAsync
run='LaunchKernel StreamSynchronize'
out=MemcpyDtoH
for runtime in "$LIBDIR" "$PWD/stock"; do
  exit_calls=8
  expect empty "$run"
  expect firstprivate "$in $run"
  expect present "$in $run"
  expect tofrom "$in $run $out"
  expect to-from "$in $run $out"
  exit_calls=7
  expect update-to "$in"
  expect update-from "$out"
  # Nothing runs that would wait for the copy in.
  expect data "$in StreamSynchronize $out"
done
exit_calls=7
expect api "$in"
exit_calls=8
expect nowait "$in $run $out"
runtime=$LIBDIR
# Its allocations are large ones of its own, cut by itself.
expect api "$in"
# The thread of the plugin that launches has a stream too.
exit_calls=11
expect nowait "$in StreamSynchronize $run $out"
# While another thread uses the device.
export ANOTHER=yes
for runtime in "$LIBDIR" "$PWD/stock"; do
  exit_calls=11
  expect empty "$run"
  expect firstprivate "MemcpyHtoD $run"
  expect tofrom "MemcpyHtoD $run $out"
  expect to-from "MemcpyHtoD $run $out"
done
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which driver calls the distribution's libgomp and plugin make for a construct
# once it is warm: what a better plugin is measured by.
. "$testsuite/cuda/calls.inc"

range='CtxGetDevice MemGetAddressRange'
before="CtxGetDevice MemAlloc $range MemcpyHtoD"
run='LaunchKernel CtxSynchronize'
exit_calls=3
expect empty "$run"
expect firstprivate "$before $run $range MemFree"
expect present "$before $run $range MemFree"
expect tofrom "$before $run $range MemcpyDtoH $range MemFree"
expect to-from "$before $run $range MemcpyDtoH $range MemFree"
expect nowait "$before $run $range MemcpyDtoH $range MemFree"
# No stacks were allocated, so none are freed.
exit_calls=2
expect update-to "$range MemcpyHtoD"
expect update-from "$range MemcpyDtoH"
expect data "$before $range MemcpyDtoH $range MemFree"
expect api "CtxGetDevice MemAlloc $range MemcpyHtoD $range MemFree"
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The survey on the plugin under test, with each libgomp.
. "$testsuite/standin/survey.inc"
. "$testsuite/nvptx/plugin.inc"

for runtime in $both_runtimes; do
  survey "without optimization" -O0
  survey "optimized" -O2
done
runtime=$LIBDIR
export STANDIN_CUDA_SMS=132 STANDIN_CUDA_REGISTERS=32
survey "on a large device" -O2
finish

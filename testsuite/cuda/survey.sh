# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The survey on the distribution's libgomp and plugin.
. "$testsuite/cuda/survey.inc"

survey "without optimization" -O0
survey "optimized" -O2
survey "with fast mathematics" -O3 -ffast-math
# What a plugin starts on the largest devices: 1056 teams of 8 threads.
export STANDIN_CUDA_SMS=132 STANDIN_CUDA_REGISTERS=32
survey "on a large device" -O2
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Code for each architecture that GCC 12 knows besides sm_80, which the other
# scripts use.
. "$testsuite/standin/numbers.inc"

for architecture in sm_30 sm_35 sm_53 sm_70 sm_75; do
  offload_options="nvptx-none=-misa=$architecture -Wa,--no-verify -lm -latomic"
  offload_options="$offload_options -fno-PIC"
  for options in "-O0 -march=native" -O2 "-O3 -ffast-math"; do
    same $options
  done
done
finish

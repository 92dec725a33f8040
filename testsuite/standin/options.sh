# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Instructions that depend on the compiler's options are right on the device.
. "$testsuite/standin/numbers.inc"

for options in -O0 -O1 -Og -Os -O2 -O3 -Ofast "-O2 -ffast-math" "-O2 -fno-inline" \
    "-O3 -funroll-all-loops" "-O2 -fno-builtin" "-O2 -fwrapv -fno-strict-aliasing" \
    "-O2 -fno-if-conversion -fno-if-conversion2" "-O2 -fno-tree-sra" \
    "-O2 -fno-ipa-cp -fno-ipa-sra -fno-ipa-icf" "-O1 -ftree-vectorize" \
    "-O2 -frounding-math -ftrapping-math" \
    "-O2 -ffp-contract=off" "-O2 -fno-expensive-optimizations -fno-gcse" \
    "-O2 -fno-split-wide-types -fno-tree-ter" "-O2 -fno-jump-tables -g"; do
  same $options
done
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The plugin under test, with each libgomp: the programs that these get right,
# made by GCC's mkoffload for GCC's libgomp, and by ours for ours.
. "$testsuite/cuda/programs.inc"
. "$testsuite/cuda/plugin.inc"

runtime=$PWD/stock
try_programs -O2
try "$GCC" -O2 libgomp.c/target-constant.c
runtime=$LIBDIR
library=ours
ours=yes
try_programs -O2
finish

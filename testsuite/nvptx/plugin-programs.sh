# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The plugin under test with the distribution's libgomp: the programs that this
# library gets right, made by GCC's mkoffload.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

need_same_interface "our plugin on GCC's libgomp"
runtime=$PWD/stock
try_programs -O2
try "$GCC" -O2 libgomp.c/target-constant.c
finish

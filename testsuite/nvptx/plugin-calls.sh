# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which driver calls the plugin under test makes for a construct: at most so
# many.  Also with GCC's libgomp, where that makes a difference.
. "$testsuite/nvptx/calls.inc"
. "$testsuite/nvptx/plugin.inc"

runtime=$LIBDIR
expect_column 4
need_same_interface "calls on GCC's libgomp"
runtime=$PWD/stock
expect_constructs 5
finish

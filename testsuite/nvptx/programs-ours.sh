# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The library under test with the distribution's plugin: the programs that the
# distribution's library gets right, and more.
. "$testsuite/nvptx/programs.inc"

need_same_interface "GCC's plugin on our libgomp"
# Not beside this project's plugin, which would be taken.
mkdir alone
ln -s "$LIBDIR/libgomp.so.1" alone/
ln -s "$(stock_library libgomp-plugin-nvptx.so.1)" alone/
runtime=$PWD/alone
library=ours
try_programs -O2
finish

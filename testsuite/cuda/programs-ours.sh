# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The library under test with the distribution's plugin: the programs that the
# distribution's library gets right, and more.
. "$testsuite/cuda/programs.inc"

# Not beside this project's plugin, which would be taken.
mkdir alone
ln -s "$LIBDIR/libgomp.so.1" alone/
ln -s "$(stock_library libgomp-plugin-nvptx.so.1)" alone/
runtime=$PWD/alone
try_programs -O2
try_all "$GCC" -O2 libgomp.c target-devices.c target-structs.c
if test "$GXX" != no; then
  try_all "$GXX" -O2 libgomp.c++ target-members.cc
fi
if test "$GFORTRAN" != no; then
  try_all "$GFORTRAN" -O2 libgomp.fortran target-components.f90 \
    target-declared-data.f90 target-exit-component.f90
fi
finish

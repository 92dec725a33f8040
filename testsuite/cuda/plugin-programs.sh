# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The plugin under test, with each libgomp: the programs that these get right.
. "$testsuite/cuda/programs.inc"
. "$testsuite/cuda/plugin.inc"

runtime=$PWD/stock
try_programs -O2
try "$GCC" -O2 libgomp.c/target-constant.c
runtime=$LIBDIR
try_programs -O2
try_all "$GCC" -O2 libgomp.c target-constant.c target-devices.c target-structs.c
if test "$GXX" != no; then
  try_all "$GXX" -O2 libgomp.c++ target-members.cc
fi
if test "$GFORTRAN" != no; then
  try_all "$GFORTRAN" -O2 libgomp.fortran target-components.f90 \
    target-declared-data.f90 target-exit-component.f90
fi
finish

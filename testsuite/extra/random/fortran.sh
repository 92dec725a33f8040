# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A few random programs with target constructs in Fortran, the same in every run.
. "$testsuite/extra/random/random.inc"

if test "$GFORTRAN" = no; then
  unsupported "no Fortran compiler"
  finish
fi
try_seeds fortran 1-2
try_seeds fortran 1-3 --mutate
finish

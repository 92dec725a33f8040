#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A Fortran program of several modules and a shared library; program and
# library both have the module with the device procedure.

. "$testsuite/lib/programs.sh"

sources=$testsuite/libgomp.fortran/particles
programs=program
result='4673.6690 4673.6690 14041 1000'

test "$GFORTRAN" != no || { unsupported 'no gfortran'; finish; }

fortran () {
  $GFORTRAN -B"$TOOLCHAIN" -fopenmp $SANITIZERS "$@"
}

build () {
  fortran -fPIC -shared "$@" "$sources/particles.f90" "$sources/survey.f90" \
    -o libsurvey.so &&
  fortran "$@" "$sources/particles.f90" "$sources/motion.f90" \
    "$sources/main.f90" -o program -L. -lsurvey -Wl,-rpath,.
}

try plain -O2
try debug -O0 -g
try lto -O2 -flto
finish

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A C program of several files, one of them from a static archive, and a shared
# library with regions of its own; once with the objects in the other order.

. "$testsuite/lib/programs.sh"

sources=$testsuite/libgomp.c/grid
programs='program turned'
result='total 1800.00 then 1800.00, wet 1200, bad 0, surveys 2'

cc () {
  $GCC -B"$TOOLCHAIN" -fopenmp -Wno-deprecated-openmp $SANITIZERS "$@"
}

build () {
  rm -f -- *.o libflow.a
  cc -fPIC -shared "$@" "$sources/survey.c" -o libsurvey.so &&
  cc -c "$@" "$sources/flow.c" "$sources/grid.c" "$sources/main.c" &&
  ${AR:-gcc-ar} rc libflow.a flow.o &&
  cc "$@" main.o grid.o -o program -L. -lflow -lsurvey -lm -Wl,-rpath,. &&
  cc "$@" grid.o main.o -o turned -L. -lflow -lsurvey -lm \
    -Wl,-rpath,.
}

try plain -O2
try debug -O0 -g
try lto -O2 -flto
try static-libgcc -O1 -static-libgcc
finish

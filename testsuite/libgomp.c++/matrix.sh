#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A C++ program of two files and a shared library that all have instances of
# the same templates with regions.

. "$testsuite/lib/programs.sh"

sources=$testsuite/libgomp.c++/matrix
programs=program
result='380 40 30 7 42 -1'

test "$GXX" != no || { unsupported 'no g++'; finish; }

cxx () {
  $GXX -B"$TOOLCHAIN" -fopenmp -Wno-deprecated-openmp $SANITIZERS "$@"
}

build () {
  cxx -fPIC -shared "$@" "$sources/library.cc" -o liblibrary.so &&
  cxx "$@" "$sources/main.cc" "$sources/powers.cc" -o program -L. -llibrary \
    -Wl,-rpath,.
}

try plain -O2
try debug -O0 -g
try lto -O2 -flto
finish

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Atomic constructs inside simd loops of regions, in each language and at each
# level of optimization, on the device and on the host.  If GCC's compiler for
# nvptx is installed, GCC 12.2 itself gets them wrong from -O1 on.
. "$(dirname "$0")/common.inc"

tests=$here/..

# right NAME COMPILE FILE
right () {
  for level in 0 1 2 3; do
    rm -f program
    verdict "$1 -O$level is compiled" "$2" -O$level -o program "$3"
    for offload in mandatory disabled; do
      verdict "$1 -O$level, offloading $offload" \
        env OMP_TARGET_OFFLOAD=$offload timeout 300 ./program
    done
  done
}

right C cc "$tests/libgomp.c/target-simd-atomic.c"
right C++ cxx "$tests/libgomp.c++/target-simd-atomic.cc"
right Fortran fc "$tests/libgomp.fortran/target-simd-atomic.f90"
verdict "nothing is left" nothing_left
finish

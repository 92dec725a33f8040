#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which devices get an image.
. "$(dirname "$0")/common.inc"

cc hello.c -foffload=disable -o a.out > log 2>&1
verdict "-foffload=disable" no_image a.out
says not "a target without a compiler" "no compiler for the offload target 'nothere'" \
  env OFFGOMP_OFFLOAD_TARGETS=x86emul:nothere "$CC" -B"$toolchain/" -fopenmp hello.c
verdict "nothing is left after that" nothing_left
if [ -z "$(find_nvptx)" ]; then
  unsupported "-foffload=nvptx-none: its compiler is not installed" \
    "(gcc-N-offload-nvptx)"
  finish
fi
cc hello.c -foffload=nvptx-none -o a.out > log 2>&1
verdict "-foffload=nvptx-none makes a PTX image" sh -c 'strings -a a.out | grep -q "\.version"'
verdict "-foffload=nvptx-none makes no other" no_image a.out
OFFGOMP_OFFLOAD_TARGETS=x86emul:nvptx-none cc hello.c -o a.out > log 2>&1
verdict "both images" sh -c 'strings -a a.out | grep -q "\.version" && nm a.out | grep -q offgomp_x86emul_image'
verdict "-foffload-options=nvptx-none=... does not disturb" \
  cc hello.c -foffload-options=nvptx-none=-march=sm_70 -foffload-options=-lm

finish

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OpenACC programs of several files for NVIDIA devices, on the stand-in, in each
# form of link.
. "$testsuite/standin/standin.inc"

if ! has_target nvptx-none; then
  unsupported 'this build has no plugin for nvptx'
  finish
fi
runtime=$LIBDIR
project=$testsuite/toolchain/project
. "$project/project.inc"

acc () { timeout 600 "$@" -B"$TOOLCHAIN" -w -fopenacc -foffload=nvptx-none; }
cxx_acc () { acc "$GXX" "$@"; }
fc_acc () { acc "$GFORTRAN" "$@"; }
run () { on_device env ACC_DEVICE_TYPE=nvidia "$1" && grep -qx right out; }
verdict () { check "$@"; }
projects
finish

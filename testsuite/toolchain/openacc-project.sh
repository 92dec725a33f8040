#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OpenACC programs of several files for emulated devices, in every form of link.
. "$(dirname "$0")/common.inc"
project=$here/project
. "$project/project.inc"

cxx_acc () { timeout 600 "$CXX" -B"$toolchain/" -w -fopenacc "$@"; }
fc_acc () { timeout 600 "$FC" -B"$toolchain/" -w -fopenacc "$@"; }
run () { ACC_DEVICE_TYPE=x86emul "$1" | grep -qx right; }
: "${GXX=$CXX}" "${GFORTRAN=$FC}"
projects
verdict 'nothing is left' nothing_left
finish

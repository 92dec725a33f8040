# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A few random programs by clang, the same in every run: they must give what
# gcc's code gives without OpenMP.
. "$testsuite/extra/random/random.inc"

if test ! -e "${TOOLCHAIN}llvm/libomptarget.so" ||
     ! has_clang_offload ||
     ! test -e "$(clang-19 -print-file-name=include/omp.h)"; then
  unsupported "no clang-19, clang-tools-19, libomp-19-dev here"
  finish
fi
try_seeds host 2-4 --clang clang-19
try_seeds target 1-2 --clang clang-19
finish

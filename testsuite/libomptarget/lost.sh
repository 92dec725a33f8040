# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OFFLOAD_LOST, as ../diag/cluster-lost.sh, for regions of clang.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
if ! has_clang_offload || test ! -e "$llvm/libomptarget.so"; then
  unsupported "lost: no clang-tools-19 or libomp-19-dev, or no libomptarget.so"
  finish
fi
compile="clang-19 -w -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
  -L$llvm -Wl,-rpath,$llvm"
region="main' (program.c:"
. "$testsuite/diag/cluster-lost.sh"

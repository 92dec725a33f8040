# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Objects of the interop construct on the plugin under test.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

# With the headers of this library: GCC has the routines from 15 on.
ours=yes
compile_or_stop "the program compiles" "$GCC" -O2 "$testsuite/nvptx/interop.c" \
  -L"$standin" -Wl,-rpath-link,"$standin" -l:libcuda.so.1
runtime=$LIBDIR
for threads in 1 2 8; do
  check "$threads threads" on_device env OMP_NUM_THREADS=$threads ./program
  test ! -s out || cat out
done
finish

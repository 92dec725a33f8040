# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The examples, compiled by the Makefile that is shown to users, on two devices:
# every region must say where it ran, and none may be missing.
. "$testsuite/lib/script.sh"

has_target x86emul || { unsupported "configured without x86emul"; finish; }
export OFFLOAD_EMUL_NUM=2

# The lines "ran on PLACE" of the program $1, each once, joined.
places () {
  sed -n 's/.* ran on \(device [0-9]*\|the host\), .*/\1/p' "$1.out" \
    | sort -u | tr '\n' ' '
}

# Whether the processes that regions of $1 ran in are three.
has_three_processes () {
  test "$(sed -n 's/.* process \([0-9]*\).*/\1/p' "$1.out" | sort -u | wc -l)" \
    = 3
}

programs="saxpy vectors"
test "$GFORTRAN" = no || programs="$programs heat"
for program in $programs; do
  make -s -f "$top_srcdir/examples/sample.mk" EXAMPLES="$top_srcdir/examples" \
    OFFGOMP="$TOOLCHAIN" CC="$GCC" CXX="$GXX" FC="$GFORTRAN" \
    "$program" >messages 2>&1
  cat messages
  check "$program: builds without a message" test ! -s messages -a -x "$program"
  test -x "$program" || continue
  check "$program: runs" sh -c "./$program >$program.out 2>&1"
  cat "$program.out"
  check "$program: regions on both devices and the host" \
    test "$(places "$program")" = "device 0 device 1 the host "
  check "$program: in three processes" has_three_processes "$program"
done

make -s -f "$top_srcdir/examples/sample.mk" EXAMPLES="$top_srcdir/examples" \
  OFFGOMP="$TOOLCHAIN" CC="$GCC" relax >messages 2>&1
cat messages
check "relax: builds without a message" test ! -s messages -a -x relax
for device in default disabled; do
  OMP_TARGET_OFFLOAD=$device ./relax >relax.$device
  cat relax.$device
done
check "relax: on the device" grep -qx 'relax ran on the device' relax.default
check "relax: the host computes the same" \
  test "$(head -n 1 relax.default)" = "$(head -n 1 relax.disabled)"

# Two nodes with two devices each, which are this machine.
programs=blocks
test "$GFORTRAN" = no || programs="$programs blocks-fortran"
test -z "$SANITIZERS" || programs=
for program in $programs; do
  make -s -f "$top_srcdir/examples/sample.mk" EXAMPLES="$top_srcdir/examples" \
    OFFGOMP="$TOOLCHAIN" CC="$GCC" FC="$GFORTRAN" "$program" >messages 2>&1
  cat messages
  check "$program: builds without a message" test ! -s messages -a -x "$program"
  (unset OFFLOAD_EMUL_NUM
    OFFLOAD_HOSTS='localhost*2,localhost*2' "./$program") >$program.out 2>&1
  check "$program: runs" test $? = 0
  cat $program.out
  check "$program: with 1, 2 and 4 devices" \
    test "$(grep -c '^[124] device.* ms (.*)$' $program.out)" = 3
done

# A program of clang with a library of gcc.
llvm=${TOOLCHAIN}llvm
if test ! -e "$llvm/libomptarget.so" ||
     ! has_clang_offload ||
     ! test -e "$(clang-19 -print-file-name=include/omp.h)"; then
  unsupported "mixed: no clang-19, clang-tools-19, libomp-19-dev here"
  finish
fi
make -s -f "$top_srcdir/examples/sample.mk" EXAMPLES="$top_srcdir/examples" \
  OFFGOMP="$TOOLCHAIN" CC="$GCC" CLANG=clang-19 mixed >messages 2>&1
cat messages
check "mixed: builds without a message" test ! -s messages -a -x mixed
check "mixed: runs, with one pool of threads" sh -c './mixed >mixed.out 2>&1'
cat mixed.out
check "mixed: regions on both devices and the host" \
  test "$(places mixed)" = "device 0 device 1 the host "
check "mixed: in three processes" has_three_processes mixed
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The examples for users have nothing that ThreadSanitizer or AddressSanitizer
# reports, in regions of two devices, with teams and more threads than CPUs.

. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported 'without x86emul'
  exit 0
fi
export OFFLOAD_EMUL_NUM=2 OMP_NUM_THREADS=8 OMP_NUM_TEAMS=4
# A program's end does not wait a second for the reports of other threads.
export TSAN_OPTIONS=atexit_sleep_ms=50
unset ASAN_OPTIONS

# sanitized SANITIZER PROGRAM: it is built, runs, and prints no report.
sanitized () {
  rm -f ./*.o "$2"
  make -s -f "$top_srcdir/examples/sample.mk" EXAMPLES="$top_srcdir/examples" \
    OFFGOMP="$TOOLCHAIN" CC="$GCC" CXX="$GXX" FC="$GFORTRAN" \
    CFLAGS="-O2 -g -fsanitize=$1" "$2" &&
    ./"$2" > printed 2>&1
  result=$?
  cat printed
  test $result = 0 && ! grep -q 'Sanitizer' printed
}

programs='saxpy vectors relax'
test "$GFORTRAN" = no || programs="$programs heat"
echo 'int main (void) { return 0; }' > works.c
for sanitizer in thread address; do
  if ! $GCC -fsanitize=$sanitizer works.c -o works > works.log 2>&1 ||
     ! ./works
  then
    unsupported "no -fsanitize=$sanitizer here"
    continue
  fi
  for program in $programs; do
    check "$program, $sanitizer" sanitized $sanitizer $program
  done
done
finish

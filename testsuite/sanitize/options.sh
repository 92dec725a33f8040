#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Options and variables of the sanitizers reach the device, and what they find
# reaches the user.

. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported 'without x86emul'
  exit 0
fi
export OMP_TARGET_OFFLOAD=mandatory
unset ASAN_OPTIONS TSAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS

cat > program.c <<'EOF'
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 0, last = 0;
#pragma omp target map(tofrom: last)
  {
    int a[5] = { 0 };
    for (int i = 0; i < n; i++)
      a[i] = i;
    last = a[4];
  }
  return last == 77;
}
EOF

build () { $GCC -B"$TOOLCHAIN" -fopenmp -g -O1 "$@" program.c -o program 2>&1; }
# Whether what COMMAND prints has each PATTERN: prints COMMAND PATTERN...
prints () {
  command=$1
  shift
  $command > printed 2>&1
  cat printed
  for pattern; do grep -q -e "$pattern" printed || return 1; done
}

if ! echo 'int main (void) { return 0; }' > works.c ||
   ! $GCC -fsanitize=address works.c -o works > works.log 2>&1 || ! ./works
then
  unsupported 'no AddressSanitizer here'
  exit 0
fi

by_address () {
  build -fsanitize=address &&
    prints './program 6' 'stack-buffer-overflow' 'program.c:10' \
      "target region 'main._omp_fn.0' (program.c:6) on device 0" \
      'hint: AddressSanitizer ends the process after its report'
}
check 'the region is named' by_address
status_of () { "$@" > status.log 2>&1; echo $?; }
check 'an overrun ends the program' test "$(status_of ./program 6)" = 1
check 'without a mistake nothing is said' \
  test -z "$(./program 5 2>&1)"
log_path () {
  ASAN_OPTIONS=log_path=report ./program 6 > logged 2>&1
  ! grep -q stack-buffer logged && grep -q stack-buffer report.*
}
check 'log_path' log_path
goes_on () {
  build -fsanitize=address -fsanitize-recover=address &&
    ASAN_OPTIONS=halt_on_error=0 ./program 6 > recovered 2>&1
  grep -q stack-buffer recovered && ! grep -q 'target region' recovered
}
check '-fsanitize-recover' goes_on
for_host_only () {
  build -fsanitize=address -foffload-options=-fno-sanitize=all &&
    test -z "$(./program 6 2>&1)"
}
check '-foffload-options=-fno-sanitize=all' for_host_only
for_device_only () {
  prints 'build -foffload-options=-fsanitize=thread' \
    'x86emul): warning: -fsanitize=thread is left out, since the program' \
    'hint: compile and link the program with -fsanitize=thread, too' &&
    ./program 5
}
check 'for the device alone' for_device_only
host_static () {
  prints 'build -fsanitize=address -static-libasan' \
    'x86emul): warning: the device code is not instrumented' \
    'hint: link without -static-libasan' && ./program 5
}
if test -f "$($GCC -print-file-name=libasan.a)"; then
  check '-static-libasan' host_static
fi
several () {
  build -fsanitize=address,undefined &&
    prints './program 6' 'program.c:10:.*runtime error: index 5 out of bounds'
}
check 'several at once' several
two_steps () {
  $GCC -B"$TOOLCHAIN" -fopenmp -g -fsanitize=address -c program.c &&
    $GCC -B"$TOOLCHAIN" -fopenmp -fsanitize=address program.o -o program &&
    prints './program 6' 'program.c:10'
}
check 'compiled and linked in two steps' two_steps
with_lto () {
  build -fsanitize=address -flto && prints './program 6' 'program.c:10'
}
check '-flto' with_lto
two_devices () {
  OFFLOAD_EMUL_NUM=2 OMP_DEFAULT_DEVICE=1 \
    prints './program 6' 'program.c:10' 'on device 1 (x86emul)'
}
check 'on the second device' two_devices

cat > heap.c <<'EOF'
#include <stdlib.h>
int
main (void)
{
  int n = 12, *a = calloc (10, sizeof (int));
#pragma omp target map(to: a[0:n])
  a[3] = n;
  return a[4];
}
EOF
with_checker () {
  $GCC -B"$TOOLCHAIN" -fopenmp -g -fsanitize=address -DOFFLOAD_EMUL_CHECK \
    heap.c -o heap &&
    OFFLOAD_EMUL_CHECK=1 prints ./heap 'mapping check: heap.c:6: the section' \
      'it has 48 bytes, but 40 are left of a where it starts'
}
check 'a section of the heap, with the mapping checker' with_checker

cat > stack.c <<'EOF'
__attribute__ ((noinline)) static int
fourth (const int *a, int n)
{
  int value = 0;
#pragma omp target map(to: a[0:n]) map(tofrom: value)
  value = a[3];
  return value;
}
int
main (void)
{
  int c[10] = { 0 };
  return fourth (c, 12);
}
EOF
by_shadow () {
  $GCC -B"$TOOLCHAIN" -fopenmp -fsanitize=address -DOFFLOAD_EMUL_CHECK \
    stack.c -o stack &&
    OFFLOAD_EMUL_CHECK=1 prints ./stack 'mapping check: stack.c:5: the section' \
      'it has 48 bytes, but 40 are left of a where it starts' \
      'the memory is that of c, 40 bytes'
}
check 'a section of the stack, with the mapping checker' by_shadow

cat > add.c <<'EOF'
void
add (const int *a, int n, int *sum)
{
#pragma omp target teams distribute parallel for num_teams(4) \
    map(to: a[0:n]) map(tofrom: sum[0:1])
  for (int i = 0; i < n; i++)
    *sum += a[i];
}
EOF
cat > adds.c <<'EOF'
void add (const int *, int, int *);
int
main (void)
{
  static int a[1000];
  int sum = 0;
  add (a, 1000, &sum);
#pragma omp target map(tofrom: sum)
  sum++;
  return sum != 1;
}
EOF
in_library () {
  $GCC -B"$TOOLCHAIN" -fopenmp -g -fsanitize=thread "$@" -fPIC -shared add.c \
    -o libadd.so &&
    $GCC -B"$TOOLCHAIN" -fopenmp -g -fsanitize=thread "$@" adds.c -o adds \
      -L. -ladd -Wl,-rpath,"$PWD" && ! ./adds > adds.log 2>&1
  cat adds.log
  grep -q 'data race' adds.log && grep -q 'add.c:7' adds.log &&
    grep -q 'copy of sum' adds.log && ! grep -q 'adds.c:9' adds.log
}
if $GCC -fsanitize=thread works.c -o works > works.log 2>&1 && ./works; then
  check 'a race in a library' in_library
  check 'a race in a library, -flto' in_library -flto
fi
finish

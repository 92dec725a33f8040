# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The process of an emulated device is an address space of its own: libompd.so's
# answers about a region there, with and without OMP_DEBUG.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

here=$testsuite/ompd
if ! has_target x86emul; then
  unsupported "this build has no emulated device"
  finish
fi
cp "$here"/*.[ch] .
program device device.c
$GCC -B"$TOOLCHAIN" -O1 -g -I. device_client.c debugger.c reader.c -o client \
  >log 2>&1 || { cat log; fail "build client"; finish; }

# ask [tracked]: in the state that the program waits in.
ask () {
  rm -f go out
  mkfifo out
  env LD_LIBRARY_PATH="$LIBDIR" LD_PRELOAD="$SANITIZER_LIBRARIES" \
    OMP_WAIT_POLICY=passive OMP_TARGET_OFFLOAD=mandatory \
    ${1:+OMP_DEBUG=enabled} ./device >out 2>err &
  pid=$!
  read -r process number0 number1 number2 <out
  LD_PRELOAD="$SANITIZER_LIBRARIES" ./client "$LIBDIR/offgomp/libompd.so" "$pid" \
    "$process" "$number0" "$number1" "$number2" "$@"
  asked=$?
  : >go
  wait "$pid" && return $asked
  cat err
  return 1
}

check "a device process" ask
check "a device process with OMP_DEBUG" ask tracked
finish

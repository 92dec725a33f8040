#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# libgomp-plugin-x86emul.so.1 alone, driven by its hooks, with an image made by
# hand and a libgomp.so.1 that has only the plugin's services.

. "$testsuite/lib/script.sh"

sources=$testsuite/diag/plugin
plugin=$LIBDIR/libgomp-plugin-x86emul.so.1

if ! has_target x86emul; then
  unsupported plugin
  finish
fi

cc () {
  $GCC -g -O1 -I"$top_srcdir/include" -I"$top_srcdir/plugin" "$@"
}

if ! messages=$(cc -fPIC -shared "$sources/image.c" -o image.so 2>&1 &&
                cc -fPIC -shared -Wl,-soname,libgomp.so.1 "$sources/stub.c" \
                   -o libgomp.so.1 2>&1 &&
                cc "$sources/plugin.c" -o plugin -lpthread -ldl 2>&1); then
  echo "$messages"
  fail compile
  finish
fi

drive () {
  # The driver ends without fini_device: threads of the plugin are left.
  OFFLOAD_EMUL_MEM=256M TSAN_OPTIONS="$TSAN_OPTIONS report_thread_leaks=0" \
    LD_PRELOAD="$SANITIZER_LIBRARIES:./libgomp.so.1" ./plugin "$plugin" \
    image.so "$@" 2>&1
}

drive || failed=1

# ends CASE STATUS PATTERN...: what it prints has a line for each pattern.
ends () {
  name=$1
  status=$2
  shift 2
  output=$(drive "$name")
  test $? -eq "$status" || { echo "$output"; fail "$name: status"; return; }
  for pattern; do
    echo "$output" | grep -q -- "$pattern" ||
      { echo "$output"; fail "$name: no '$pattern'"; return; }
  done
  pass "$name"
}

region () {
  echo "target region '$1'.* on device 0 (x86emul): $2"
}

ends host-pointer 1 "$(region read_first 'segmentation fault: read of')" \
  "(image.c:48)" "at pc read_first+0x"
ends null 1 "$(region read_first 'segmentation fault: read of address 0x0 ')" \
  "0x0 is the null pointer"
ends beyond 1 "$(region write_first '.*: write to address')" \
  "bytes past the end of the device memory in use"
ends freed 1 "$(region write_first '.*: write to address')" \
  "device memory that was freed"
ends code 1 "$(region write_first '.*: write to')" "read-only"
ends wild 1 "$(region write_first 'segmentation fault')" \
  "not a valid address on this machine"
ends divide 1 "$(region divide 'integer division by zero at pc divide+0x')"
ends abort 1 "$(region call_abort 'abort was called')"
ends exit 1 "$(region call_exit 'exit was called, with status 7')"
ends overflow 1 "$(region overflow 'segmentation fault')" "stack"
ends kill-region 1 "$(region loop '.*killed by signal 9')"
ends kill-between 1 "killed by signal 9"
ends kill-copy 3 "killed by signal 9"
ends truncated 1 "damaged or truncated"
ends truncated-elf 1 "while loading the device image of 'hand-made'"
ends version 1 "version 9"
ends format 1 "format 9"
ends counts 1 "12 functions and 3 variables, its descriptor says 11 and 3"
ends exhausted 0 "device memory is exhausted: 16777216 bytes asked for" \
  "raise OFFLOAD_EMUL_MEM"
ends double-free 0 "freed already"
ends fork 1 "cannot be used in this process"
finish

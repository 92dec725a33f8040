# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# libompd.so's answers about a live process and a core, with and without
# OMP_DEBUG, also if both libraries are stripped.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

here=$testsuite/ompd
cp "$here"/*.[ch] .
program program program.c -I. -O0 -rdynamic
$GCC -B"$TOOLCHAIN" -O1 -g -I. client.c debugger.c reader.c \
  -o client >log 2>&1 \
  || { cat log; fail "build client"; finish; }

mkdir -p stripped/offgomp
cp "$LIBDIR/libgomp.so.1" stripped/
cp "$LIBDIR/offgomp/libompd.so" stripped/offgomp/
strip stripped/libgomp.so.1 stripped/offgomp/libompd.so

# start DIRECTORY SETTING...: run the program until it waits.
start () {
  start_libraries=$1
  shift
  rm -f in out
  mkfifo in out
  env LD_LIBRARY_PATH="$start_libraries" LD_PRELOAD="$SANITIZER_LIBRARIES" \
    OMP_NUM_THREADS=4,5,6,7 OMP_MAX_ACTIVE_LEVELS=3 OMP_CANCELLATION=true \
    OMP_WAIT_POLICY=passive OMP_SCHEDULE=monotonic:guided,3 "$@" \
    ./program <in >out 2>err &
  pid=$!
  exec 8>in 9<out
  dd bs=1 count=1 <&9 >ready 2>/dev/null
}

# Let it end.
stop () {
  exec 8>&- 9<&-
  wait "$pid"
}

# ask LIBRARY WHOM [tracked]
ask () {
  LD_PRELOAD="$SANITIZER_LIBRARIES" ./client "$@" || { cat err; return 1; }
}

for libraries in "$LIBDIR" "$PWD/stripped"; do
  case $libraries in */stripped) how="stripped" ;; *) how="as built" ;; esac
  ompd=$libraries/offgomp/libompd.so
  start "$libraries" OMP_DEBUG=enabled
  check "a process with OMP_DEBUG, $how" ask "$ompd" "$pid" tracked
  # With a sanitizer's shadow a core would be huge.
  if test -n "$SANITIZERS"; then
    pass "a core, $how: not of a sanitizer's process"
  elif gdb -q -nx -batch -p "$pid" -ex "generate-core-file tracked.core" \
      >log 2>&1; then
    check "a core with OMP_DEBUG, $how" ask "$ompd" tracked.core tracked
  else
    fail "gdb writes a core: $(tail -n 3 log)"
  fi
  check "the program ends, $how" stop
  start "$libraries"
  check "a process without OMP_DEBUG, $how" ask "$ompd" "$pid"
  check "the program ends without it, $how" stop
done
finish

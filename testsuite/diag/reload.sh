#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A library with target regions is loaded and unloaded a thousand times.  Two
# libraries that take turns at the same addresses are distinguished.

. "$testsuite/lib/script.sh"

sources=$testsuite/diag/reload

cc () {
  $GCC -B"$TOOLCHAIN" -fopenmp -O1 $SANITIZERS "$@"
}

# expect NAME ARGUMENT POLICY [global]
expect () {
  output=$(OMP_TARGET_OFFLOAD=$3 ./program "$2" 1000 $4 2>&1)
  if test "$output" = '1000 good, steady'; then
    pass "$1"
  else
    echo "$output" | tail -n 20
    fail "$1"
  fi
}

# expect_reported NAME ARGUMENT: the mapping and its end are reported.
expect_reported () {
  output=$(OMP_TARGET_OFFLOAD=mandatory GOMP_OFFLOAD_INFO=all \
           ./program "$2" 20 2>&1)
  maps=$(echo "$output" | grep -c ': maps linked')
  unmaps=$(echo "$output" | grep -c ': unmaps linked')
  if test "$maps" -ge 20 && test "$maps" = "$unmaps"; then
    pass "$1"
  else
    fail "$1: mapped $maps times, unmapped $unmaps times"
  fi
}

# expect_names NAME: each library's variable was printed three times in what
# ./turns # wrote to the file.
expect_names () {
  alpha=$(grep -c "$2[^a-z]*alpha" out)
  beta=$(grep -c "$2[^a-z]*beta" out)
  if test "$alpha $beta" = '3 3'; then
    pass "$1"
  else
    fail "$1: $alpha of one, $beta of the other"
  fi
}

if ! messages=$(cc -fPIC -shared "$sources/library.c" -o liblibrary.so 2>&1 &&
                cc "$sources/main.c" -o program -ldl 2>&1 &&
                for name in alpha beta; do
                  cc -fPIC -shared -DNAME=$name "$sources/one.c" \
                    -o lib$name.so 2>&1 || exit
                done &&
                cc "$sources/turns.c" -o turns -ldl 2>&1); then
  echo "$messages"
  fail compile
  finish
fi
expect 'with regions' use mandatory
expect 'without regions' idle mandatory
expect 'with data left mapped' mapped mandatory
expect 'with a link variable left mapped' linked mandatory
expect 'with parts of a link variable left mapped' parts mandatory
expect 'with names for all, with regions' use mandatory global
expect 'with names for all, without regions' idle mandatory global
expect 'with names for all, with parts left mapped' parts mandatory global
expect_reported 'a link variable that left is reported' linked
expect_reported 'parts of a link variable that left are reported' parts
GOMP_OFFLOAD_INFO=all ./turns >out 2>&1
expect_names 'two libraries by turns, printed' ': maps'
GOMP_OFFLOAD_TRACE=out ./turns
expect_names 'two libraries by turns, in a trace' '"copy to device.*"variable"'
expect 'on the host' use disabled
finish

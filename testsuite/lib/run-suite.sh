#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# run-suite.sh SRCDIR JOBS DRIVER...: run the test drivers (libgomp.c/c.exp ...)
# with JOBS runtest processes, which share the tests among them; merge what they
# wrote into libgomp.sum and libgomp.log in the current directory.  Exit 1 if
# anything failed.  RUNTEST, SETTINGS (words NAME=VALUE), RUNTESTFLAGS and
# GCC_UNDER_TEST, GXX_UNDER_TEST, GFORTRAN_UNDER_TEST come from the environment.
# Drivers that RUNTESTFLAGS names (c.exp=NAME) take the place of DRIVERs.

# The tests may run make; it must not take itself for a part of this one.
unset MAKEFLAGS MFLAGS MAKELEVEL

srcdir=$1
jobs=$2
shift 2

# driver_path NAME: the driver of this name, with its directory.
driver_path () {
  for driver in $drivers; do
    test "${driver##*/}" != "$1" || { echo "$driver"; return; }
  done
  echo "$1"
}

# take WORD...: the user's words for runtest, which name drivers or not.
take () {
  for word in "$@"; do
    case $word in
      *.exp | *.exp=*)
        driver=${word%%=*}
        word=$(driver_path "$driver")${word#"$driver"}
        named=yes ;;
    esac
    words="$words '$word'"
  done
}

# As a shell reads them, with patterns as they are: c.exp='task*.c barrier.c'.
drivers=$*
words=
named=
set -f
eval "take ${RUNTESTFLAGS:-}"
for name in GCC GXX GFORTRAN; do
  eval "compiler=\${${name}_UNDER_TEST:-}"
  test -z "$compiler" || words="$words '${name}_UNDER_TEST=$compiler'"
done
test -z "$named" || drivers=
eval "set -- $words $drivers"
set +f

started=$(date +%s)
runs=$PWD/runs
rm -rf "$runs" libgomp.sum libgomp.log
mkdir -p "$runs/claims"

results () {
  cat "$runs"/*/libgomp.sum 2>/dev/null \
    | grep -E '^(PASS|FAIL|XPASS|XFAIL|UNRESOLVED|UNSUPPORTED|UNTESTED|ERROR):'
}

progress () {
  printf '  CHECK  %d s: %d results, %d failed\n' $(($(date +%s) - started)) \
    "$(results | wc -l)" \
    "$(results | grep -cE '^(FAIL|XPASS|UNRESOLVED|ERROR):')"
}

# A runtest that dies must not look like one that had nothing to do.
run_worker () {
  mkdir "$runs/$1"
  worker=$1
  shift
  ${RUNTEST:-runtest} --tool libgomp --srcdir "$srcdir" --objdir "$PWD" \
    --outdir "$runs/$worker" CLAIMS="$runs/claims" ${SETTINGS:-} "$@" \
    >"$runs/$worker/console" 2>&1 </dev/null
  status=$?
  if test $status -gt 1 || ! grep -q '^# of' "$runs/$worker/libgomp.sum" \
     && ! grep -q 'Summary ===' "$runs/$worker/libgomp.sum"
  then
    echo "ERROR: runtest ended with status $status: $(tail -n 1 \
      "$runs/$worker/console")" >>"$runs/$worker/libgomp.sum"
  fi
  grep '^ERROR:' "$runs/$worker/console" >>"$runs/$worker/libgomp.sum"
}

workers=
n=0
while test "$n" -lt "$jobs"; do
  n=$((n + 1))
  run_worker "$n" "$@" &
  workers="$workers $!"
done
trap 'kill $workers 2>/dev/null' INT TERM HUP

ticks=0
for worker in $workers; do
  while kill -0 "$worker" 2>/dev/null; do
    sleep 1
    ticks=$((ticks + 1))
    test $((ticks % 15)) -ne 0 || progress
  done
done
wait
progress

{
  echo "Results of the libgomp tests, $(date -u '+%F %T')"
  results | sort -t: -k2
  echo
  for kind in 'PASS:passes' 'FAIL:unexpected failures' \
    'XPASS:unexpected successes' 'XFAIL:known failures' \
    'UNRESOLVED:unresolved testcases' 'UNSUPPORTED:unsupported tests' \
    'UNTESTED:untested testcases' 'ERROR:errors of the harness'
  do
    count=$(results | grep -c "^${kind%%:*}:")
    test "$count" = 0 || printf '# of %-30s%s\n' "${kind#*:}" "$count"
  done
} >libgomp.sum.new
cat "$runs"/*/libgomp.log >libgomp.log 2>/dev/null
mv libgomp.sum.new libgomp.sum
rm -rf "$runs"
! grep -qE '^(FAIL|XPASS|UNRESOLVED|ERROR):' libgomp.sum

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# often.sh MAKE TIMES: in testsuite of a build tree, run the tests that ONLY
# names TIMES times, with threads that wait passively and outnumber the CPUs,
# beside as many other processes as keep each CPU busy.  Ends with the failures
# and how often each came, then "N turns, N passed, N failed" alone on the last
# line; exit 1 if anything failed.  The logs of turns with failures stay in
# often/.

make=$1
times=$2

neighbours=
trap 'kill $neighbours 2>/dev/null' EXIT
trap 'exit 1' INT TERM HUP
for cpu in $(seq "$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)"); do
  sh -c 'while :; do :; done' &
  neighbours="$neighbours $!"
done

: "${OMP_NUM_THREADS=8}" "${OMP_WAIT_POLICY=passive}"
export OMP_NUM_THREADS OMP_WAIT_POLICY
rm -rf often
mkdir often
turn=0
while test "$turn" -lt "$times"; do
  turn=$((turn + 1))
  $make check >often/console 2>&1 && failed=no || failed=yes
  cat libgomp.sum >>often/results
  printf '  CHECK  turn %d of %d: %s\n' "$turn" "$times" \
    "$(grep ' passed, ' often/console)"
  if test $failed = yes; then
    cp libgomp.log "often/$turn.log"
    cp often/console "often/$turn.console"
  fi
  grep -q '^PASS:' libgomp.sum || { cat often/console; exit 1; }
done

kinds='FAIL|XPASS|UNRESOLVED|ERROR'
grep -E "^($kinds):" often/results | sort | uniq -c
failed=$(grep -cE "^($kinds):" often/results)
echo "$times turns, $(grep -c '^PASS:' often/results) passed, $failed failed"
test "$failed" = 0

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# grammar.sh TOOL MAKE SEEDS TIMES PARTS: in testsuite of a build tree, run PARTS
# with the tool TOOL.so of grammar-run attached to every program: suite
# (ONLY selects tests), random (programs of SEEDS, of each kind), often
# (check-often with TIMES turns).  Ends with the violations, a table of what
# ran, a row for each directory of tests, and "N passed, N failed, N skipped"
# alone on the last line; a violation counts as a failure.  Exit 1 if there
# was a failure or nothing ran.  left-out.tsv says which tests are left out.

tool=$1
make=$2
seeds=$3
times=$4
parts=$5

export GRAMMAR_TOOL="$tool"
export OMP_TOOL_LIBRARIES="$PWD/grammar-run/$tool.so"
export GRAMMAR_LOG="$PWD/grammar-run/log"
: >"$GRAMMAR_LOG"
results=$PWD/grammar-run/results # lines "PART<tab>KIND: TEST"
: >"$results"
failed=0

# collect PART FILE: the results in FILE are those of PART; a dot: each is of the
# directory of its test.
collect () {
  grep -E '^(PASS|FAIL|XPASS|XFAIL|UNRESOLVED|UNSUPPORTED|UNTESTED|ERROR):' \
    "$2" | awk -v part="$1" '
      part == "." { where = $2; sub (/:$/, "", where)
                    depth = split (where, name, "/")
                    where = depth > 1 ? name[1] : "the harness"
                    if (name[1] ~ /^(extra|checked|plain|unit)$/ && depth > 2)
                      where = where "/" name[2] }
      part != "." { where = part }
      { print where "\t" $0 }' >>"$results"
}

# The table, a row for each part in the order in which they ran.
table () {
  awk -F '\t' '
    !($1 in rank) { rank[$1] = ++parts; name[parts] = $1 }
    { kind = $2; sub (/:.*/, "", kind)
      if (kind == "PASS") passed[$1]++
      else if (kind ~ /^(UNSUPPORTED|UNTESTED|XFAIL)$/) skipped[$1]++
      else failed[$1]++ }
    END {
      printf "%-28s %8s %8s %8s\n", "part", "passed", "failed", "skipped"
      for (i = 1; i <= parts; i++) {
        n = name[i]
        printf "%-28s %8d %8d %8d\n", n, passed[n], failed[n], skipped[n]
      }
    }' "$results"
}

count () {
  grep -cE "$(printf '\t')($1):" "$results"
}

run_suite () {
  $make check-local || failed=1
  collect . libgomp.sum
}

run_random () {
  for kind in host target fortran openacc; do
    $make check-random KIND=$kind SEEDS="$seeds" >grammar-run/random || failed=1
    cat grammar-run/random
    collect "random programs, $kind" grammar-run/random
  done
}

run_often () {
  $make check-often TIMES="$times" || failed=1
  collect "check-often, $times turns" often/results
}

for part in $parts; do
  run_$part
done

violations=$(wc -l <"$GRAMMAR_LOG")
echo "Violations:"
sort "$GRAMMAR_LOG" | uniq -c | head -n 50
echo "  $violations"
table
wrong=$(count 'FAIL|XPASS|UNRESOLVED|ERROR')
passed=$(count PASS)
echo "$passed passed, $((wrong + violations)) failed," \
  "$(count 'UNSUPPORTED|UNTESTED|XFAIL') skipped"
test $failed = 0 && test "$wrong" = 0 && test "$violations" = 0 \
  && test "$passed" -gt 0

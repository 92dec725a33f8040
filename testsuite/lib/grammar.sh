#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# grammar.sh MAKE SEEDS TIMES: in testsuite of a build tree, run the suite, or
# what ONLY names of it, with the tool grammar.so of grammar-run attached to every
# program; then, unless ONLY is set, random programs of SEEDS and check-often with
# TIMES turns.  Ends with the violations and how many there are; exit 1 if there
# was one or a test failed.  left-out.tsv says which tests are left out.

make=$1
seeds=$2
times=$3

export OMP_TOOL_LIBRARIES="$PWD/grammar-run/grammar.so"
export GRAMMAR_LOG="$PWD/grammar-run/log"
: >"$GRAMMAR_LOG"
failed=

$make check-local || failed=yes
if test -z "$ONLY"; then
  for kind in host target; do
    $make check-random KIND=$kind SEEDS="$seeds" || failed=yes
  done
  $make check-often TIMES="$times" || failed=yes
fi

sort "$GRAMMAR_LOG" | uniq -c | head -n 50
echo "$(wc -l <"$GRAMMAR_LOG") violations"
test -z "$failed" && test ! -s "$GRAMMAR_LOG"

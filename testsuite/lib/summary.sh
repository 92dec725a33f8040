#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# summary.sh SUM-FILE: list failures and skipped tests of a DejaGnu summary,
# then print "N passed, N failed, N skipped" alone on the last line; exit 1 if
# anything failed or nothing passed.
#
# Passed: PASS.  Failed: FAIL, UNRESOLVED, ERROR, and XPASS (a test marked as
# failing that passes: the mark is wrong).  Skipped: UNSUPPORTED, UNTESTED, and
# XFAIL (a known bug), each shown with its reason.

count () {
  grep -cE "^($1):" "$sum"
}

sum=$1
passed=$(count 'PASS')
failed=$(count 'FAIL|XPASS|UNRESOLVED|ERROR')
skipped=$(count 'UNSUPPORTED|UNTESTED|XFAIL')

if test "$skipped" -gt 0; then
  echo "Skipped:"
  grep -E '^(UNSUPPORTED|UNTESTED|XFAIL):' "$sum" | sed 's/^/  /'
fi
if test "$failed" -gt 0; then
  echo "Failed:"
  grep -E '^(FAIL|XPASS|UNRESOLVED|ERROR):' "$sum" | sed 's/^/  /'
fi
echo "$passed passed, $failed failed, $skipped skipped"
test "$failed" = 0 && test "$passed" -gt 0

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# slowest.sh LOG [N]: the N tests (25) of a libgomp.log that took longest:
# seconds of all runs and compilations of each, and the sum of all.
awk '
/^=> .* ms$/ { pending += $(NF - 1) }
/^(PASS|FAIL|XPASS|XFAIL|UNRESOLVED|UNSUPPORTED): / {
  took[$2] += pending
  all += pending
  pending = 0
}
END {
  for (test in took)
    printf "%9.1f %s\n", took[test] / 1000, test
  printf "%9.1f all\n", all / 1000
}' "$1" | sort -rn | head -n "$((${2:-25} + 1))"

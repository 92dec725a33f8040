# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Calls of threads that have ended: each thread that begins ends, and what only
# queries does not begin.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool grammar "$here"/grammar*.c
program late-calls "$here/late-calls.c"

# late QUERIES LOCKS REGIONS "NAME COUNT"...: with these arguments.
late () {
  late=$1$2$3
  rm -f counts
  check "queries $1, locks $2, regions $3: run" \
    under grammar GRAMMAR_COUNTS=counts ./late-calls "$1" "$2" "$3"
  cat err
  shift 3
  counts_are "$late: events" "$@"
}

late 1 0 0 "thread_begin 2" "thread_end 2" "parallel_begin 0"
late 0 1 0 "thread_begin 3" "thread_end 3" "mutex_acquired 1"
late 1 1 0 "thread_begin 3" "thread_end 3" "mutex_acquired 1"
late 0 0 1 "thread_begin 4" "thread_end 4" "parallel_begin 1"
late 1 1 1 "thread_begin 4" "thread_end 4" "parallel_begin 1" \
  "mutex_acquired 1"
finish

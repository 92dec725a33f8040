# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Calls of threads that have ended: each thread that begins ends, what only
# queries does not begin, and nothing begins after a thread's last destructor, or
# after the tool's end.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool grammar "$here"/grammar*.c
program late-calls "$here/late-calls.c"

# late "ARGUMENT..." "NAME COUNT"...: with these arguments of the program.
late () {
  late=$1
  rm -f counts
  shift
  check "late-calls $late: run" \
    under grammar GRAMMAR_COUNTS=counts ./late-calls $late
  cat err
  counts_are "late-calls $late: events" "$@"
}

late "1 0 0" "thread_begin 2" "thread_end 2" "parallel_begin 0"
late "0 1 0" "thread_begin 3" "thread_end 3" "mutex_acquired 1"
late "1 1 0" "thread_begin 3" "thread_end 3" "mutex_acquired 1"
late "0 0 1" "thread_begin 4" "thread_end 4" "parallel_begin 1"
late "1 1 1" "thread_begin 4" "thread_end 4" "parallel_begin 1" \
  "mutex_acquired 1"
late "1 1 1 3 1" "thread_begin 4" "thread_end 4" "parallel_begin 1"
# The last destructor, which comes after the library's; the region's other thread
# is not the ended one.
late "0 1 0 4 1 40" "thread_begin 2" "thread_end 2" "mutex_acquired 0"
late "1 1 1 4 1 40" "parallel_begin 0" "mutex_acquired 0"
# It comes before the library's.
late "0 1 0 4 1" "thread_begin 3" "thread_end 3" "mutex_acquired 1"
late "1 1 1 4 1" "thread_begin 4" "thread_end 4" "parallel_begin 1" \
  "mutex_acquired 1"
# The thread's first call is in a destructor.
late "1 1 1 1 0" "thread_begin 3" "thread_end 3" "parallel_begin 1"
late "1 1 1 3 0" "thread_begin 3" "thread_end 3" "parallel_begin 1"
late "0 1 0 4 0" "thread_begin 2" "thread_end 2" "mutex_acquired 1"
late "1 1 1 4 0" "thread_begin 3" "thread_end 3" "parallel_begin 1"
late "1 1 1 0 1" "thread_begin 2" "thread_end 2" "parallel_begin 0"
finish

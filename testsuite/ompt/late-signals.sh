# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Handlers of signals that query, also those that come after a thread's last
# destructor: each thread that begins ends.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool grammar "$here"/grammar*.c
program signals "$testsuite/libgomp.c/signals-anywhere.c"
rm -f counts
check "the program" \
  under grammar GRAMMAR_COUNTS=counts OMP_WAIT_POLICY=passive \
  ./signals "thread's end"
cat err out
if grep -q "^UNSUPPORTED: " out; then
  finish
fi
check "the handler asks" grep -q "^PASS: " out
check "no violation" test ! -s err
check "as many threads end as begin" \
  test "$(sed -n 's/thread_begin //p' counts)" = \
    "$(sed -n 's/thread_end //p' counts)"
finish

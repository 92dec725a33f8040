# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# No callback comes to a tool once it is finalized, and none is in progress
# then, though threads of the program run constructs while it exits.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool closer "$here/closer.c"
program exit-beside "$here/exit-beside.c"
failed=0
for i in $(seq 60); do
  under closer timeout 60 ./exit-beside $((i * 7)) || {
    echo "run $i: status $?"
    cat err
    failed=1
  }
done
check "60 exits" test $failed = 0
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A program and a node that send each other nonsense: neither crashes or hangs.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
command -v python3 >/dev/null || { unsupported 'no python3'; finish; }

rounds=$((20 * ${ROUNDS:-1}))
seed=${SEED:-$$}
check "a server, seed $seed" python3 "$testsuite/attacks/cluster-wire.py" host \
  "$BINDIR/offgomp-node" "$seed" "$rounds"

cat >program.c <<'EOP'
#include <stdio.h>
int table[100];
#pragma omp declare target to(table)
int main (void)
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    {
#pragma omp target map (tofrom: sum)
      sum += table[0];
#pragma omp target update from(table)
    }
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp program.c -o program || fail 'compile'
export OFFLOAD_HOSTS=launch OFFLOAD_HEARTBEAT=20 OFFLOAD_START_TIMEOUT=20
# node ARGUMENTS: run the program with such a node.
node () {
  OFFLOAD_LAUNCH="sh -c 'exec python3 $testsuite/attacks/cluster-wire.py node \
$1'" timeout -k 5 120 ./program >out 2>&1
}
OMP_TARGET_OFFLOAD=mandatory node 0 || { cat out; false; }
check 'a sane node is understood' test $? = 0
for window in '0 4096' '4096 4096' '0x10001 4096' '0xfffffffffffff000 8192'; do
  OMP_TARGET_OFFLOAD=mandatory node "0 $window"
  grep -q 'its description of its memory is invalid' out || { cat out; false; }
  check "addresses that no device has: $window" test $? = 0
done
# What these nodes do not answer is waited for, several times in one run.
export OFFLOAD_HEARTBEAT=5 OFFLOAD_START_TIMEOUT=5
bad=
i=0
while test $i -lt $rounds; do
  i=$((i + 1))
  one=$((seed * 1000 + i))
  node $one
  status=$?
  test $status -le 1 || { cat out; bad="$bad $one($status)"; }
done
check "a program, seed $seed" test -z "$bad"
finish

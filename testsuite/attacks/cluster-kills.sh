# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A device, a node's server, the command that starts it, or the program are
# killed at random moments: nothing hangs, nothing is left, no result is wrong.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
command -v python3 >/dev/null || { unsupported 'no python3'; finish; }
unset OMP_TARGET_OFFLOAD

cat >program.c <<'EOP'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 20000 };
int lasting[N];
int main (void)
{
  static int a[N];
  int sum = 0, chain = 0, n = omp_get_num_devices ();
  n = n > 0 ? n : 1;
  for (int r = 0; r < 40; r++)
    {
#pragma omp target map (tofrom: a, sum) device (r % n)
      {
        for (int i = 0; i < N; i++)
          a[i] += i % 7;
        sum += a[6];
      }
#pragma omp target nowait map (tofrom: chain) depend (inout: chain)
      chain++;
    }
#pragma omp taskwait
#pragma omp target data map (tofrom: lasting)
  for (int r = 0; r < 10; r++)
    {
#pragma omp target
      lasting[r]++;
#pragma omp target update from (lasting)
    }
  printf ("%d %d %d %d\n", sum, a[N - 1], chain, lasting[9]);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp program.c -o program || fail 'compile'

# As ssh does, it passes on what the server and the program write.
printf '#!/bin/sh\ncat | "$@" | cat\n' >launcher
chmod +x launcher
export OFFLOAD_HOSTS='launch*2,launch' OFFLOAD_LAUNCH=./launcher
export OFFLOAD_HEARTBEAT=10 OFFLOAD_START_TIMEOUT=10

# As many of each kind.
rounds=$((${ATTACK_ROUNDS:-40} / 10))
seed=${ATTACK_SEED:-$$}
for victim in device server launcher program; do
  check "$victim killed, seed $seed" python3 \
    "$testsuite/attacks/cluster-kills.py" ./program "$seed" "$rounds" $victim
done
finish

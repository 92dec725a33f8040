# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# At its end a program tells all nodes so before it waits for one of them: slow
# nodes end side by side.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30 \
  OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS='localhost*2,localhost,localhost,localhost'

# The second device of the first node is not used.
cat >program.c <<'EOP'
#include <omp.h>
int main (void)
{
  int sum = 0;
  for (int i = omp_get_num_devices () - 1; i >= 0; i--)
    if (i != 1)
      {
#pragma omp target map (tofrom: sum) device (i)
        sum++;
      }
  return sum != 4;
}
EOP
# Says at the first wait for a thread after a QUIT how many there were.
cat >waits.c <<'EOC'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include "wire.h"
int messages_sent (int type);
int
pthread_join (pthread_t thread, void **result)
{
  static int said;
  if (messages_sent (CLUSTER_QUIT) > 0 && !said++)
    fprintf (stderr, "%d told\n", messages_sent (CLUSTER_QUIT));
  return ((int (*) (pthread_t, void **)) dlsym (RTLD_NEXT, __func__)) (thread,
                                                                     result);
}
EOC
$GCC -B"$TOOLCHAIN" -fopenmp program.c -o program || fail 'compile'
$GCC -shared -fPIC -I"$top_srcdir/plugin/cluster" waits.c \
  "$testsuite/lib/cluster-counting.c" -ldl -o waits.so || fail 'compile'
ends 'the program' 0 env LD_PRELOAD="$PWD/waits.so" ./program
says 'all nodes are told before the first wait' '4 told'
check 'nothing else is said' test "$(grep -vc -e ' told$' -e '^counted' err)" = 0
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Chains of clang's target tasks on a node: clang calls the library in tasks of
# its own, when their predecessors have ended, so nothing is sent ahead.  The
# results are right.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

llvm=$LIBDIR/offgomp/llvm
if ! has_clang_offload || test ! -e "$llvm/libomptarget.so"; then
  unsupported "chains: no clang-tools-19 or libomp-19-dev, or no libomptarget.so"
  finish
fi
needs_nodes
cat >program.c <<'EOP'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "wire.h"
/* The first region waits until the program has met all of them.  */
int main (void)
{
  int (*sent) (int) = (int (*) (int)) dlsym (RTLD_DEFAULT, "messages_sent");
  int x = 1, before = 0, expected = 1;
  unlink ("gate");
#pragma omp target enter data map (to: x)
  int own = sent (CLUSTER_REGION);
#pragma omp parallel num_threads (2)
#pragma omp single
  {
    for (int i = 0; i < 10; i++)
      {
#pragma omp target nowait depend (inout: x) map (tofrom: x) firstprivate (i)
        {
          while (i == 0 && access ("gate", F_OK) != 0)
            usleep (1000);
          x = x * 3 + i;
        }
        expected = expected * 3 + i;
      }
    before = sent (CLUSTER_REGION) - own;
    close (open ("gate", O_WRONLY | O_CREAT, 0600));
  }
#pragma omp target exit data map (from: x)
  printf ("%s %s\n", before <= 1 ? "one by one" : "ahead",
          x == expected ? "right" : "wrong");
  return 0;
}
EOP
clang-19 -w -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L"$llvm" \
  -Wl,-rpath,"$llvm" -I"$top_srcdir/plugin/cluster" program.c -o program ||
  fail 'compile'
$GCC -shared -fPIC "$testsuite/lib/cluster-counting.c" -ldl -o counting.so ||
  fail 'compile'
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=localhost
ends 'a chain of ten' 0 env LD_PRELOAD="$PWD/counting.so" ./program
says 'each region is sent when its predecessor has ended' 'one by one right' out
finish

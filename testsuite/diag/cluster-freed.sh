# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Large freed blocks of a node's device: regions that use them fault, as on a
# device of this machine, also where a part is used again.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30 OFFLOAD_HEARTBEAT=0

cat >program.c <<'EOP'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MIB ((size_t)1 << 20)

static int
touch (char *p, size_t at)
{
  int value = 0;
#pragma omp target is_device_ptr (p) map (tofrom: value)
  {
    p[at] = 5;
    value = p[at];
  }
  return value;
}

int main (int argc, char **argv)
{
  const char *what = argv[1];
  int d = omp_get_default_device (), right = 1;
  char *big = omp_target_alloc (64 * MIB, d);
  right &= touch (big, 40 * MIB) == 5;
  omp_target_free (big, d);
  if (strcmp (what, "freed") == 0)
    touch (big, 40 * MIB);
  /* This takes the beginning of the block.  */
  char *part = omp_target_alloc (8 * MIB, d);
  printf ("%s\n", part == big ? "reused" : "elsewhere");
  right &= touch (part, 0) == 5 && touch (part, 8 * MIB - 1) == 5;
  if (strcmp (what, "rest") == 0)
    touch (big, 40 * MIB);
  char *small[100];
  for (int i = 0; i < 100; i++)
    {
      small[i] = omp_target_alloc (100 + 100 * i, d);
      right &= touch (small[i], 99 + 100 * i) == 5;
    }
  for (int i = 0; i < 100; i++)
    omp_target_free (small[i], d);
  omp_target_free (part, d);
  /* More blocks than are remembered, and all of them again.  */
  char *many[100];
  for (int round = 0; round < 3; round++)
    {
      for (int i = 0; i < 100; i++)
        {
          many[i] = omp_target_alloc (4 * MIB + 8192 * i, d);
          right &= touch (many[i], 4 * MIB + 8192 * i - 1) == 5;
        }
      for (int i = 0; i < 100; i += 2)
        omp_target_free (many[i], d);
      for (int i = 1; i < 100; i += 2)
        omp_target_free (many[i], d);
    }
  big = omp_target_alloc (256 * MIB, d);
  for (size_t at = 0; at < 256 * MIB; at += 16 * MIB)
    right &= touch (big, at) == 5;
  puts (right ? "right" : "wrong");
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g program.c -o program || fail 'compile'

for where in localhost ''; do
  export OFFLOAD_HOSTS=$where OFFLOAD_EMUL_NUM=1
  at=${where:-here}
  ends "$at: memory is used again" 0 ./program all
  check "$at: all of it works" grep -q '^right' out
  check "$at: the beginning is used first" grep -q '^reused' out
  for what in freed rest; do
    ends "$at: $what memory" 1 ./program $what
    says "$at: $what: what happened" 'segmentation fault: write to address'
    says "$at: $what: why" 'is device memory that was freed'
  done
done
OFFLOAD_HOSTS=localhost OFFLOAD_EMUL_CHECK=1 timeout -k 5 120 ./program all \
  >out 2>err
check 'under the checker it works, too' grep -q '^right' out
finish

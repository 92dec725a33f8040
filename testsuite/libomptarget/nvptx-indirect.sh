# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Functions that regions of clang for NVIDIA devices call by host addresses
# (declare target indirect): clang 19 translates none by itself, so the program
# asks clang's runtime, which searches the table that the plugin has written.
. "$testsuite/libomptarget/nvptx.inc"

cat >indirect.c <<'END'
#include <stdio.h>
#pragma omp begin declare target indirect
int
twice (int n)
{
  return 2 * n;
}
int
thrice (int n)
{
  return 3 * n;
}
#pragma omp end declare target
#pragma omp begin declare target
extern __attribute__ ((weak)) void *__llvm_omp_indirect_call_lookup (void *);
#pragma omp end declare target
int
main (int argc, char **argv)
{
  int (*f[2]) (int) = { thrice, twice }, n = 0;
#pragma omp target map(to: f) map(tofrom: n) firstprivate(argc)
  for (int i = 0; i < 2; i++)
    {
      void *g = (void *) f[i];
      if (argc == 1)
        g = __llvm_omp_indirect_call_lookup (g);
      n = 10 * n + ((int (*) (int)) g) (2);
    }
  printf ("%s: %d\n", argv[0], n);
  return n != 64;
}
END
for level in -O1 -O2; do
  if ! compile indirect $level -g indirect.c; then
    fail "indirect calls, $level: not compiled"
    continue
  fi
  on_standin ./indirect >out 2>&1
  check "indirect calls, $level: status 0" test $? = 0
  check "indirect calls, $level: the results" grep -qx './indirect: 64' out
  on_standin ./indirect as-on-the-host >out 2>&1
  check "host addresses, $level: status 1" test $? = 1
  cat out
  check "host addresses, $level: the region" grep -q '^libgomp: device 0 (nvptx, '\
'.*): running target region main (indirect.c:21), .* CUDA_ERROR_INVALID_PC' out
done
finish

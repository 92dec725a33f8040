# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs that use the driver beside the plugin under test: with their own
# context, or with a device reset.  Also large devices.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > contexts.c <<'EOC'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *cuda;
#define CALL(name, parameters, ...)                                            \
  do                                                                           \
    {                                                                          \
      int (*call) parameters = (int (*) parameters) dlsym (cuda, #name);       \
      int r = call (__VA_ARGS__);                                              \
      if (r != 0)                                                              \
        printf (#name ": %d\n", r);                                            \
    }                                                                          \
  while (0)

static void
make_other_current (void)
{
  static void *context;
  if (context == NULL)
    CALL (cuCtxCreate_v2, (void **, unsigned, int), &context, 0, 0);
  CALL (cuCtxSetCurrent, (void *), context);
}

static int large[500000];

int
main (int argc, char **argv)
{
  int x = 0, matrix[6] = { 0 };
  cuda = dlopen ("libcuda.so.1", RTLD_NOW);
#pragma omp target map(tofrom: x)
  x++;
#pragma omp target enter data map(to: matrix)
  if (argc > 1 && !strcmp (argv[1], "reset"))
    CALL (cuDevicePrimaryCtxReset_v2, (int), 0);
  if (argc > 1 && !strcmp (argv[1], "none"))
    CALL (cuCtxSetCurrent, (void *), NULL);
  if (argc > 1 && !strcmp (argv[1], "other"))
    make_other_current ();
#pragma omp target map(tofrom: x)
  x++;
  if (argc > 1 && !strcmp (argv[1], "other"))
    make_other_current ();
#pragma omp target map(tofrom: x, large)
  {
    x++;
    large[499999] = x;
  }
  if (argc > 1 && !strcmp (argv[1], "other"))
    make_other_current ();
#pragma omp target update from(matrix)
  if (argc > 1 && !strcmp (argv[1], "other"))
    make_other_current ();
#pragma omp target
  ;
  printf ("x: %d %d\n", x, large[499999]);
  return 0;
}
EOC

cat > teams.c <<'EOC'
#include <stdio.h>

int
main (void)
{
  for (int k = 0; k < 3; k++)
    {
      long sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum)
      for (int i = 0; i < 100000; i++)
        sum += i;
      printf ("sum: %ld\n", sum);
    }
  return 0;
}
EOC

check "the program compiles" compile "$GCC" -O2 contexts.c -ldl
for runtime in $both_runtimes; do
  prints "alone" "^x: 3 3$"
  prints "another context" "^x: 3 3$" other
  prints "no context" "^x: 3 3$" none
  prints "a reset: a message" \
    "^libgomp: device 0 (nvptx, CUDA stand-in 0): .*CUDA_ERROR_" reset
  check "and a hint" grep -q "did the program reset the device" out
done

# allocations NAME NUMBER: so many of device memory.
allocations () {
  check "$1" test "$(grep -c cuMemAlloc_v2 log)" = "$2"
}

check "the other program compiles" compile "$GCC" -O2 teams.c
export STANDIN_CUDA_LOG="$PWD/log" STANDIN_CUDA_SMS=132 GOMP_DEBUG=1
runtime=$LIBDIR
prints "132 multiprocessors" \
  "528 teams of 8 threads, registers 64, stacks 553648128 bytes"
check "the sum" test "$(grep -c '^sum: 4999950000$' out)" = 3
# A chunk and the stacks.
allocations "stacks are kept" 2
rm log
STANDIN_CUDA_REGISTERS=32 prints "half of the registers" \
  "1056 teams of 8 threads, registers 32, stacks 1107296256 bytes"
allocations "larger stacks are kept" 2
rm log
STANDIN_CUDA_MEMORY=2147483648 prints "2 GiB of memory: a quarter for stacks" \
  "512 teams of 8 threads, registers 64, stacks 536870912 bytes"
allocations "they are kept" 2
finish

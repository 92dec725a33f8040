# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Regions of each clang on devices of other machines, which are this one: their
# images, what is beside the regions there, libraries, and a fault.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

llvm=$LIBDIR/offgomp/llvm
if ! command -v clang-offload-packager-19 >/dev/null \
  || test ! -e "$llvm/libomptarget.so"; then
  unsupported "nodes: no clang-tools-19, or no libomptarget.so"
  finish
fi
needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30

cat >part.cc <<'END'
#pragma omp declare target
static int count = 10;
#pragma omp end declare target
extern "C" int
next (void)
{
  int value;
#pragma omp target map(from : value)
  value = count++;
  return value;
}
END
cat >program.cc <<'END'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
extern "C" int omp_get_num_devices (void), omp_get_device_num (void);
struct made
{
  int value;
  made () : value (5) {}
};
#pragma omp declare target
made there;
int shared = 7;
#pragma omp end declare target
int
main (int argc, char **)
{
  int self = getpid (), elsewhere = 0, sum = 0, *none = (int *)sbrk (0);
  for (int d = 0; d < omp_get_num_devices (); d++)
    {
#pragma omp target device(d) map(tofrom : sum, elsewhere)
      {
        sum += there.value + shared;
        elsewhere += getpid () != self;
        printf ("region on %d\n", omp_get_device_num ());
      }
#pragma omp target teams distribute parallel for device(d) map(tofrom : sum)   \
    reduction(+ : sum) num_teams(2) thread_limit(2)
      for (int i = 0; i < 100; i++)
        sum += i;
#pragma omp target device(d) map(tofrom : sum) nowait depend(inout : sum)
      sum++;
#pragma omp taskwait
    }
  for (int round = 0; round < 2; round++)
    {
      void *library = dlopen ("./part.so", RTLD_NOW);
      int (*next) (void) = (int (*) (void))dlsym (library, "next");
      for (int i = 0; i < 2; i++)
        printf ("%d ", next ());
      dlclose (library);
    }
  printf ("sum %d, %d elsewhere\n", sum, elsewhere);
  fflush (stdout);
  if (argc > 1)
    {
#pragma omp target is_device_ptr(none)
      *none = 1;
    }
  return 0;
}
END
cat >expected <<'END'
region on 0
region on 1
10 11 10 11 sum 9926, 2 elsewhere
END
for clang in $CLANGS; do
  flags="-O2 -g -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
    -L$llvm -Wl,-rpath,$llvm"
  clangxx=clang++${clang#clang}
  if $clangxx $flags -fPIC -shared part.cc -o part.so \
    && $clangxx $flags program.cc -o program; then
    OFFLOAD_HOSTS='localhost,localhost' ./program >out 2>err || cat err
    check "nodes: regions of $clang" cmp expected out
    OFFLOAD_HOSTS=localhost ./program fault >out 2>err
    check "nodes: status of a fault of $clang" test $? = 1
    says "nodes: the region of a fault of $clang" "region 'main' (program.cc:47) on device 0 (x86emul on localhost)"
  else
    fail "nodes: regions of $clang: not built"
  fi
done

finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which calls of CUDA's driver a region of clang makes when it is executed again,
# and what is said of one that uses data without a map.
. "$testsuite/libomptarget/nvptx.inc"

cat >calls.c <<'END'
#include <dlfcn.h>
#include <string.h>

static int a[1000];

/* A call that the plugin does not make.  */
static void
mark (void)
{
  unsigned flags;
  int (*call) (unsigned *)
    = (int (*) (unsigned *)) dlsym (dlopen ("libcuda.so.1", RTLD_NOW),
                                    "cuCtxGetFlags");
  call (&flags);
}

int
main (int argc, char **argv)
{
  int k = 0;
  for (int i = 0; i < 5; i++)
    {
      if (i > 2)
        mark ();
      if (!strcmp (argv[1], "empty"))
#pragma omp target
        ;
      else if (!strcmp (argv[1], "scalar"))
#pragma omp target map(tofrom: k)
        k++;
      else
#pragma omp target map(tofrom: a)
        a[0]++;
    }
  return argc != 2;
}
END
cat >missing.c <<'END'
#include <stdlib.h>
int
main (void)
{
  int *p = malloc (100 * sizeof (*p)), n = 0;
  p[3] = 1;
  unsigned long address = (unsigned long)p;
#pragma omp target map(tofrom: n)
  n = ((int *)address)[3];
  return n;
}
END
if ! compile calls -O1 calls.c || ! compile missing -O1 -g missing.c; then
  fail 'not compiled'
  finish
fi

# calls NAME: of the driver, of the fourth execution.
calls () {
  rm -f log
  STANDIN_CUDA_LOG=log on_standin ./calls "$1" >out 2>&1
  awk '/cuCtxGetFlags/ { n++; next } n == 1 { print $1 }' log >got
  echo "$1: $(echo $(cat got))"
}
data='cuMemcpyHtoDAsync_v2 cuStreamSynchronize cuMemcpyDtoH_v2 cuLaunchKernel '\
'cuStreamSynchronize cuMemcpyDtoH_v2'
calls empty
check 'the calls of an empty region' \
  test "$(echo $(cat got))" = 'cuLaunchKernel cuStreamSynchronize'
for what in scalar array; do
  calls $what
  check "the calls of a region with data, $what" \
    test "$(echo $(cat got))" = "$data"
done

on_standin ./missing >out 2>&1
check 'a missing map: status 1' test $? = 1
cat out
check 'a missing map: the region' grep -q '^libgomp: device 0 (nvptx, .*): '\
'running target region main (missing.c:8), 1 teams of .* threads: '\
'CUDA_ERROR_ILLEGAL_ADDRESS 700 (illegal address)$' out
finish

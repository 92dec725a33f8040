# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Target regions that clang compiled for NVIDIA devices, with LLVM's device
# runtime, in PTX: what they calculate.  A program launches them as their kernel
# environments ask for.
. "$testsuite/lib/script.sh"

runtime=$(clang-19 -print-file-name=libomptarget-nvptx-sm_80.bc 2>/dev/null)
if test ! -e "$runtime"; then
  unsupported "clang's regions: no clang-19, or no libomp-19-dev"
  finish
fi
standin=$top_builddir/standin/built/lib

cat >regions.c <<'END'
#pragma omp declare target
int scale = 3;
#pragma omp end declare target
void
serial (int *a)
{
#pragma omp target map(tofrom : a[0 : 1000])
  a[0] = a[0] * scale + 5;
}
void
loop (int *a)
{
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1000])
  for (int i = 0; i < 1000; i++)
    a[i] += 2 * i;
}
void
reduction (int *a)
{
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1000])     \
    reduction(+ : a[0])
  for (int i = 0; i < 1000; i++)
    a[0] += i;
}
void
inner (int *a)
{
#pragma omp target map(tofrom : a[0 : 1000])
  for (int k = 1; k < 3; k++)
    {
      a[1]++;
#pragma omp parallel for
      for (int i = 2; i < 64; i++)
        {
#pragma omp atomic
          a[0] += i;
          a[i] += k;
        }
    }
}
END
cat >program.c <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "driver/api.h"
#define N 1000
/* As clang 17 to 22 write it.  */
struct environment
{
  uint8_t generic_machine, nested, mode, unused;
  int32_t min_threads, max_threads, min_teams, max_teams;
  int32_t reduction_size, reduction_length;
  uint64_t source, dynamic;
};
/* What the first argument of a kernel points to.  */
struct launch
{
  uint32_t none[2];
  CUdeviceptr buffer;
};
enum
{
  GENERIC = 1
};

static void
require (CUresult result, const char *what)
{
  if (result == 0)
    return;
  printf ("%s: error %d\n", what, (int)result);
  exit (1);
}

static int a[N];
static CUmodule module;

/* Run the kernel NAME by TEAMS teams on a copy of A.  */
static void
run (const char *name, unsigned teams)
{
  char text[400];
  struct environment e;
  struct launch launch = { .none = { 0 } };
  CUdeviceptr where, copy, first;
  CUfunction kernel;
  size_t size;
  snprintf (text, sizeof (text), "%s_kernel_environment", name);
  require (cuModuleGetGlobal_v2 (&where, &size, module, text), text);
  if (size != sizeof (e))
    require (1, "size of the environment");
  require (cuMemcpyDtoH_v2 (&e, where, size), "environment");
  require (cuModuleGetFunction (&kernel, module, name), name);
  require (cuMemAlloc_v2 (&copy, sizeof (a)), "memory");
  require (cuMemAlloc_v2 (&first, sizeof (launch)), "memory");
  size = (size_t)e.reduction_size * (size_t)e.reduction_length;
  if (size != 0)
    require (cuMemAlloc_v2 (&launch.buffer, size), "buffer");
  require (cuMemcpyHtoD_v2 (first, &launch, sizeof (launch)), "launch");
  require (cuMemcpyHtoD_v2 (copy, a, sizeof (a)), "copy");
  /* A generic kernel has a warp besides, if the kernel may have so many.  */
  int most;
  require (cuFuncGetAttribute (&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                               kernel),
           "threads");
  int threads = e.max_threads + (e.mode == GENERIC ? 32 : 0);
  if (threads > most)
    threads = most;
  void *arguments[] = { &first, &copy };
  require (cuLaunchKernel (kernel, teams, 1, 1, (unsigned)threads, 1, 1, 0,
                           NULL, arguments, NULL),
           name);
  require (cuCtxSynchronize (), name);
  require (cuMemcpyDtoH_v2 (a, copy, sizeof (a)), "copy back");
}

int
main (int argc, char **argv)
{
  static char text[1 << 22];
  CUdevice device;
  CUcontext context;
  FILE *f = fopen (argv[1], "r");
  text[fread (text, 1, sizeof (text) - 1, f)] = '\0';
  require (cuInit (0), "cuInit");
  require (cuDeviceGet (&device, 0), "device");
  require (cuDevicePrimaryCtxRetain (&context, device), "context");
  require (cuCtxSetCurrent (context), "context");
  require (cuModuleLoadData (&module, text), "module");
  for (int i = 2; i < argc; i++)
    {
      memset (a, 0, sizeof (a));
      a[0] = 1;
      int teams = strstr (argv[i], "_l13") || strstr (argv[i], "_l20") ? 4 : 1;
      run (argv[i], (unsigned)teams);
      printf ("%d %d %d %d\n", a[0], a[1], a[63], a[999]);
    }
  return 0;
}
END
cat >expected <<'END'
8 0 0 0
1 2 126 1998
499501 0 0 0
4031 2 3 0
END
calculates () {
  # The regions, in the order of their lines.
  kernels=$(sed -n 's/.*\.entry \(__omp_offloading_[^(]*\)(.*/\1/p' regions.ptx)
  STANDIN_CUDA_DEVICES=1 LD_LIBRARY_PATH=$standin \
    ./program regions.ptx $kernels >out 2>&1
  diff expected out
}

if ! "$GCC" -std=gnu11 -I"$top_srcdir/standin" program.c \
  "$standin/libcuda.so.1" -o program; then
  fail "clang's regions: the program is not built"
  finish
fi
for level in -O0 -O1 -O2 -O3; do
  if clang-19 $level -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -nogpulib \
      -Xopenmp-target -march=sm_80 --offload-device-only -emit-llvm \
      -c regions.c -o regions.bc \
    && clang-19 $level -x ir --target=nvptx64-nvidia-cuda -march=sm_80 \
      -nogpulib -Xclang -mlink-builtin-bitcode -Xclang "$runtime" \
      -S regions.bc -o regions.ptx; then
    check "clang's regions, $level" calculates
  else
    fail "clang's regions, $level: not compiled"
  fi
done
finish

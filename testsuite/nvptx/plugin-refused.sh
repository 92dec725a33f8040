# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A device that refuses the program's image, which is PTX for a newer one: one
# message says so, and the host runs the regions.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"
runtime=$LIBDIR:$PWD
devices=1
unset OMP_DEFAULT_DEVICE OMP_AVAILABLE_DEVICES

# build ARCHITECTURE OPTION...
build () {
  isa=$1
  shift
  OFFGOMP_OFFLOAD_TARGETS=nvptx-none $GCC -B"$TOOLCHAIN" -w -O2 -fopenmp \
    -foffload-options=nvptx-none=-misa="$isa" "$@" -ldl
}

# says_all NAME STATUS COMMAND...: it ends so, and prints what is in wanted.
says_all () {
  name=$1 expected=$2
  shift 2
  on_device env STANDIN_CUDA_CAPABILITY=70 "$@"
  status=$?
  sed '/^$/d' out >out.plain
  diff wanted out.plain
  check "$name" cmp -s wanted out.plain
  check "$name: status $expected" test $status = "$expected"
}

# refusal WARNING: what is said of the device's refusal.
refusal () {
  cat <<EOT
libgomp: $1device 0 (nvptx, CUDA stand-in 0) has compute capability 7.0, but the \
device image is PTX for 8.0 (sm_80) and later
  the driver: CUDA_ERROR_INVALID_PTX 218 (invalid ptx)
  module 1, line 1: code for sm_80, on a device of sm_70: $version
  hint: compile for this device: -foffload-options=nvptx-none=-misa=sm_70, or \
an older one
  while loading a device image to device 0 (nvptx)
EOT
}
left='  the host runs the regions of device 0 (nvptx)
  hint: OMP_TARGET_OFFLOAD=mandatory makes this an error'

if ! build sm_80 "$testsuite/nvptx/refused.c" -o refused ||
  ! build sm_35 "$testsuite/nvptx/refused.c" -o fits; then
  fail 'not compiled'
  finish
fi
# Compilers differ in what they write at the beginning of their module.
version=$(grep -a -o '\.version [0-9.]*' refused | head -n 1)
policy=default
{ refusal 'warning: '; echo "$left"; echo done; } >wanted
says_all 'the host runs the regions' 0 ./refused
says_all 'a routine is the first use' 0 ./refused memory
on_device env STANDIN_CUDA_CAPABILITY=70 GOMP_OFFLOAD_INFO=fallback ./refused
check 'the reason' test "$(grep -c 'region main._omp_fn.[0-9] ([^ ]*refused.c:'\
'[0-9]*) runs on the host: the device image is not for its device$' out)" = 3
policy=mandatory
refusal '' >wanted
says_all 'mandatory' 1 ./refused

# The device has data already: it cannot be given up.
cat >later.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int
main (void)
{
  int seen = 1;
#pragma omp target map(tofrom: seen)
  seen++;
  void *library = dlopen ("./library.so", RTLD_NOW);
  int (*region) (void) = (int (*) (void))dlsym (library, "region");
  printf ("seen %d\n", seen);
  fflush (stdout);
  return region ();
}
C
cat >library.c <<'C'
int
region (void)
{
  int seen = 0;
#pragma omp target map(tofrom: seen)
  seen++;
  return seen;
}
C
policy=default
if build sm_35 later.c -o later && build sm_80 -fPIC -shared library.c -o \
  library.so; then
  { echo 'seen 2'; refusal ''; } >wanted
  says_all 'refused later' 1 ./later
else
  fail 'not compiled: later'
fi
finish

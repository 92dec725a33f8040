# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs of one's own without a GPU: standin-cuda, GCC's compiler, libgomp and
# plugin, and nothing else.
. "$testsuite/cuda/programs.inc"

standin=$top_builddir/testsuite/built/cuda/standin-cuda

# says STATUS TEXT COMMAND...
says () {
  wanted_status=$1
  wanted=$2
  shift 2
  "$@" >told 2>&1
  status=$?
  if [ $status = "$wanted_status" ] && grep -qF -e "$wanted" told; then
    return
  fi
  cat told
  echo "status $status"
  return 1
}

check "settings are listed" says 0 "--faults=SCRIPT" "$standin" --help
check "no program" says 127 "usage: standin-cuda" "$standin"
check "no such setting" says 127 "--colour is no setting" \
  "$standin" --colour=red true
check "an option without a value" says 127 "--record is no setting" \
  "$standin" --record true
cp "$standin" alone
check "no library" says 127 "lib/libcuda.so.1 is not there" ./alone true
check "the program's status" says 3 ended \
  "$standin" --sms=4 sh -c 'echo ended; exit 3'
check "the program's environment" says 0 "4 script of two words" \
  "$standin" --sms=4 --faults='script of two words' \
  sh -c 'echo $STANDIN_CUDA_SMS $STANDIN_CUDA_FAULTS'

cat > own.c <<'EOC'
#include <omp.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  int a[8] = { 0 }, where = -1;
  (void)argv;
#pragma omp target map(tofrom: a, where)
  {
    where = omp_is_initial_device ();
    for (int i = 0; i < 8; i++)
      a[i] = i;
    a[argc * 100 - 98] += 40;
  }
  printf ("%d devices, host %d, %d\n", omp_get_num_devices (), where, a[2]);
  return 0;
}
EOC
compile "$GCC" -O2 own.c || fail "does not compile"
export LD_LIBRARY_PATH="$PWD/stock" OFFLOAD_EMUL_NUM=0
check "a program" says 0 "2 devices, host 0, 42" \
  "$standin" --devices=2 --log=calls ./program
check "its calls of the driver" grep -q cuLaunchKernel calls
check "an access out of bounds" says 1 \
  "bytes behind the end of the block" "$standin" ./program more
finish

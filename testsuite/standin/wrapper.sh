# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A user's own programs without a GPU: standin-cuda, GCC's compiler, libgomp and
# plugin, and nothing else.
. "$testsuite/standin/standin.inc"

standin=$top_builddir/standin/built/standin-cuda

# says STATUS TEXT COMMAND...
says () {
  wanted_status=$1
  wanted=$2
  shift 2
  "$@" >out 2>&1
  status=$?
  if [ $status = "$wanted_status" ] && grep -qF -e "$wanted" out; then
    return
  fi
  cat out
  echo "status $status"
  return 1
}

grep -q '^enable_standin = yes' "$top_builddir/standin/Makefile" ||
check "nothing of it is installed" \
  sh -c '! find "$LIBDIR" -name "*libcuda*" -o -name "*standin*" | grep .'
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
# ignored SETTING VALUE TEXT: this is reported, and the program runs without it.
ignored () {
  check "--$1=$2 is reported" says 0 "standin-cuda: $3" \
    "$standin" "--$1=$2" ./program
}
ignored sms 0 "STANDIN_CUDA_SMS=0 is not from 1 to 65535"
ignored sms many "STANDIN_CUDA_SMS=many is no number"
ignored devices -1 "STANDIN_CUDA_DEVICES=-1 is no number"
ignored registers 0 "STANDIN_CUDA_REGISTERS=0 is not from 1 to 255"
ignored mode bogus "STANDIN_CUDA_MODE=bogus is neither execute nor record"
ignored compute-mode 4 "STANDIN_CUDA_COMPUTE_MODE=4 is not from 0 to 3"
for script in "cuNope 1 2" "missing cuNope" "cuInit 1 CUDA_NOPE" "cuInit x 2" \
    "cuInit 1x 2" cuInit /no/file; do
  ignored faults "$script" "STANDIN_CUDA_FAULTS: not understood: $script"
done
check "an access out of bounds" says 1 \
  "bytes behind the end of the block" "$standin" ./program more
finish

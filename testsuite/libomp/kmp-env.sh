# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The environment variables KMP_*: what stands for each, that this wins if it is
# set, too, and that they are for programs with libomp.so.5 only.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
cat >main.c <<'END'
#include <omp.h>
#include <stdio.h>
#ifdef WITH_LIBOMP
unsigned long kmp_get_stacksize_s (void);
int kmp_get_blocktime (void);
#else
#define kmp_get_stacksize_s() 0ul
#define kmp_get_blocktime() 0
#endif
int
main (void)
{
  printf ("limit=%d stack=%lu block=%d bind=%d places=%d procs=%d\n",
          omp_get_thread_limit (), kmp_get_stacksize_s (),
          kmp_get_blocktime (), omp_get_proc_bind (), omp_get_num_places (),
          omp_get_num_procs ());
  return 0;
}
END
# The suite may be run with others.
unset OMP_WAIT_POLICY OMP_PROC_BIND OMP_PLACES OMP_THREAD_LIMIT OMP_STACKSIZE

# gives SETTING PATTERN...: each pattern is found in what is printed.
gives () {
  setting=$1
  shift
  env $setting ./main >out 2>&1
  for pattern; do
    grep -q -e "$pattern" out || { cat out; return 1; }
  done
}
# quietly SETTING PATTERN...: the same, and no message.
quietly () {
  gives "$@" && test "$(grep -c . out)" = 1
}

if test ! -e "$llvm/libomp.so.5"; then
  unsupported "KMP_*: no libomp.so.5"
  finish
fi
$GCC $SANITIZERS -DWITH_LIBOMP -fopenmp -c main.c -o main.o \
  && $GCC $SANITIZERS main.o -o main "$llvm/libomp.so.5" \
    -Wl,-rpath,"$llvm" || exit 1

check "threads" quietly KMP_ALL_THREADS=5 limit=5
check "device's threads" quietly KMP_DEVICE_THREAD_LIMIT=6 limit=6
check "all threads" quietly KMP_DEVICE_THREAD_LIMIT=all limit=2147483647
check "OpenMP's variable wins" \
  quietly "KMP_ALL_THREADS=5 OMP_THREAD_LIMIT=7" limit=7
check "teams" quietly KMP_TEAMS_THREAD_LIMIT=3
check "stacks, in bytes" quietly KMP_STACKSIZE=1048576 stack=1048576
check "stacks, with a unit" quietly KMP_STACKSIZE=3m stack=3145728
check "block time" quietly KMP_BLOCKTIME=30 block=30
check "block time with a unit" quietly KMP_BLOCKTIME=5000us block=5
check "no block time" quietly KMP_BLOCKTIME=0 block=0
check "endless block time" quietly KMP_BLOCKTIME=infinite block=2147483647
check "serial" quietly KMP_LIBRARY=serial limit=1
check "turnaround" quietly KMP_LIBRARY=turnaround block=2147483647
check "throughput" quietly KMP_LIBRARY=throughput limit=2147483647
check "no places" quietly KMP_AFFINITY=none bind=0 places=0
check "nothing missing" quietly "KMP_DUPLICATE_LIB_OK=TRUE KMP_WARNINGS=0"
check "a list" quietly "KMP_AFFINITY=explicit,proclist=[0,0-0:2,{0}]" \
  bind=3 places=3
if has_topology; then
  check "one CPU" quietly KMP_HW_SUBSET=1s,1c,1t procs=1
  check "one CPU, another way" quietly "KMP_HW_SUBSET=1T@0,1core,1socket" \
    procs=1
  check "all CPUs" quietly "KMP_HW_SUBSET=*s,*c" "procs=$(cpu_count)"
  check "one CPU, and its place" quietly \
    "KMP_HW_SUBSET=1s,1c,1t OMP_PLACES=threads" procs=1 places=1
  check "too many are as many as there are" \
    quietly KMP_HW_SUBSET=999s,999c,999t "procs=$(cpu_count)"
  check "CPUs that are not there" \
    gives KMP_HW_SUBSET=1s@999 "procs=$(cpu_count)" \
    '^libgomp: warning: KMP_HW_SUBSET has no effect: the process may use no '
  check "compact" quietly KMP_AFFINITY=granularity=fine,compact,1,0 \
    bind=3 'places=[1-9]'
  check "scatter" quietly KMP_AFFINITY=verbose,scatter bind=4 'places=[1-9]'
else
  unsupported "compact, scatter: $NO_TOPOLOGY"
fi
check "settings" gives KMP_SETTINGS=TRUE \
  "OPENMP DISPLAY ENVIRONMENT BEGIN" OFFGOMP_VERSION
check "settings, with others" gives "KMP_SETTINGS=1 KMP_STACKSIZE=3m" \
  "OMP_STACKSIZE *= *'3145728'" stack=3145728
check "settings, once" test "$(grep -c BEGIN out)" = 1
check "beside OMP_DISPLAY_ENV" \
  gives "OMP_DISPLAY_ENV=true KMP_STACKSIZE=3m KMP_BLOCKTIME=30" \
  stack=3145728 block=30
check "no settings" quietly KMP_SETTINGS=0 bind=0
check "version" gives KMP_VERSION=yes OFFGOMP_VERSION
check "not understood" gives KMP_AFFINITY=sideways bind=0 \
  '^libgomp: warning: KMP_AFFINITY=sideways: not understood, and ignored$'
check "a wrong level" gives KMP_HW_SUBSET=2x \
  '^libgomp: warning: KMP_HW_SUBSET=2x: not understood, and ignored$'
check "a wrong number" gives KMP_STACKSIZE=big \
  '^libgomp: warning: KMP_STACKSIZE=big: not understood, and ignored$'
check "another" gives KMP_FORCE_REDUCTION=tree \
  '^libgomp: warning: KMP_FORCE_REDUCTION has no effect in this library$'
check "each once" test "$(grep -c KMP out)" = 1

# Programs of gcc alone have no such variables.
$GCC $SANITIZERS -fopenmp main.c -o main -Wl,-rpath,"$LIBDIR" || exit 1
check "a program of gcc" quietly "KMP_ALL_THREADS=5 KMP_OTHER=1" \
  limit=2147483647
finish

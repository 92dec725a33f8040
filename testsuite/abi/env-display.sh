# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OMP_DISPLAY_ENV: byte for byte what GCC 12's library prints; and wrong
# values: the same settings, and a message that says what is wrong.
. "$testsuite/lib/script.sh"

# What the whole suite may be run with.
unset OMP_NUM_THREADS OMP_WAIT_POLICY

echo 'int main (void) { return 0; }' >empty.c
$GCC $SANITIZERS empty.c -o empty -Wl,--no-as-needed -fopenmp || exit 1
stock=$(dirname "$(realpath "$($GCC -print-file-name=libgomp.so.1)")")

# shown DIRECTORY VARIABLE=VALUE...: what the library of DIRECTORY prints,
# without the lines that only ours has.
shown () {
  directory=$1
  shift
  env LD_LIBRARY_PATH="$directory" OMP_DISPLAY_ENV=verbose "$@" ./empty 2>&1 \
    | grep -v -e OFFGOMP_ -e OMP_AVAILABLE_DEVICES -e OMP_THREADS_RESERVE
}

if ! shown "$stock" A=1 | grep -q "^  OMP_DYNAMIC = 'FALSE'"; then
  unsupported "the system's libgomp prints another format"
  finish
fi

# same VARIABLE=VALUE...: both print the same.
same () {
  shown "$stock" "$@" >stock.txt
  shown "$LIBDIR" "$@" >ours.txt
  check "shown as GCC 12 does: $*" cmp -s stock.txt ours.txt
}

# The settings that are shown, without messages.
settings () {
  shown "$@" | sed -n '/BEGIN/,/END/p'
}

# wrong VARIABLE=VALUE POSITION: both refuse the value; ours says where.
wrong () {
  settings "$stock" "$1" >stock.txt
  settings "$LIBDIR" "$1" >ours.txt
  shown "$LIBDIR" "$1" | sed '/BEGIN/,$d' >message.txt
  check "refused as by GCC 12: $1" cmp -s stock.txt ours.txt
  check "message: $1" grep -qE "libgomp: (Invalid|Unknown) value for (chunk \
size in )?environment variable ${1%%=*}: '.*' is wrong:? $2.*; accepted: .*; \
using the default: " message.txt
}

same A=1
same OMP_DISPLAY_ENV=true
same OMP_DISPLAY_ENV=false
same OMP_DYNAMIC=true OMP_CANCELLATION=true OMP_DISPLAY_AFFINITY=true
for value in 4 '4,3,2' ' 4 , 2 '; do
  same "OMP_NUM_THREADS=$value"
done
for value in static static,4 dynamic dynamic,1 dynamic,7 guided,3 auto auto,5 \
    monotonic:dynamic monotonic:static,4 nonmonotonic:static \
    'nonmonotonic : guided , 2' monotonic:auto static,0; do
  same "OMP_SCHEDULE=$value"
done
same OMP_PROC_BIND=false
for value in '{0}' 0 '{0:1},{0}' '{0},{0},!{0}'; do
  same "OMP_PLACES=$value"
done
if has_topology; then
  for value in true close master,close,spread primary; do
    same "OMP_PROC_BIND=$value"
  done
  for value in threads cores sockets ll_caches numa_domains 'cores(1)'; do
    same "OMP_PLACES=$value"
  done
  same OMP_PLACES=cores OMP_PROC_BIND=false
else
  unsupported "places by name: $NO_TOPOLOGY"
  for value in true close master,close,spread primary; do
    same "OMP_PROC_BIND=$value" 'OMP_PLACES={0}'
  done
fi
same GOMP_CPU_AFFINITY=0
same GOMP_CPU_AFFINITY='0 0-0:1,0'
same OMP_PLACES='{0}' GOMP_CPU_AFFINITY=0
same OMP_STACKSIZE=100k
same OMP_STACKSIZE='1 M' GOMP_STACKSIZE=100k
same GOMP_STACKSIZE=300
for value in active passive; do
  same "OMP_WAIT_POLICY=$value"
done
for value in 0 5k infinite; do
  same "GOMP_SPINCOUNT=$value"
done
same OMP_THREAD_LIMIT=7 OMP_NUM_TEAMS=3 OMP_TEAMS_THREAD_LIMIT=5
# A long of 32 bits cannot hold it.
test "$(echo __SIZEOF_LONG__ | $GCC -E -P -)" = 4 ||
  same OMP_THREAD_LIMIT=99999999999
for value in 0 3 300; do
  same "OMP_MAX_ACTIVE_LEVELS=$value"
done
same OMP_NESTED=true
same OMP_NESTED=false OMP_NUM_THREADS=2,2
same OMP_NESTED=true OMP_MAX_ACTIVE_LEVELS=2
same OMP_DEFAULT_DEVICE=2 OMP_MAX_TASK_PRIORITY=9
same OMP_AFFINITY_FORMAT='%L of %N'
same OMP_ALLOCATOR=omp_high_bw_mem_alloc
for value in default mandatory disabled; do
  same "OMP_TARGET_OFFLOAD=$value"
done

wrong OMP_DYNAMIC=yes 'at character 1'
wrong OMP_NUM_THREADS= 'it is empty'
wrong OMP_NUM_THREADS=4,x 'at character 3'
wrong OMP_NUM_THREADS=4, 'at its end'
wrong OMP_NUM_THREADS=0 'at character 1 .*less than 1'
wrong OMP_SCHEDULE=chaotic 'at character 1'
wrong OMP_SCHEDULE=dynamic, 'at its end'
wrong OMP_PROC_BIND=close,true 'at character 7'
wrong OMP_PLACES='{0},' 'at its end'
wrong OMP_PLACES='{0,!1}' 'at character 5 .*not in the set'
wrong OMP_PLACES='!{0}' 'at character 2 .*non-existing place'
wrong OMP_STACKSIZE=1kb 'at character 2'
wrong OMP_WAIT_POLICY=lazy 'at character 1'
wrong GOMP_SPINCOUNT=5kk 'at character 2'
wrong OMP_TARGET_OFFLOAD=never 'at character 1'
wrong OMP_ALLOCATOR=omp_null_allocator 'at character 1'
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# LLVM's OpenMP plugin for gdb, which is not ours, on stripped libraries: what
# a session with a process prints, and one with its core.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"
. "$testsuite/ompd/gdb.inc"

here=$testsuite/ompd
cp "$here/program.c" "$here/truth.h" .
program program program.c -I. -O0
mkdir stripped
cp "$LIBDIR/libgomp.so.1" "$LIBDIR/offgomp/libompd.so" stripped/
strip stripped/libgomp.so.1 stripped/libompd.so

cat load - >look <<'EOF'
ompd init
ompd parallel
ompd icvs
ompd bt on
backtrace
EOF

# session COMMANDS ARGUMENT...: gdb's output is in out, also without its breaks.
session () {
  session_commands=$1
  shift
  env LD_LIBRARY_PATH="$PWD/stripped" LD_PRELOAD="$SANITIZER_LIBRARIES" \
    OMP_DEBUG=enabled OMP_NUM_THREADS=4,5,6,7 OMP_MAX_ACTIVE_LEVELS=3 \
    OMP_WAIT_POLICY=passive OMP_SCHEDULE=guided,3 \
    gdb -q -nx -batch -iex "set debuginfod enabled off" \
    -iex "set width 0" -x "$session_commands" "$@" >out 2>err </dev/null
}

# The output has a line that matches REGEXP.
prints () {
  grep -qE "$1" out || { cat out err; return 1; }
}

# Both regions, with what each thread does; a variable of each scope; a frame of
# the program for each task, and none of a thread that starts.
check_answers () {
  how=$1
  check "$how: the library is loaded" prints "Loaded OMPD lib successfully"
  check "$how: the inner region" prints "Nesting Level 2: Team Size: 2"
  check "$how: the outer region" prints "Nesting Level 1: Team Size: 3"
  check "$how: a primary thread" \
    prints "^ +0 \(master\) +ompt_state_work_parallel .* inner\._omp_fn\.0"
  check "$how: a barrier" \
    prints "^ +0 \(master\) +ompt_state_wait_barrier_explicit .* main\._omp_fn"
  check "$how: a lock" prints "^ +2 +ompt_state_wait_lock +[1-9]"
  check "$how: a task's variable" prints "^nthreads-var +task +6,7$"
  check "$how: a schedule" prints "^run-sched-var +task +guided,3$"
  check "$how: a thread's variable" prints "^thread-num-var +thread +0$"
  check "$how: a region's variable" prints "^levels-var +parallel +2$"
  check "$how: a process's variable" prints "^debug-var +address_space +1$"
  check "$how: the last variable" prints "^available-devices-var "
  check "$how: a task's frame" \
    prints "inner\._omp_fn\.1 \"#pragma omp task\""
  check "$how: a region's frame" \
    prints "main\._omp_fn\.0 \"#pragma omp parallel\""
  check "$how: no frame of the C library" \
    sh -c '! grep -qE "start_thread|clone" out'
  check "$how: nothing fails" sh -c '! grep -E "Traceback|rror" out err'
}

cat - skip look >live <<'EOF'
break all_wait
run >/dev/null
EOF
echo "generate-core-file core.of" >>live
echo "kill" >>live
session live ./program
check_answers "a process"
session look ./program core.of
check_answers "a core"

# Where OMPD's functions are called: the region is that of the event.
cat - skip >stops <<EOF
break main
run </dev/null >/dev/null
EOF
cat load - >>stops <<'EOF'
ompd init
break ompd_bp_parallel_begin
break ompd_bp_task_begin
break ompd_bp_parallel_end
break ompd_bp_thread_begin
continue
continue
ompd parallel
kill
EOF
session stops ./program
check "stops at a thread's begin" prints "in ompd_bp_thread_begin"
check "stops at a region's begin" prints "in ompd_bp_parallel_begin"
finish

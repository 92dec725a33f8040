# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The events of programs that clang compiled: as events.sh, with what clang's
# code calls libomp.so.5 for besides.  Each has its place in the program.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

if ! command -v clang-19 >/dev/null \
    || test ! -e "$(clang-19 -print-file-name=include/omp.h)" \
    || test ! -e "$LIBDIR/offgomp/llvm/libomp.so.5"; then
  unsupported "events of clang's programs: no clang-19, or no libomp.so.5"
  finish
fi
tool grammar "$here"/grammar*.c
tool positions "$here/positions.c"
tool answers "$here/answers.c"
tool frames "$here/frames.c"
clang_program constructs "$here/constructs.c"

# events CONSTRUCT "NAME COUNT"...: with the current number of threads, n.
events () {
  counted constructs "$@"
  under positions OMP_NUM_THREADS=$n OMP_DYNAMIC=false OMP_CANCELLATION=true \
    ./constructs "$1" || cat err | report "$1, $n threads: positions"
}

for n in 1 2 4 8; do
  one=$((n > 1 ? 2 : n)) three=$((n > 3 ? 3 : n))
  events regions "parallel_begin 3" "parallel_end 3" \
    "implicit_task $((3 * n + 1))" "sync_region $((3 * n))"
  events nested "parallel_begin 7" "implicit_task 15" "sync_region 14"
  events barriers "sync_region $((3 * n))" "sync_region_wait $((3 * n))"
  events loops "sync_region $((3 * n))" "work $((2 * n))" "iterations 20"
  events cancelled "parallel_begin 1" "implicit_task $((n + 1))" "cancel 1"
  events foreign "parallel_begin 3" "implicit_task 9"
  events tasks "task_create 23" "task_schedule 46" "work $n" \
    "sync_region $((2 * n + 1))"
  # A task with dependences and if (0) waits by a task of its own.
  events dependent_tasks "task_create 13" "dependences 12" "task_schedule 24"
  events groups "task_create 12" "task_schedule 24" "sync_region $((2 * n + 3))"
  events taskloops "task_create 15" "task_schedule 30" "work $((2 * n + 2))" \
    "reduction 1"
  events detached "task_create 12" "task_schedule 30"
  # Each thread merges its own copies, and then the results of its tasks.
  events reductions "reduction $((8 * n + 2))"
  events no_reductions "reduction 1"
  events singles "work $((3 * n))" "sync_region $((3 * n))"
  events sections "work $((3 * n))" "dispatch $((three + 2 * one))"
  events schedules "work $((4 * n))" "iterations 200"
  events backwards "work $((2 * n))" "iterations 40"
  events doacross "dependences 35" "iterations 4"
  events static_doacross "dependences 32" "work $n"
  events leagues "parallel_begin 4" "parallel_end 4" "implicit_task 10"
  events errors "error 2"
  events hinted_locks "lock_init 2" "lock_destroy 2" "hints 10"
  events stopped "parallel_begin 1" "implicit_task 3" "thread_end 2"
  events ordered "mutex_acquired 10" "mutex_released 10" "work $n"
  # Atomic operations of clang's code are no mutexes.
  events criticals "mutex_acquire $((2 * n))" "mutex_acquired $((2 * n))" \
    "mutex_released $((2 * n))"
  events hinted_criticals "mutex_acquire $((3 * n))" "hints $((11 * n))"
  events locks "lock_init 2" "lock_destroy 2" "mutex_acquired $((3 * n))" \
    "mutex_released $((3 * n))" "nest_lock $((2 * n))"
  events cancelled_tasks "parallel_begin 1"
  events cancelled_events "parallel_begin 1"
  events static_loops "work $((3 * n + 1))" "dispatch $((3 * n + 1))" \
    "iterations 160" "sync_region $((3 * n + 1))"
  events static_chunks "work 2" "dispatch 2" "iterations 4"
  events static_sections "work $n" "dispatch $one"
  # Around a loop without iterations clang's code jumps.
  events no_iterations "work 0" "dispatch 0" "sync_region $((3 * n))"
  events distributes "work 8" "dispatch 8" "iterations 10"
  events masks "masked 3"
  events flushes "flush $((2 * n))"
  events sums "reduction $((4 * n))"
  events orphaned_sum "reduction 1" "work 1"
  events task_kinds "task_create 6" "task_schedule 12"
  events undeferred_tasks "task_create 30" "task_schedule 50" "dependences 15"
  events undeferred_events "task_create 4" "task_schedule 12"
  # In a team of several threads it yields.
  events untied_task "task_create 2" "task_schedule $((n > 1 ? 6 : 4))"
  events thrown_away "task_create 1" "task_schedule 2" "cancel 1"
  events serial_regions "parallel_begin 2" "implicit_task 3" "work 1"
  events last_calls "parallel_begin 5" "flush 4" "task_create 1"
  events copies "work $n" "reduction $n" "sync_region $((2 * n))"
done

# Code of both compilers in one program: one set of threads, regions and tasks.
cat >part.c <<'END'
#define PASTE_2(a, b) a##b
#define PASTE(a, b) PASTE_2 (a, b)
extern int total;
void
PASTE (NAME, _share) (void)
{
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 10; i++)
#pragma omp atomic
    total++;
#pragma omp single
  {
#pragma omp task depend(inout : total)
    total++;
#pragma omp critical(one)
    total++;
#pragma omp taskwait
  }
}
void
PASTE (NAME, _region) (void (*inner) (void))
{
#pragma omp parallel num_threads(4)
  inner ();
}
END
cat >main.c <<'END'
void gccs_share (void), clangs_share (void);
void gccs_region (void (*) (void)), clangs_region (void (*) (void));
int total;
static void
both (void)
{
#pragma omp single nowait
  {
#pragma omp taskgroup
    {
#pragma omp task depend(inout : total)
      total++;
    }
  }
#pragma omp barrier
  clangs_share ();
  gccs_share ();
}
int
main (void)
{
  clangs_region (both);
  gccs_region (both);
  clangs_region (gccs_share);
  gccs_region (clangs_share);
  return total != 6 * 12 + 2;
}
END
if $GCC -O2 -g -fopenmp -DNAME=gccs -c part.c -o gccs.o >log 2>&1 \
    && clang-19 -w -O2 -g -fopenmp -DNAME=clangs -c part.c -o clangs.o \
      >log 2>&1; then
  clang_program mixed main.c gccs.o clangs.o -Wl,--no-as-needed \
    "$LIBDIR/libgomp.so.1"
  rm -f counts
  under grammar OMP_NUM_THREADS=4 GRAMMAR_COUNTS=counts ./mixed || cat err \
    | report "code of both compilers: run"
  counts_are "code of both compilers: events" "thread_begin 4" \
    "parallel_begin 4" "implicit_task 17" "task_create 8" "task_schedule 16" \
    "dependences 8" "iterations 60" "mutex_acquired 6" "work 56"
else
  cat log
  fail "build code of both compilers"
fi

# What ompt_set_callback answers is true.
for construct in regions loops static_loops sections singles masks flushes \
    sums reductions tasks dependent_tasks taskloops detached cancelled ordered \
    criticals locks doacross distributes errors; do
  under answers OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_CANCELLATION=true \
    ./constructs $construct || echo "status $?" >>out
  grep -e : -e status out | report "$construct: answers"
done
frames_are_right constructs 10000
finish

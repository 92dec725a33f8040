# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The events of each construct: checked by grammar.c, and counted.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool grammar "$here"/grammar*.c
program constructs "$here/constructs.c"

# events CONSTRUCT "NAME COUNT"...: with the current number of threads, n.
events () { counted constructs "$@"; }

for n in 1 2 4 8; do
  # The initial task is an implicit one, too.
  events regions "parallel_begin 3" "parallel_end 3" \
    "implicit_task $((3 * n + 1))" "thread_begin $n" "thread_end $n" \
    "sync_region $((3 * n))" "sync_region_wait $((3 * n))"
  events sizes "parallel_begin 4" "implicit_task 11" "thread_begin 4"
  events nested "parallel_begin 7" "implicit_task 15" "sync_region 14"
  events barriers "parallel_begin 1" "sync_region $((3 * n))"
  events loops "parallel_begin 1" "sync_region $((3 * n))"
  events cancelled "parallel_begin 1" "implicit_task $((n + 1))"
  events foreign "parallel_begin 3" "implicit_task 9"
  # A single at the end of a region has no barrier of its own.
  events tasks "task_create 23" "task_schedule 46" "work $n" \
    "sync_region $((n + 1))"
  events dependent_tasks "task_create 12" "dependences 12" "task_schedule 23"
  events groups "task_create 12" "task_schedule 24" \
    "sync_region $((n + 3))" "sync_region_wait $((n + 3))"
  events taskloops "task_create 15" "task_schedule 30" "work $((2 * n + 2))" \
    "sync_region $((3 * n + 1))"
  events reductions "reduction 7"
  events no_reductions "reduction 0"
  events detached "task_create 12" "task_schedule 30"
  events singles "work $((3 * n))" "sync_region $((3 * n))"
  events sections "work $((3 * n))" "dispatch 7"
  events schedules "work $((4 * n))" "iterations 200"
  events backwards "work $((2 * n))" "iterations 40"
  events doacross "dependences 35" "iterations 4"
  events leagues "parallel_begin 4" "parallel_end 4" "implicit_task 10"
  events errors "error 2"
  events hinted_locks "lock_init 2" "lock_destroy 2" "hints 10"
  events stopped "parallel_begin 1" "implicit_task 3" "thread_end 2"
  events ordered "mutex_acquire 10" "mutex_acquired 10" "mutex_released 10" \
    "work $n"
  events criticals "mutex_acquire $((3 * n))" "mutex_acquired $((3 * n))" \
    "mutex_released $((3 * n))"
  events locks "lock_init 2" "lock_destroy 2" "mutex_acquired $((3 * n))" \
    "mutex_released $((3 * n))" "nest_lock $((2 * n))"
  events cancelled_tasks "parallel_begin 1"
  events cancelled_events "parallel_begin 1"
done

# A detached task is reported three times, also if its body and its event end at
# once; the task that fulfils the event, twice.
for n in 2 8; do
  rm -f counts
  under grammar OMP_NUM_THREADS=$n GRAMMAR_COUNTS=counts \
    ./constructs detached 0.5 || { head -n 5 err; echo "status $?"; }
  awk '$1 == "task_create" { made = $2 }
       $1 == "task_schedule" { reported = $2 }
       END { if (made == 0 || 2 * reported != 5 * made)
               print made + 0, "tasks,", reported + 0, "reports" }' counts
done | report "detached, again and again"
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What ompt_set_callback answers is true, for programs with one construct each:
# so do tools test a library when they are configured.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool answers "$here/answers.c"

# judged NAME "EVENT..." COMMAND...: the tool finds each answer right, and these
# events come.
judged () {
  judged_name=$1 judged_events=$2
  shift 2
  if ! under answers OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_CANCELLATION=true \
      "$@"; then
    head -n 5 err
    fail "$judged_name: run"
    return
  fi
  { grep : out
    for event in $judged_events; do
      grep -qx "$event" out || echo "no $event"
    done; } | report "$judged_name"
}

# construct NAME "EVENT...": the program's text, where x and i are
# variables, is standard input.
construct () {
  { echo '#include <omp.h>'
    echo 'int x, i, a[10]; long double y; omp_lock_t l; omp_nest_lock_t n;'
    echo 'volatile int made;'
    echo 'int main (void) {'
    cat
    echo 'return 0; }'; } >one.c
  program one one.c -g -O2
  judged "$1" "$2" ./one
}

waits="sync_region sync_region_wait"
mutex="mutex_acquire mutex_acquired"
construct parallel "thread_begin parallel_begin implicit_task $waits" <<'EOF'
#pragma omp parallel
x = 1;
EOF
construct "static loop" work <<'EOF'
#pragma omp parallel
#pragma omp for
for (i = 0; i < 10; i++)
  a[i] = i;
EOF
cp one.c loop.c
program one loop.c -g -O0
judged "static loop, -O0" work ./one
program one loop.c -g0
judged "static loop, -g0" "" ./one
construct "dynamic loop" "work dispatch" <<'EOF'
#pragma omp parallel
#pragma omp for schedule(dynamic)
for (i = 0; i < 10; i++)
  a[i] = i;
EOF
construct "parallel for" work <<'EOF'
#pragma omp parallel for schedule(guided) reduction(+ : x)
for (i = 0; i < 10; i++)
  x += i;
EOF
construct sections "work dispatch" <<'EOF'
#pragma omp parallel sections
{
  x = 1;
#pragma omp section
  i = 1;
}
EOF
construct single work <<'EOF'
#pragma omp parallel private(i)
{
#pragma omp single nowait
  x = 1;
#pragma omp single copyprivate(i)
  i = 1;
}
EOF
construct barrier "$waits" <<'EOF'
#pragma omp parallel
{
#pragma omp barrier
}
EOF
construct critical "$mutex" <<'EOF'
#pragma omp parallel
#pragma omp critical
x++;
EOF
construct atomic "$mutex" <<'EOF'
#pragma omp parallel
#pragma omp atomic
y += 1;
EOF
construct lock "lock_init $mutex" <<'EOF'
omp_init_lock (&l);
#pragma omp parallel
{
  omp_set_lock (&l);
  omp_unset_lock (&l);
  if (omp_test_lock (&l))
    omp_unset_lock (&l);
}
omp_destroy_lock (&l);
EOF
construct "nestable lock" "lock_init $mutex nest_lock" <<'EOF'
omp_init_nest_lock (&n);
#pragma omp parallel
{
  omp_set_nest_lock (&n);
  omp_test_nest_lock (&n);
  omp_unset_nest_lock (&n);
  omp_unset_nest_lock (&n);
}
omp_destroy_nest_lock (&n);
EOF
construct ordered "work $mutex" <<'EOF'
#pragma omp parallel for ordered
for (i = 0; i < 10; i++)
#pragma omp ordered
  x = i;
EOF
construct doacross "work dependences" <<'EOF'
#pragma omp parallel for ordered(1)
for (i = 1; i < 10; i++)
  {
#pragma omp ordered depend(sink : i - 1)
    x = i;
#pragma omp ordered depend(source)
  }
EOF
construct task "task_create task_schedule $waits" <<'EOF'
#pragma omp parallel
#pragma omp single
{
#pragma omp task
  x = 1;
#pragma omp taskwait
#pragma omp taskgroup
  {
#pragma omp task
    x = 2;
  }
}
EOF
construct "dependent tasks" "task_create task_schedule dependences \
task_dependence" <<'EOF'
#pragma omp parallel
#pragma omp single
{
  for (int k = 0; k < 5; k++)
#pragma omp task depend(inout : x)
    while (!made)
      ;
  made = 1;
}
EOF
construct taskloop "work task_create task_schedule" <<'EOF'
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
for (i = 0; i < 10; i++)
  a[i] = i;
EOF
construct cancel cancel <<'EOF'
#pragma omp parallel
{
#pragma omp cancel parallel
}
EOF
construct teams "parallel_begin implicit_task" <<'EOF'
#pragma omp teams num_teams(2)
#pragma omp parallel
x = 1;
EOF
construct distribute work <<'EOF'
#pragma omp teams num_teams(2)
#pragma omp distribute
for (int k = 0; k < 10; k++)
  a[k] = k;
EOF
construct masked "" <<'EOF'
#pragma omp parallel
{
#pragma omp masked
  x = 1;
#pragma omp master
  x = 2;
}
EOF
construct flush "" <<'EOF'
#pragma omp parallel
{
#pragma omp flush
}
EOF
construct error error <<'EOF'
#pragma omp error at(execution) severity(warning)
EOF
construct reduction reduction <<'EOF'
#pragma omp parallel reduction(task, + : x)
{
#pragma omp task in_reduction(+ : x)
  x++;
}
EOF
construct target "target_emi device_initialize target_data_op_emi \
target_submit_emi target_map_emi" <<'EOF'
#pragma omp target map(x)
x = 1;
EOF

# The tool is a part of the program, and the program ends it.
cat >linked.c <<'EOF'
#include "answers.c"

static volatile int x;

int
main (void)
{
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < 10; i++)
    x = i;
  end_tool ();
  return 0;
}
EOF
program linked linked.c -I"$here" -g -O2
run OMP_NUM_THREADS=4 ./linked
{ grep : out; grep -qx work out || echo "no work"; } | report "a linked tool"
finish

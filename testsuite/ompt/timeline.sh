# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# GOMP_TRACE: the timeline of constructs.c, and what becomes of the file.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

if ! command -v python3 >/dev/null; then
  unsupported "there is no python3"
  finish
fi
program constructs "$here/constructs.c"

# content FILE: what it has, a line each, and what is wrong with it.
content () { python3 "$here/timeline.py" "$1"; }

# shows CONSTRUCT LINE...: the timeline has these lines, besides waits, and no
# others.
shows () {
  construct=$1
  shift
  rm -f trace.json
  if run OMP_NUM_THREADS=4 OMP_DYNAMIC=false OMP_CANCELLATION=true \
      GOMP_TRACE=trace.json ./constructs "$construct"; then
    printf '%s\n' "$@" | sort >wanted
    content trace.json | sort >found
    diff wanted found | report "$construct"
  else
    cat err
    fail "$construct: run"
  fi
}

shows regions "12 implicit task in regions" "3 parallel region in regions"
shows loops "8 dynamic loop in loops" "4 implicit task in main" \
  "1 parallel region in main"
shows tasks "23 creation of task" "4 implicit task in main" \
  "1 parallel region in main" "1 single in tasks" "23 task"
shows groups "12 creation of task" "4 implicit task in main" \
  "1 parallel region in main" "1 single in groups" "12 task"
cat >merged.c <<'EOF'
int
main (void)
{
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(task, + : sum)
#pragma omp task in_reduction(+ : sum)
  sum++;
  return sum != 4;
}
EOF
program merged merged.c
run GOMP_TRACE=trace.json ./merged
check "a reduction" grep -q '"name":"reduction in main","cat":"work"' trace.json
shows sections "4 implicit task in main" "4 implicit task in sections" \
  "1 parallel region in main" "1 parallel region in sections" \
  "4 sections in main" "8 sections in sections"
shows stopped "2 implicit task in stopped" "1 parallel region in stopped"

# Tasks in a row, all made before the first one ends.
cat >row.c <<'EOF'
static volatile int made;
static int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 5; i++)
#pragma omp task depend(inout : x)
      while (!made)
        ;
    made = 1;
  }
  return 0;
}
EOF
program row row.c
run GOMP_TRACE=trace.json ./row
content trace.json | grep "dependence" >found
echo "4 dependence" | diff - found | report "dependences"

# A wait for a lock.
cat >wait.c <<'EOF'
#include <omp.h>
#include <unistd.h>

static volatile int asks;

int
main (void)
{
  omp_lock_t lock;
  omp_init_lock (&lock);
  omp_set_lock (&lock);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 1)
    {
      asks = 1;
      omp_set_lock (&lock);
      asks = 2;
    }
  else
    {
      while (!asks)
        ;
      usleep (50000);
      omp_unset_lock (&lock);
    }
  return 0;
}
EOF
program wait wait.c
run GOMP_TRACE=trace.json ./wait
check "a wait for a lock" \
  grep -q '"name":"lock in main","cat":"wait"' trace.json

# The program ends in a region; the other thread may have ended its part.
cat >leaves.c <<'EOF'
#include <omp.h>
#include <stdlib.h>

int
main (void)
{
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    exit (0);
  return 1;
}
EOF
program leaves leaves.c
run GOMP_TRACE=trace.json ./leaves
content trace.json | grep -x "1 parallel region in main (open)" >found
check "the end in a region" test -s found

# Many events: the file is valid also if the program is killed.
cat >many.c <<'EOF'
#include <signal.h>
#include <unistd.h>

static volatile int x;

int
main (int argc, char **argv)
{
  (void)argv;
  for (int i = 0; i < 3000; i++)
#pragma omp parallel num_threads(2)
#pragma omp single
    x = i;
  if (argc > 1)
    kill (getpid (), SIGKILL);
  return 0;
}
EOF
program many many.c
run GOMP_TRACE=trace.json ./many
content trace.json >found
printf '%s\n' "6000 implicit task in main" "3000 parallel region in main" \
  "3000 single in main" | diff - found | report "many events"
run GOMP_TRACE=trace.json ./many killed
content trace.json >found
check "a killed program" grep -q "parallel region in main" found
grep -v "^[0-9]* [a-z]" found | report "a killed program: its file"

# The child of a fork has a file of its own if the name says so.
cat >forks.c <<'EOF'
#include <sys/wait.h>
#include <unistd.h>

static volatile int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  x = 1;
  pid_t child = fork ();
  for (int i = 0; i < 2; i++)
#pragma omp parallel num_threads(2)
    x = i;
  if (child != 0)
    waitpid (child, NULL, 0);
  return 0;
}
EOF
program forks forks.c
run GOMP_TRACE=one.json TSAN_OPTIONS=die_after_fork=0 ./forks
content one.json >found
printf '%s\n' "6 implicit task in main" "3 parallel region in main" \
  | diff - found | report "a fork: one file"
run GOMP_TRACE=each-%p.json TSAN_OPTIONS=die_after_fork=0 ./forks
for file in each-*.json; do
  content "$file"
done | sort >found
printf '%s\n' "2 parallel region in main" "3 parallel region in main" \
  "4 implicit task in main" "6 implicit task in main" \
  | diff - found | report "a fork: a file for each process"

# One file for both traces, of a program and of the child of a fork.
run GOMP_TRACE=both.json GOMP_OFFLOAD_TRACE=both.json \
  TSAN_OPTIONS=die_after_fork=0 ./forks
content both.json >found
printf '%s\n' "6 implicit task in main" "3 parallel region in main" \
  | diff - found | report "both traces and a fork: one file"
run GOMP_TRACE=both-%p.json GOMP_OFFLOAD_TRACE=both-%p.json \
  TSAN_OPTIONS=die_after_fork=0 ./forks
for file in both-*.json; do
  content "$file"
done | sort >found
printf '%s\n' "2 parallel region in main" "3 parallel region in main" \
  "4 implicit task in main" "6 implicit task in main" \
  | diff - found | report "both traces and a fork: a file for each process"

# One file has what two files have.
cat >device.c <<'EOF'
static int x[100];

int
main (void)
{
  for (int i = 0; i < 300; i++)
    {
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp target map(tofrom : x)
      x[i % 100]++;
    }
  return x[7] != 3;
}
EOF
if has_target x86emul; then
  program device device.c
  run GOMP_TRACE=host.json GOMP_OFFLOAD_TRACE=device.json ./device
  { content host.json; content device.json; } | sort >wanted
  run GOMP_TRACE=both.json GOMP_OFFLOAD_TRACE=both.json ./device
  content both.json | sort | diff wanted - | report "both traces: one file"
  check "both traces: some events" test -s wanted
else
  unsupported "both traces: this build has no emulated device"
fi

# Messages.
run GOMP_TRACE=/nonexistent/trace.json ./many
grep -cF "cannot write the trace to '/nonexistent/trace.json' (GOMP_TRACE): No \
such file or directory; the program goes on without" err >found
echo 1 | diff - found | report "a file that cannot be written"
tool grammar "$here"/grammar*.c
rm -f trace.json
under grammar GOMP_TRACE=trace.json ./many
grep -A 1 "GOMP_TRACE has no effect: the program has a tool (OMPT)" err \
  | grep -cF "  hint: OMP_TOOL=disabled runs it without the tool" >found
echo 1 | diff - found | report "beside a tool"
check "beside a tool: no file" test ! -e trace.json
run OMP_TOOL=disabled GOMP_TRACE=trace.json ./many
check "OMP_TOOL=disabled" test -s trace.json
finish

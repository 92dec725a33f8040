# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# LLVM's Archer, a tool that informs ThreadSanitizer of OpenMP's order, as the
# library itself does.  With it programs get the reports that they get without.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

archer=$(find /usr/lib/llvm-*/lib /usr/lib64 -name libarcher.so 2>/dev/null \
  | sort | tail -n 1)

cat >race.c <<'EOF'
int
main (void)
{
  int a = 0;
  /* ThreadSanitizer may miss two accesses at the very same time.  */
  for (int turn = 0; turn < 20; turn++)
#pragma omp parallel num_threads(4)
    {
#pragma omp barrier
      a++;
    }
  return a == 0;
}
EOF

cat >right.c <<'EOF'
#include <omp.h>

int
main (void)
{
  int a[4] = { 0 }, count = 0, sum = 0;
  for (int turn = 0; turn < 20; turn++)
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
      int me = omp_get_thread_num ();
      a[me] = turn;
#pragma omp barrier
      sum += a[(me + 1) % 4];
#pragma omp critical
      count++;
#pragma omp barrier
#pragma omp single
#pragma omp task depend(out : a)
      a[1]++;
#pragma omp single
      {
#pragma omp task depend(in : a)
        sum += a[1] < 0;
#pragma omp taskwait
      }
    }
  return sum == 0 || count != 80;
}
EOF

# The race is between two tasks that run at the same time.
cat >race-tasks.c <<'EOF'
static int here;

int
main (void)
{
  int a = 0;
  for (int turn = 0; turn < 20; turn++)
#pragma omp parallel num_threads(4)
#pragma omp single
    {
      __atomic_store_n (&here, 0, __ATOMIC_RELAXED);
      for (int i = 0; i < 2; i++)
#pragma omp task shared(a)
        {
          __atomic_fetch_add (&here, 1, __ATOMIC_RELAXED);
          while (__atomic_load_n (&here, __ATOMIC_RELAXED) < 2)
            ;
          a++;
        }
    }
  return a == 0;
}
EOF

cat >right-tasks.c <<'EOF'
int
main (void)
{
  int a = 0, b = 0, sum = 0, all = 0, count = 0;
  for (int turn = 0; turn < 20; turn++)
#pragma omp parallel num_threads(4) reduction(+ : all)
    {
#pragma omp single
      {
        for (int i = 0; i < 8; i++)
#pragma omp task depend(inout : a)
          a++;
#pragma omp task depend(in : a) depend(out : b)
        b = a;
#pragma omp task if (0) depend(in : b)
        b++;
#pragma omp taskwait
        b++;
#pragma omp taskgroup task_reduction(+ : sum)
        for (int i = 0; i < 8; i++)
#pragma omp task in_reduction(+ : sum)
          sum++;
        sum++;
#pragma omp taskloop num_tasks(4) reduction(+ : sum)
        for (int i = 0; i < 8; i++)
          sum++;
        sum++;
      }
      all++;
#pragma omp critical
      count++;
#pragma omp barrier
#pragma omp masked
      count++;
    }
  return a != 160 || b != 162 || sum != 360 || all != 80 || count != 100;
}
EOF

# clang_sanitized NAME: of NAME.c, with the sanitizer's library of GCC.
clang_sanitized () {
  if ! clang-19 -w -O1 -g -fopenmp -fsanitize=thread -c "$1.c" >log 2>&1 \
      || ! $GCC -fsanitize=thread "$1.o" -o "$1" -L"$LIBDIR/offgomp/llvm" \
        -lomp -Wl,--allow-shlib-undefined >log 2>&1; then
    cat log
    fail "build $1"
    finish
  fi
}

# judged PROGRAM [VARIABLE=VALUE]: races are reported if it is one with a race;
# otherwise the log gets the reports.  Archer recommends the option.
judged () {
  judged_program=$1
  shift
  run TSAN_OPTIONS=ignore_noninstrumented_modules=1 "$@" "./$judged_program"
  reports=$(grep -c "WARNING: ThreadSanitizer: data race" err)
  case $judged_program in
    race*) test "$reports" -gt 0 && return ;;
    *) test "$reports" -eq 0 && return ;;
  esac
  cat err
  return 1
}

program race race.c -fsanitize=thread
program right right.c -fsanitize=thread
programs="race right"
if command -v clang-19 >/dev/null \
    && test -e "$LIBDIR/offgomp/llvm/libomp.so.5"; then
  clang_sanitized race-tasks
  clang_sanitized right-tasks
  programs="$programs race-tasks right-tasks"
fi
test -n "$archer" || fail "libarcher.so is not installed"
for turn in 1 2 3; do
  for program in $programs; do
    check "$program, without Archer, turn $turn" judged "$program"
    check "$program, with Archer, turn $turn" \
      judged "$program" OMP_TOOL_LIBRARIES="$archer"
  done
done
finish

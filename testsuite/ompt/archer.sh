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

# Archer recommends the option.
reports () {
  run TSAN_OPTIONS=ignore_noninstrumented_modules=1 "$@"
  grep -c "WARNING: ThreadSanitizer: data race" err
}

program race race.c -fsanitize=thread
program right right.c -fsanitize=thread
test -n "$archer" || fail "libarcher.so is not installed"
for turn in 1 2 3; do
  check "a race, without Archer, turn $turn" test "$(reports ./race)" -gt 0
  check "a race, with Archer, turn $turn" \
    test "$(reports OMP_TOOL_LIBRARIES="$archer" ./race)" -gt 0
  check "no race, without Archer, turn $turn" test "$(reports ./right)" -eq 0
  check "no race, with Archer, turn $turn" \
    test "$(reports OMP_TOOL_LIBRARIES="$archer" ./right)" -eq 0
done
finish

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# ThreadSanitizer finds a race of two teams for each number of teams and of
# threads, whether the host starts the teams or a region does, and reports
# nothing if there is one team.

. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported 'without x86emul'
  exit 0
fi
export OMP_TARGET_OFFLOAD=mandatory
# A program's end does not wait a second for the reports of other threads.
export TSAN_OPTIONS=atexit_sleep_ms=50

cat > teams.c <<'EOF'
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int count = atoi (argv[1]), sum = 0;
  /* ThreadSanitizer may miss a race of two accesses at the very same time.  */
  int turns = 1 + 40 / count;
  for (int turn = 0; turn < turns; turn++)
    if (argc == 2)
      {
#pragma omp target teams num_teams(count) map(tofrom : sum)
        sum++;
      }
    else
      {
#pragma omp target map(tofrom : sum) map(to : count)
#pragma omp teams num_teams(count)
        sum++;
      }
  return sum != turns * count;
}
EOF

if ! $GCC -fsanitize=thread teams.c -o teams > works.log 2>&1 ||
   ! ./teams 1 >> works.log 2>&1
then
  unsupported 'no ThreadSanitizer here'
  exit 0
fi
$GCC -B"$TOOLCHAIN" -fopenmp -g -O2 -fsanitize=thread teams.c -o teams

# races LINE COUNT [in-turn]: the line LINE, and no other one, has a race.
races () {
  line=$1
  shift
  ! ./teams "$@" > races.log 2>&1 || return 1
  cat races.log
  test "$(grep -o '/teams.c:[0-9]*' races.log |
            sed 's/.*://' | sort -u)" = "$line"
}
for threads in 1 8; do
  export OMP_NUM_THREADS=$threads
  check "one team, $threads threads" ./teams 1
  check "one team in a region, $threads threads" ./teams 1 in-turn
  for count in 2 4 33; do
    check "$count teams, $threads threads" races 12 $count
    check "$count teams of a region, $threads threads" \
      races 18 $count in-turn
  done
done
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Teams and threads of the launches by the plugin under test: from clauses, from
# the environment, from what the kernel needs; as GOMP_DEBUG prints them.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > geometry.c <<'EOC'
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int a = 0, b = 0, c = 0, d = 0;
#pragma omp target teams map(tofrom: a)
  if (omp_get_team_num () == 0)
    a = omp_get_num_teams ();
#pragma omp target teams num_teams(3) thread_limit(4) map(tofrom: b)
  if (omp_get_team_num () == 0)
    b = omp_get_num_teams ();
#pragma omp target teams num_teams(2) map(tofrom: c)
  if (omp_get_team_num () == 0)
    c = omp_get_num_teams ();
#pragma omp target parallel map(tofrom: d)
#pragma omp single
  d = omp_get_num_threads ();
  printf ("regions see: %d %d %d %d\n", a, b, c, d);
  return 0;
}
EOC

devices=2
compile_or_stop "the program compiles" "$GCC" -O2 geometry.c

# launches NAME GEOMETRIES SEEN [SETTING]...: TEAMSxTHREADS of each.
launches () {
  name=$1
  wanted=$2
  seen=$3
  shift 3
  on_device env "$@" GOMP_DEBUG=1 ./program
  got=$(sed -n 's/^nvptx: kernel .*: \([0-9]*\) teams of \([0-9]*\) threads.*/\1x\2/p' \
    out | tr '\n' ' ')
  if test "$got" = "$wanted " && grep -q "^regions see: $seen\$" out; then
    pass "$name"
  else
    grep '^libgomp\|^nvptx\|^regions' out
    fail "$name: $got"
  fi
}

for runtime in $both_runtimes; do
  launches "clauses, and what fits" "8x8 3x4 2x8 1x8" "8 3 2 8"
  launches "fewer registers" "16x8 3x4 2x8 1x8" "16 3 2 8" \
    STANDIN_CUDA_REGISTERS=32
  launches "more multiprocessors" "16x8 3x4 2x8 1x8" "16 3 2 8" \
    STANDIN_CUDA_SMS=4
done
runtime=$LIBDIR
launches "OMP_NUM_TEAMS" "5x8 3x4 2x8 1x8" "5 3 2 8" OMP_NUM_TEAMS=5
launches "on devices" "5x8 3x4 2x8 1x8" "5 3 2 8" OMP_NUM_TEAMS=7 \
  OMP_NUM_TEAMS_DEV=5
launches "on this one" "4x8 3x4 2x8 1x8" "4 3 2 8" OMP_NUM_TEAMS_DEV=5 \
  OMP_NUM_TEAMS_DEV_1=6 OMP_NUM_TEAMS_DEV_0=4
launches "on another one" "8x8 3x4 2x8 1x8" "8 3 2 8" OMP_NUM_TEAMS_DEV_1=6
launches "more than fit" "8x8 3x4 2x8 1x8" "8 3 2 8" OMP_NUM_TEAMS_ALL=1000
launches "OMP_TEAMS_THREAD_LIMIT, but for no teams" "16x4 3x4 2x4 1x8" \
  "16 3 2 8" OMP_TEAMS_THREAD_LIMIT_DEV=4
launches "more threads than a block has" "2x32 3x4 2x32 1x8" "2 3 2 8" \
  OMP_TEAMS_THREAD_LIMIT_DEV=64
launches "a wrong one" "8x8 3x4 2x8 1x8" "8 3 2 8" OMP_NUM_TEAMS_DEV=none
check "a message" grep -q "^libgomp: .*OMP_NUM_TEAMS_DEV: 'none'" out

# A clause without a lower bound is the exact number (OpenMP 5.1 section 2.7).
cat > many.c <<'EOC'
#include <omp.h>
#include <stdio.h>

int
main (void)
{
  int seen = 0, teams = 0, last = 0;
#pragma omp target teams num_teams(5000) map(tofrom: seen) \
    reduction(+: teams) reduction(max: last)
  {
    if (omp_get_team_num () == 0)
      seen = omp_get_num_teams ();
    teams++;
    last = omp_get_team_num ();
  }
  printf ("regions see: %d %d %d\n", seen, teams, last);
  return 0;
}
EOC
compile_or_stop "many teams compile" "$GCC" -O2 many.c
for runtime in $both_runtimes; do
  launches "all of many teams, by those that fit" "8x8" "5000 5000 4999"
done
finish

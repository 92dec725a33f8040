# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Two regions with teams of different sizes, in flight together on the plugin
# under test.  GCC's device library keeps the number of threads in a variable of
# the image.  Each region waits in its first team for the other one, and then
# starts a parallel region: it must have the threads of its own team.  If the
# plugin lets the regions take turns, the first one waits in vain.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > sizes.c <<'EOC'
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
volatile int begun[2];

/* Wait for the other region, but not for ever; then count the threads.  */
static void
meet (int mine, int *met, int *most, int *threads)
{
  begun[mine] = 1;
  for (volatile int i = 0; i < 1000000 && !begun[!mine]; i++)
    ;
  *met = begun[!mine];
  *most = omp_get_max_threads ();
  int count = 0;
#pragma omp parallel
#pragma omp atomic
  count++;
  *threads = count;
}
#pragma omp end declare target

int
main (void)
{
  int met[2] = { 0, 0 }, most[2] = { 0, 0 }, threads[2] = { 0, 0 };
#pragma omp target thread_limit(2) nowait map(from: met[0], most[0], threads[0])
  meet (0, &met[0], &most[0], &threads[0]);
#pragma omp target thread_limit(8) nowait map(from: met[1], most[1], threads[1])
  meet (1, &met[1], &most[1], &threads[1]);
#pragma omp taskwait
  for (int i = 0; i < 2; i++)
    printf ("%d threads of %d\n", threads[i], most[i]);
  printf (met[0] && met[1] ? "together\n" : "in turn\n");
  return 0;
}
EOC

devices=1
compile_or_stop "the program compiles" "$GCC" -O2 sizes.c
for runtime in $both_runtimes; do
  on_device ./program
  check "the smaller team" grep -q '^2 threads of 2$' out
  check "the larger team" grep -q '^8 threads of 8$' out
done
finish

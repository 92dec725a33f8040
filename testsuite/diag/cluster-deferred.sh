# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Many regions that no thread waits for, on a node: all of them end, those that
# wait for each other, too; what they print comes before taskwait returns; and
# one that fails is named, whatever else was on its way.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
cat >program.c <<'EOP'
#include <omp.h>
#include "cluster.h"
#define MANY 300
static int v[MANY], sum, errors;

/* Each has data of its own, which comes back.  */
static void
many (void)
{
  for (int round = 0; round < 20; round++)
    {
      for (int i = 0; i < MANY; i++)
#pragma omp target nowait map (tofrom: v[i])
        v[i] += i;
#pragma omp taskwait
    }
  for (int i = 0; i < MANY; i++)
    errors += v[i] != 20 * i;
}

/* By threads that wait for a region of their own meanwhile.  */
static void
beside (void)
{
#pragma omp parallel num_threads (4) reduction (+: sum)
  for (int i = 0; i < MANY; i++)
    {
      int x = i;
#pragma omp target nowait firstprivate (i)
      i++;
      if (i % 10 == 0)
        {
#pragma omp target map (tofrom: x)
          x++;
          sum += x - i;
        }
#pragma omp taskwait
    }
  errors += sum != 4 * MANY / 10;
}

static void
meet (void)
{
  int met = 0;
#pragma omp target data map (tofrom: met)
  {
    for (int i = 0; i < 4; i++)
#pragma omp target nowait map (tofrom: met)
      {
        __atomic_fetch_add (&met, 1, __ATOMIC_SEQ_CST);
        while (__atomic_load_n (&met, __ATOMIC_SEQ_CST) < 4)
          usleep (100);
      }
#pragma omp taskwait
  }
  errors += met != 4;
}

static void
print (void)
{
  for (int i = 0; i < 50; i++)
#pragma omp target nowait firstprivate (i)
    printf ("line %d\n", i);
#pragma omp taskwait
  puts ("after");
  fflush (stdout);
}

/* Region BAD fails, or ends the device.  */
static void
fail_at (int bad, int ends)
{
  for (int i = 0; i < MANY; i++)
#pragma omp target nowait map (tofrom: v[i])
    {
      v[i]++;
      if (i == bad && !omp_is_initial_device () && ends)
        end_process (0);
      if (i == bad && !ends)
        *(volatile int *) 8 = i;
    }
#pragma omp taskwait
  for (int i = 0; i < MANY; i++)
    errors += v[i] != 1;
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    fail_at (atoi (argv[1]), argc > 2);
  else
    many (), beside (), meet (), print ();
  return errors != 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -O1 -I"$testsuite/diag" program.c -o program \
  || fail 'compile'

export OFFLOAD_HOSTS=localhost
for line in stream ucx; do
  export OFFLOAD_LINE=$line
  ends "$line: all regions end" 0 ./program
  check "$line: their output comes before taskwait returns" \
    test "$(grep -c line out) $(tail -n 1 out)" = '50 after'
  ends "$line: one of them fails" 1 ./program 150
  says "$line: it is named" "target region 'fail_at._omp_fn"
  says "$line: and why" 'segmentation fault: write to address 0x8'
done
unset OFFLOAD_LINE OMP_TARGET_OFFLOAD
export OFFLOAD_LOST=host
for bad in 0 150 299; do
  ends "region $bad ends the device: the host runs those that are left" 0 \
    ./program $bad ends
done
finish

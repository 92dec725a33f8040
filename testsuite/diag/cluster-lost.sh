# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OFFLOAD_LOST: what becomes of regions whose device, or whose node, is killed.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OMP_TARGET_OFFLOAD

# Regions that kill their device once, or their node's server, whose number is
# given; the rest of the program must have the same results.
cat >program.c <<'EOP'
#include <omp.h>
#include "cluster.h"
#pragma omp declare target
static void
strike (int victim)
{
  if (victim >= 0 && !omp_is_initial_device () && omp_get_device_num () == 0)
    end_process (victim);
}
#ifdef VARIABLES
int variable = 1;
#endif
#pragma omp end declare target
int main (int argc, char **argv)
{
  int a[1000], sum = 0, x = 1, y = 1, lasting[10] = { 0 };
  const char *what = argc > 2 ? argv[2] : "region";
  if (omp_get_num_devices () == 0) /* starts the nodes' servers */
    return 3;
  int victim = find_victim (argv[1]);
  int early = strcmp (what, "region") == 0 ? victim : -1;
  int later = strcmp (what, "nowait") == 0 ? victim : -1;
  int *block = omp_target_alloc (sizeof (int), 0);
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  if (strcmp (what, "data") == 0)
    {
#pragma omp target enter data map (to: lasting)
#pragma omp target map (tofrom: lasting)
      {
        lasting[0]++;
        strike (victim);
      }
    }
  if (strcmp (what, "empty") == 0)
    {
#pragma omp target
      strike (0);
    }
  if (strcmp (what, "pointer") == 0)
    {
#pragma omp target is_device_ptr (block) map (tofrom: sum)
      {
        *block = sum;
        strike (victim);
      }
    }
  for (int r = 0; r < 3; r++)
    {
#pragma omp target map (tofrom: a, sum)
      {
        for (int i = 0; i < 1000; i++)
          a[i]++;
        sum += a[0];
#ifdef VARIABLES
        sum += variable;
#endif
        if (r == 1)
          strike (early);
      }
    }
#pragma omp target nowait map (tofrom: x) depend (out: x)
  {
    x += 2;
    strike (later);
  }
#pragma omp target nowait map (tofrom: x, y) depend (inout: x)
  {
    x *= 3;
    y += x;
  }
#pragma omp taskwait
  printf ("%d %d %d %d\n", a[999], sum, x, y);
  return 0;
}
EOP
# ../libomptarget/lost.sh sets other ones.
compile=${compile:-"$GCC -B$TOOLCHAIN -fopenmp"}
region=${region:-main._omp_fn.}
compile="$compile -I$testsuite/diag -g"
$compile program.c -o program || fail 'compile'
$compile -DVARIABLES program.c -o variables || fail 'compile'
printf '#!/bin/sh\necho $$ >number\nexec "$@"\n' >noted
chmod +x noted
export OFFLOAD_LAUNCH=./noted OFFLOAD_HEARTBEAT=0

right () { check "$1" test "$(cat out)" = '1002 6 9 10'; }

for victim in device node; do
  for what in region nowait; do
    for way in host again; do
      name="$victim killed, $what, $way"
      export OFFLOAD_LOST=$way
      OFFLOAD_HOSTS=launch,localhost ends "$name" 0 ./program $victim $what
      right "$name: the results"
      check "$name: it is said once" test "$(grep -c 'from now on' err)" = 1
    done
    says "$name: where regions run" 'from now on its regions run on other devi'
    export OFFLOAD_LOST=stop
    OFFLOAD_HOSTS=launch,localhost ends "$victim killed, $what" 1 \
      ./program $victim $what
    says "$victim killed, $what: the region" "target region '$region"
  done
done

OFFLOAD_LOST=again OFFLOAD_HOSTS=launch ends 'no other device' 0 \
  ./program device region
right 'no other device: the host has run it'
export OFFLOAD_LOST=host OFFLOAD_HOSTS=launch
ends 'data that was there before' 1 ./program device data
says 'data that was there before: why' 'the region cannot run elsewhere: its '\
'data was on the device before, or is used by other constructs'
ends 'an address of the device' 1 ./program device pointer
says 'an address of the device: why' 'its data has an address of that device'
ends 'a region without data' 1 ./program device empty
says 'a region without data: what happened' 'was killed by signal 9'
ends 'variables on the device' 1 ./variables device region
says 'variables on the device: why' 'the region cannot run elsewhere: the '\
'program has variables on devices (declare target)'
OMP_TARGET_OFFLOAD=mandatory ends 'mandatory' 1 ./program device region
says 'mandatory: why' 'OMP_TARGET_OFFLOAD=mandatory forbids the host'
OMP_TARGET_OFFLOAD=mandatory OFFLOAD_LOST=again ends 'mandatory, again' 1 \
  ./program device region
says 'mandatory, again: why' 'no other device is left, and OMP_TARGET_OFFLOAD'
OFFLOAD_LOST=never ends 'another value' 1 ./program device region
says 'another value: which are accepted' "invalid value 'never' of \
environment variable OFFLOAD_LOST: stop, host or again is accepted; using stop"
finish

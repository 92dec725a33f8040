# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A region that has ended does not run again because its device is lost before
# the program takes notice of its end.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OMP_TARGET_OFFLOAD

# The first region kills its device, or its node's server, when the second one
# has ended.
cat >program.c <<'EOP'
#include <fcntl.h>
#include <omp.h>
#include "cluster.h"
int completed (void);
static void
await (int count)
{
  while (completed () < count)
    usleep (1000);
}
int main (int argc, char **argv)
{
  int x = 1, y = 1, here = 0;
  if (omp_get_num_devices () == 0)
    return 3;
  int victim = find_victim (argv[1]);
  unlink ("go");
  unlink ("runs");
  if (strcmp (argv[2], "present") == 0)
    {
#pragma omp target enter data map (to: x)
    }
#pragma omp target nowait map (tofrom: y, here)
  {
    y += 3;
    here = omp_is_initial_device () || omp_get_device_num () != 0;
    if (!here)
      {
        while (access ("go", F_OK) != 0)
          usleep (1000);
        end_process (victim);
      }
  }
#pragma omp target nowait map (tofrom: x)
  {
    int f = open ("runs", O_WRONLY | O_CREAT | O_APPEND, 0600);
    x += 2 * (write (f, "x\n", 2) == 2);
    close (f);
  }
  await (1);
  close (open ("go", O_WRONLY | O_CREAT, 0600));
  await (2);
#pragma omp taskwait
  printf ("%d %d %d\n", x, y, here);
  return 0;
}
EOP
# Counts the asynchronous regions that have ended, as the plugin says.
cat >counting.c <<'EOC'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int count;
int completed (void) { return count; }
void
GOMP_PLUGIN_target_task_completion (void *task)
{
  ((void (*) (void *)) dlsym (RTLD_NEXT, __func__)) (task);
  count++;
}
EOC
$GCC -shared -fPIC counting.c -ldl -o libcounting.so || fail 'compile'
$GCC -B"$TOOLCHAIN" -I"$testsuite/diag" -fopenmp -g program.c -o program \
  -L. -lcounting \
  -Wl,-rpath,"$PWD" || fail 'compile'
printf '#!/bin/sh\necho $$ >number\nexec "$@"\n' >noted
chmod +x noted
export OFFLOAD_LAUNCH=./noted OFFLOAD_HEARTBEAT=0

# ended VICTIM WAY MAPPED X: x was MAPPED before, or was not, and is X then.
ended () {
  name="$1 killed, $2, $3"
  OFFLOAD_LOST=$2 OFFLOAD_HOSTS=launch,localhost timeout -k 5 120 \
    ./program "$1" "$3" >out 2>err
  status=$?
  test $status = 0 || cat out err
  check "$name: goes on" test $status = 0
  check "$name: the results" test "$(cat out)" = "$4 4 1"
  check "$name: the region that had ended ran once" test "$(cat runs)" = x
}
for victim in device node; do
  for way in host again; do
    ended $victim $way new 3
    # The data is lost, but this region does not need it.
    ended $victim $way present 1
  done
done
finish

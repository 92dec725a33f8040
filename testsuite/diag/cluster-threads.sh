# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Threads of a node's server that were needed for many regions at once leave
# nothing behind when they end.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
cat >program.c <<'EOP'
#include <omp.h>
#include "cluster.h"
/* KiB of the server's address space.  */
static long
server_size (void)
{
  char name[64], line[256];
  long size = 0;
  snprintf (name, sizeof (name), "/proc/%d/status", find_victim ("node"));
  FILE *f = fopen (name, "r");
  if (f == NULL)
    abort ();
  while (fgets (line, sizeof (line), f) != NULL)
    sscanf (line, "VmSize: %ld", &size);
  fclose (f);
  return size;
}
int main (void)
{
  long before = 0;
  if (omp_get_num_devices () == 0)
    return 3;
  for (int round = 0; round < 20; round++)
    {
      for (int i = 0; i < 40; i++)
        {
#pragma omp target nowait
          usleep (2000);
        }
#pragma omp taskwait
      if (round == 4)
        before = server_size ();
    }
  printf ("%ld\n", (server_size () - before) / 1024);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -I"$testsuite/diag" -fopenmp program.c -o program ||
  fail 'compile'
printf '#!/bin/sh\necho $$ >number\nexec "$@"\n' >noted
chmod +x noted
export OFFLOAD_LAUNCH=./noted OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=launch
ends 'many regions at once' 0 ./program
echo "the server has grown by $(cat out) MiB"
check 'the server does not grow' test "$(cat out)" -lt 400
finish

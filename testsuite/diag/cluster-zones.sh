# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A region on a node that writes a little beside what is mapped is found and
# explained as on a device of this machine: at the end of an ordinary region, a
# deferred one, and one in a chain, and likewise with OpenACC.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30 OFFLOAD_HEARTBEAT=0

cat >program.c <<'EOP'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char a[1000], b[8], c[40];
int main (int argc, char **argv)
{
  const char *what = argv[1];
  int i = atoi (argv[2]), n = atoi (argv[3]);
  char *p = a, *q = b;
  printf ("a is at %p\n", (void *)a);
  fflush (stdout);
  if (strcmp (what, "region") == 0)
    {
#pragma omp target map (tofrom: p[0:100], c)
      memset (p + i, 1, n);
    }
  else if (strcmp (what, "from") == 0)
    {
#pragma omp target map (from: p[0:100]) map (alloc: q[0:8])
      memset (p + i, 1, n);
    }
  else if (strcmp (what, "nowait") == 0)
    {
#pragma omp target nowait map (tofrom: p[0:100], c) firstprivate (i, n)
      memset (p + i, 1, n);
#pragma omp taskwait
    }
  else if (strcmp (what, "present") == 0)
    {
#pragma omp target enter data map (to: p[0:100], c, q[0:8])
#pragma omp target map (tofrom: q[0:8])
      q[0]++;
#pragma omp target map (tofrom: p[0:100], c)
      memset (p + i, 1, n);
    }
  else if (strcmp (what, "chain") == 0)
    {
#pragma omp target enter data map (alloc: p[0:100], c, q[0:8])
#pragma omp target nowait depend (inout: a) map (tofrom: q[0:8])
      q[0]++;
#pragma omp target nowait depend (inout: a) map (tofrom: p[0:100], c) \
    firstprivate (i, n)
      memset (p + i, 1, n);
#pragma omp target nowait depend (inout: a) map (tofrom: q[0:8])
      q[0]++;
#pragma omp taskwait
    }
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -O1 -g program.c -o program || fail 'compile'

cat >openacc.c <<'EOP'
#include <stdlib.h>
#include <string.h>
static char a[1000], c[40];
int main (int argc, char **argv)
{
  const char *what = argv[1];
  int i = atoi (argv[2]), n = atoi (argv[3]);
  char *p = a;
  if (strcmp (what, "acc") == 0)
    {
#pragma acc serial copy(p[0:100], c)
      for (int k = 0; k < n; k++)
        p[i + k] = 1;
    }
  else if (strcmp (what, "acc-data") == 0)
    {
#pragma acc data copy(p[0:100], c)
#pragma acc serial present(p[0:100], c)
      for (int k = 0; k < n; k++)
        p[i + k] = 1;
    }
  else if (strcmp (what, "acc-async") == 0)
    {
#pragma acc serial copy(p[0:100], c) async (1)
      for (int k = 0; k < n; k++)
        p[i + k] = 1;
#pragma acc wait
    }
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenacc -O1 -g openacc.c -o openacc || fail 'compile'

# The words of a device here, without its addresses and its name.
words () {
  sed -e 's/0x[0-9a-f]*/ADDRESS/g' -e 's/ on device 0 (x86emul[^)]*)/ on DEVICE/' \
    "$1"
}
# same PROGRAM WHAT FIRST COUNT: it ends in the same way here and on a node.
same () {
  env -u OFFLOAD_HOSTS timeout -k 5 120 "$@" >here 2>here.err
  status=$?
  program=$1
  shift
  OFFLOAD_HOSTS=localhost ends "$1, $3 from $2 on" $status $program "$@"
  words here.err >here.words
  words err >err.words
  cmp -s here.words err.words || cat here.err err
  check "$1, $3 from $2 on: in the same words" cmp here.words err.words
}
for what in region from nowait present chain; do
  for bytes in '100 1' '103 5' '-1 1' '-16 16' '99 65' '98 2' '0 100'; do
    same ./program $what $bytes
  done
done
for what in acc acc-data acc-async; do
  for bytes in '103 5' '-1 1' '0 100'; do
    same ./openacc $what $bytes
  done
done
OFFLOAD_HOSTS=localhost ends 'golden, OpenACC' 1 ./openacc acc-async 103 5
says 'golden, OpenACC: what' 'bytes 3 to 7 after the end of '
OFFLOAD_HOSTS=localhost ends 'golden' 1 ./program chain 103 5
says 'golden: what' 'device memory outside of what is mapped was overwritten: '\
'bytes 3 to 7 after the end of '
says 'golden: where' "seen at the end of target region main._omp_fn.6 (program.c:41) on device 0 (x86emul on localhost)"
OFFLOAD_HOSTS=localhost ends 'inside' 0 ./program chain 0 100
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Target updates with nowait that depend on nothing: no thread of the program
# waits for the data, so all of them are sent while the node does not answer.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OMP_TARGET_OFFLOAD

cat >program.c <<'EOP'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include "cluster.h"
#include "wire.h"
#define N 100
#define BIG (4 << 20)
static int x[N], y[8];
static char big[BIG];
static int node, wrong;

static int
messages (int type)
{
  int (*sent) (int) = (int (*) (int)) dlsym (RTLD_DEFAULT, "messages_sent");
  return sent != NULL ? sent (type) : 0;
}

/* The node answers again, or never.  */
static void
go_on (int ends)
{
  printf ("%d sent\n", messages (CLUSTER_GET));
  fflush (stdout);
  kill (node, ends ? SIGKILL : SIGCONT);
}

static void
ask (void)
{
  for (int i = 0; i < N; i++)
    {
#pragma omp target update from (x[i:1]) nowait
    }
#pragma omp target update from (big, y[0:2], y[4:2]) nowait depend (inout: y)
}

/* None of these waits in vain, either: a wait depends on it, or the directive
   has none, or goes in both directions.  */
static void
ask_otherwise (void)
{
  y[7] = 70;
#pragma omp target update to (y[7:1]) nowait
#pragma omp target update from (x[0:1]) nowait depend (out: x[0])
#pragma omp target update from (x[0:1]) depend (in: x[0])
#pragma omp target update to (y[6:1]) from (x[0:1]) nowait
  wrong |= x[0] != 1000;
  wrong |= messages (CLUSTER_STORE) != 0;
#pragma omp task final (1) shared (x)
  {
#pragma omp target update from (x[0:1]) nowait
  }
#pragma omp taskwait
  wrong |= x[0] != 1000;
}

static void
look (void)
{
  for (int i = 0; i < N; i++)
    wrong |= x[i] != 1000 + i;
  wrong |= big[0] != 1 || big[BIG - 1] != 2 || y[1] != 11 || y[2] != -1
           || y[5] != 15;
}

int
main (int argc, char **argv)
{
  int threads = argc > 1 ? atoi (argv[1]) : 1, ends = argc > 2;
  /* If a thread waits for the node, the program ends here.  */
  alarm (60);
  if (omp_get_num_devices () == 0)
    return 3;
#pragma omp target enter data map (to: x, y, big)
#pragma omp target map (tofrom: x, y, big)
  {
    for (int i = 0; i < N; i++)
      x[i] = 1000 + i;
    for (int i = 0; i < 8; i++)
      y[i] = 10 + i;
    big[0] = 1;
    big[BIG - 1] = 2;
  }
  memset (x, -1, sizeof (x));
  memset (y, -1, sizeof (y));
  node = find_victim ("node");
  kill (node, SIGSTOP);
#pragma omp parallel num_threads (threads)
#pragma omp single
  {
    ask ();
    while (messages (CLUSTER_GET) < N + 1)
      {
#pragma omp taskyield
      }
    go_on (ends);
#pragma omp taskwait
    look ();
    ask_otherwise ();
  }
#pragma omp target exit data map (delete: x, y, big)
  puts (wrong ? "wrong" : "right");
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -I"$testsuite/diag" -I"$testsuite/../plugin/cluster" \
  -fopenmp -g program.c -o program || fail 'compile'
$GCC -shared -fPIC "$testsuite/lib/cluster-counting.c" -ldl -o counting.so ||
  fail 'compile'
printf '#!/bin/sh\nunset LD_PRELOAD\necho $$ >number\nexec "$@"\n' >noted
chmod +x noted
export OFFLOAD_LAUNCH=./noted OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=launch

# counted NAME STATUS ARGUMENTS...: `ends', with the counts of messages.
counted () {
  name=$1 expected=$2
  shift 2
  ends "$name" "$expected" \
    env LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD }$PWD/counting.so" ./program "$@"
}

for threads in 1 2 4; do
  counted "$threads threads" 0 $threads
  check "$threads threads: all are sent, and all data come" \
    test "$(sed '/^counted/d' out)" = "$(printf '101 sent\nright')"
done
export OFFLOAD_LOST=host
counted 'all data come before they are stored' 0 2
check 'all data come before they are stored: they are right' \
  grep -q '^right' out
counted 'the node ends' 1 1 ends
says 'the node ends: node and variable' "a target update from device 0 (x86emul \
on $(uname -n | cut -d . -f 1)) needs data that are lost: x at "
finish

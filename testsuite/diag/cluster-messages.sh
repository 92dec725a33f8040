# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# How many packets a program sends to a node for each construct, and how many
# answers it waits for.  Each answer is a round trip.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30

cat >program.c <<'EOP'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KB 1024
static int table[1000], other[1000];
static char a[KB], b[KB], c[KB], d[KB], e[KB], f[KB], g[KB], h[KB];
static int right = 1;

static void
arrays (int i)
{
  int sum = i;
#pragma omp target map (tofrom: a, b, c, d, e, f, g, h, sum)
  {
    a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = g[i] = h[i] = 1;
    sum++;
  }
  right &= sum == i + 1 && a[i] == 1 && h[i] == 1;
}

static void
present (int i)
{
#pragma omp target map (to: table)
  table[0] = i;
}

static void
deferred (int i)
{
  int sum = i;
#pragma omp target nowait map (tofrom: a, sum)
  {
    a[i] = 2;
    sum += 5;
  }
#pragma omp taskwait
  right &= sum == i + 5 && a[i] == 2;
}

static void
deferred_present (int i)
{
#pragma omp target nowait map (to: table) firstprivate (i)
  table[0] = i;
#pragma omp taskwait
}

static void
chain (int i)
{
#pragma omp target nowait map (to: table) firstprivate (i) depend (inout: i)
  table[0] += i;
  if (i == 9)
    {
#pragma omp taskwait
    }
}

/* Each has data of its own.  */
static void
chain_brings (int i)
{
  static int own[10], result[10];
  own[i] = i;
#pragma omp target nowait map (to: table) map (tofrom: own[i]) \
    map (from: result[i]) firstprivate (i) depend (inout: table)
  {
    table[0] = i;
    own[i] += 7;
    result[i] = own[i];
  }
  if (i == 9)
    {
#pragma omp taskwait
      for (int k = 0; k < 10; k++)
        right &= own[k] == k + 7 && result[k] == k + 7;
    }
}

static void
update_from (int i)
{
  int sum = 0, *p = &sum;
  for (int j = 0; j < 1000; j++)
    table[j] = other[j] = -1;
#pragma omp target update from (table[0:10], table[500:100], other)
  right &= table[0] == 0 && table[9] == 0 && table[10] == -1
           && table[599] == 0 && table[600] == -1 && other[999] == 0 && *p == 0;
}

static void
update_nowait (int i)
{
  memset (other, i, sizeof (other));
#pragma omp target update from (table[0:10], other) nowait
#pragma omp taskwait
  right &= other[0] == 0 && other[999] == 0;
}

static void
exit_data (int i)
{
#pragma omp target enter data map (alloc: a, b, c)
#pragma omp target exit data map (from: a, b, c)
}

static void
allocate (int i)
{
  void *p = omp_target_alloc (10000, 0);
#pragma omp target enter data map (alloc: a, b)
  right &= omp_target_is_present (a, 0) && p != NULL;
#pragma omp target exit data map (delete: a, b)
  omp_target_free (p, 0);
}

static void
taskgroup (void)
{
#pragma omp taskgroup
  for (int i = 0; i < 10; i++)
    {
#pragma omp target nowait map (tofrom: a[i:1])
      a[i] = 3;
    }
  for (int i = 0; i < 10; i++)
    right &= a[i] == 3;
}

/* Between devices 0 and 1; writes before and after must keep their order.  */
static void
across (int i)
{
  static char *p[2], text[4 << 20];
  for (int j = 0; j < 2 && i == 0; j++)
    p[j] = omp_target_alloc (sizeof (text), j);
  memset (text, i + 1, sizeof (text));
  right &= omp_target_memcpy (p[0], text, 1000, 0, 0, 0, 2) == 0
           && omp_target_memcpy (p[1], text, 500, 500, 0, 1, 2) == 0
           && omp_target_memcpy (p[1], p[0], sizeof (text), 0, 0, 1, 0) == 0
           && omp_target_memcpy (p[0], p[1], 1000, 2000, 0, 0, 1) == 0;
  text[0] = 0;
  right &= omp_target_memcpy (p[1], text, 1, 5, 0, 1, 2) == 0
           && omp_target_memcpy (text, p[1], 1000, 0, 0, 2, 1) == 0
           && text[4] == i + 1 && text[5] == 0 && text[999] == i + 1
           && omp_target_memcpy (text, p[0], 1000, 0, 2000, 2, 0) == 0
           && text[0] == i + 1 && text[999] == i + 1;
}

static void
once (const char *what, int i, char *big)
{
  if (strcmp (what, "empty") == 0)
    {
#pragma omp target
      ;
    }
  else if (strcmp (what, "arrays") == 0)
    arrays (i);
  else if (strcmp (what, "big") == 0)
    {
#pragma omp target map (tofrom: big[0:1 << 20])
      big[i]++;
    }
  else if (strcmp (what, "present") == 0)
    present (i);
  else if (strcmp (what, "nowait") == 0)
    deferred (i);
  else if (strcmp (what, "nowait-present") == 0)
    deferred_present (i);
  else if (strcmp (what, "chain") == 0)
    chain (i);
  else if (strcmp (what, "chain-brings") == 0)
    chain_brings (i);
  else if (strcmp (what, "enter") == 0)
    {
#pragma omp target enter data map (to: a, b)
#pragma omp target exit data map (delete: a, b)
    }
  else if (strcmp (what, "update-to") == 0)
    {
#pragma omp target update to (table, other)
    }
  else if (strcmp (what, "update-from") == 0)
    update_from (i);
  else if (strcmp (what, "update-nowait") == 0)
    update_nowait (i);
  else if (strcmp (what, "exit") == 0)
    exit_data (i);
  else if (strcmp (what, "allocate") == 0)
    allocate (i);
  else if (strcmp (what, "across") == 0)
    across (i);
}

int main (int argc, char **argv)
{
  char *big = calloc (1 << 20, 1);
#pragma omp target enter data map (to: table, other)
  for (int i = 0; i < 10; i++)
    once (argv[1], i, big);
  if (strcmp (argv[1], "taskgroup") == 0)
    taskgroup ();
  if (!right)
    printf ("wrong\n");
  free (big);
  return argc != 2;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp program.c -o program || fail 'compile'

# Listeners of events, as GOMP_DEBUG is one, would change the copies.
$GCC -shared -fPIC "$testsuite/lib/cluster-counting.c" -ldl -o counting.so ||
  fail 'compile'

# Packets to the nodes, answers and all bytes.
packets () {
  LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD }$PWD/counting.so" OFFLOAD_HEARTBEAT=0 \
    OFFLOAD_HOSTS=${hosts:-localhost} ./program "$1" 2>&1 |
    sed -n -e 's/^counted //p' -e '/^wrong/p'
}
set -- $(packets nothing)
own=$1 own_answers=$2

# budget WHAT PACKETS ANSWERS: for ten of it, or one with ten.
budget () {
  what=$1 limit=$2 answers=$3
  set -- $(packets "$what")
  test $# = 4 || set -- 0 0 0
  test "$(($1 - own)) $(($2 - own_answers))" = "$limit $answers" ||
    echo "$what: $(($1 - own)) packets, $(($2 - own_answers)) answers"
  check "$what" test "$(($1 - own)) $(($2 - own_answers))" = "$limit $answers"
}
budget empty 10 10
budget arrays 10 10
# What is not small does not wait for the region's own message.
budget big 20 10
budget present 10 10
budget nowait 10 10
budget nowait-present 10 10
budget taskgroup 10 10
budget chain 10 10
budget chain-brings 10 10
budget enter 10 0
budget update-to 20 0
budget update-from 10 10
budget update-nowait 10 10
budget exit 10 10
budget allocate 0 0

# The 40 MB that go from device to device are not among the program's.
direct () {
  set -- $(packets across)
  echo "across ${hosts:-}: $*"
  test $# = 4 && test "$3" -lt 2000000
}
hosts=localhost,localhost
check 'from node to node' direct
hosts=localhost*2
check 'between two devices of a node' direct
hosts=n1,n2
printf '#!/bin/sh\nshift\nexec "$@"\n' >ssh-like
chmod +x ssh-like
export OFFLOAD_LAUNCH=./ssh-like
export SSH_CONNECTION='192.0.2.1 1 127.0.0.1 22'
check 'between nodes by ssh' direct
# Nobody has this address, so the data go through the program.
export SSH_CONNECTION='192.0.2.1 1 192.0.2.77 22'
set -- $(packets across)
check 'nodes that cannot reach each other' test "$3" -gt 80000000
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OpenACC on the devices of nodes: where its regions run, with how many gangs,
# how many messages they take, and what is said of a device that fails.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset ACC_DEVICE_TYPE ACC_DEVICE_NUM GOMP_OPENACC_DIM OMP_TARGET_OFFLOAD
export OFFLOAD_START_TIMEOUT=30 OFFLOAD_HEARTBEAT=0

cat >program.c <<'EOP'
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define N 1000
static int a[N], table[4] = { 1, 2, 3, 4 };
#pragma acc declare copyin(table)
#pragma acc routine seq
int getpid_there (void) { return getpid (); }

static int
gangs (void)
{
  int count = 0;
#pragma acc parallel copy(a) copyout (count)
  {
    count = __builtin_goacc_parlevel_size (0);
#pragma acc loop gang
    for (int i = 0; i < N; i++)
      a[i]++;
  }
  return count;
}

int main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  int rounds = argc > 2 ? atoi (argv[2]) : 1, fixed = 0, there = 0;
  int type = acc_get_device_type (), n = acc_get_num_devices (type);
  if (strcmp (what, "fail") == 0)
    {
#pragma acc parallel copy(a)
      abort ();
    }
  if (strcmp (what, "shutdown") == 0)
    for (int k = 0; k < rounds; k++)
      {
        acc_init (acc_device_x86emul);
#pragma acc parallel loop copy(a)
        for (int i = 0; i < N; i++)
          a[i] += table[0];
        acc_shutdown (acc_device_x86emul);
      }
  if (strcmp (what, "copy") == 0)
    for (int k = 0; k < rounds; k++)
      {
#pragma acc parallel loop copy(a)
        for (int i = 0; i < N; i++)
          a[i]++;
      }
  if (strcmp (what, "present") == 0)
    {
#pragma acc data copy(a)
      for (int k = 0; k < rounds; k++)
        {
#pragma acc parallel loop present(a)
          for (int i = 0; i < N; i++)
            a[i]++;
        }
    }
  if (*what != '\0')
    return a[N - 1] != rounds;
  for (int d = 0; d < n; d++)
    {
      acc_set_device_num (d, type);
      int self = getpid (), other = 0;
#pragma acc parallel num_gangs (5) reduction (+: fixed)
      fixed++;
#pragma acc parallel copyout (there, other)
      {
        there = acc_on_device (acc_device_host);
        other = getpid_there ();
      }
      printf ("%d: %d gangs, %s, %s process\n", d, gangs (),
              there ? "the host" : "a device",
              self == other ? "this" : "another");
    }
  acc_set_device_num (0, type);
#pragma acc data copy(a)
  {
#pragma acc parallel loop async (1)
    for (int i = 0; i < N; i++)
      a[i] = table[i % 4];
#pragma acc parallel loop async (2) wait (1)
    for (int i = 0; i < N; i++)
      a[i] *= 2;
#pragma acc update self(a[0:2]) async (2)
#pragma acc wait (2)
    printf ("%d %d\n", a[0], a[1]);
  }
  printf ("%d devices, %d, %d gangs in all\n", n, a[N - 1], fixed);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenacc -g program.c -o program || fail 'compile'
result () { printf '%s\n' "$@" | cmp -s - out || { cat out; false; }; }

OFFLOAD_HOSTS='localhost*2' GOMP_OPENACC_DIM=3 \
  ends 'a program on two devices' 0 ./program
check 'regions run there' result '0: 3 gangs, a device, another process' \
  '1: 3 gangs, a device, another process' '2 4' '2 devices, 8, 10 gangs in all'
OFFLOAD_HOSTS='localhost*2' ACC_DEVICE_NUM=1 ACC_DEVICE_TYPE=x86emul \
  ends 'types and numbers are those of emulated devices' 0 ./program

$GCC -shared -fPIC "$testsuite/lib/cluster-counting.c" -ldl -o counting.so ||
  fail 'compile'
OFFLOAD_HOSTS='localhost*2' ends 'shut down, and started again' 0 \
  ./program shutdown 5
# The program says so when it has told the node, before it waits for its end.
for hosts in localhost 'localhost*2'; do
  OFFLOAD_HOSTS=$hosts GOMP_DEBUG=1 ends "shut down on $hosts" 0 \
    ./program shutdown 2
  check "shut down on $hosts: the node ends with the program, once" \
    test "$(grep -c '^cluster: localhost: [0-9]* messages' err)" = 1
done

# answers WHAT ROUNDS: how many answers come from the node.
answers () {
  OFFLOAD_HOSTS=localhost LD_PRELOAD="$PWD/counting.so" ./program "$1" "$2" \
    >out 2>err || cat out err >&2
  sed -n 's/^counted [0-9]* \([0-9]*\) .*/\1/p' err
}
for what in copy present; do
  first=$(answers $what 10)
  check "$what: a region takes one round trip" \
    test "$(answers $what 110)" = $((first + 100))
done

export OFFLOAD_HOSTS=n7 OFFLOAD_LAUNCH="$PWD/ssh-like"
printf '#!/bin/sh\nSLURMD_NODENAME=$1\nexport SLURMD_NODENAME\nshift\nexec "$@"\n' \
  >ssh-like
chmod +x ssh-like
for way in stop host; do
  OFFLOAD_LOST=$way ends "a region fails, $way" 1 ./program fail
  says "$way: where" 'device 0 (x86emul on n7): abort was called'
done
GOMP_OFFLOAD_SUMMARY=true ends 'a summary' 0 ./program copy 3
says 'has the node' '  device 0 (x86emul on n7) '
finish

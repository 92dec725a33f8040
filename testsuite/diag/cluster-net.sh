# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Nodes on other hosts, with a network between them that delays and loses
# packets, and is cut (lib/hosts.c).
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=60
# The hosts' files are the same.
export OFFLOAD_MEET=$PWD/meet

$GCC -O2 "$testsuite/lib/hosts.c" -o hosts || fail 'compile'
# Where namespaces are not allowed, the network is the loopback interface.
network=yes
./hosts 1 true 2>err
case $? in
  0) ;;
  77) network= ;;
  *) cat err; fail 'hosts'; finish ;;
esac
test -n "$network" && command -v nsenter >/dev/null || network=
cat >serve <<'EOS'
#!/bin/sh
# serve HOST: a server there.
if test -n "$WIRE"; then
  eval keeper=\$HOST_$1
  exec nsenter -t $keeper -n -u -m --wd="$PWD" offgomp-node
fi
SLURMD_NODENAME=host$1 exec offgomp-node
EOS
cat >together <<'EOS'
#!/bin/sh
# together NODES COMMAND...: COMMAND and its nodes; all must succeed.
nodes=$1 servers=
shift
node=2
while test $node -le $((nodes + 1)); do
  ./serve $node 2>>servers &
  servers="$servers $!"
  node=$((node + 1))
done
"$@"
status=$?
for server in $servers; do wait $server; echo $? >>ends; done
exit $status
EOS
chmod +x serve together
PATH=$BINDIR:$PATH

cat >program.c <<'EOP'
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
enum { N = 50000, BIG = 2 << 20 };
static int a[N];
static char big[BIG], back[BIG];
static void
wire (int number)
{
  if (getenv ("WIRE") != NULL)
    kill (atoi (getenv ("WIRE")), number);
}
int main (int argc, char **argv)
{
  int n = omp_get_num_devices (), sum = 0, chain = 0, wrong = 0;
  const char *what = argc > 1 ? argv[1] : "";
  for (int r = 0; r < 20; r++)
    {
#pragma omp target map (tofrom: a, sum) device (r % n)
      {
        for (int i = 0; i < N; i++)
          a[i] += i % 7;
        sum += a[6];
      }
#pragma omp target nowait map (tofrom: chain) depend (inout: chain) \
    device (r % n)
      chain++;
    }
#pragma omp taskwait
  /* From node to node.  */
  char *p = omp_target_alloc (BIG, 0), *q = omp_target_alloc (BIG, n - 1);
  for (int i = 0; i < BIG; i++)
    big[i] = (char)(i * 7);
  wrong += omp_target_memcpy (p, big, BIG, 0, 0, 0, omp_get_initial_device ());
  wrong += omp_target_memcpy (q, p, BIG, 0, 0, n - 1, 0);
  wrong += omp_target_memcpy (back, q, BIG, 0, 0, omp_get_initial_device (),
                              n - 1);
  wrong += memcmp (back, big, BIG) != 0;
  if (strcmp (what, "mended") == 0)
    {
      wire (SIGUSR1);
#pragma omp target nowait map (tofrom: chain)
      chain++;
      sleep (1);
      wire (SIGUSR2);
#pragma omp taskwait
    }
  if (strcmp (what, "cut") == 0)
    {
      wire (SIGUSR1);
#pragma omp target map (tofrom: chain) device (n - 1)
      chain++;
    }
  if (strcmp (what, "wild") == 0)
    {
#pragma omp target is_device_ptr (what) device (n - 1)
      *(volatile char *)what = 1;
    }
  printf ("%d %d %d %d\n", sum, a[N - 1], chain, wrong);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g program.c -o program || fail 'compile'

# over NODES WIRE... -- ARGUMENT: the program and its nodes.
over () {
  nodes=$1 wire=
  shift
  while test "$1" != --; do
    wire="$wire $1"
    shift
  done
  rm -f ends servers
  if test -n "$network"; then
    OFFLOAD_HOSTS=meet:$nodes ./hosts $((nodes + 1)) $wire \
      ./together "$nodes" ./program $2 >out 2>err
  else
    OFFLOAD_HOSTS=meet:$nodes OFFLOAD_NET=127.0.0.1 \
      ./together "$nodes" ./program $2 >out 2>err
  fi
}
# right NAME STATUS CHAIN
right () {
  test "$2 $(cat out)" = "0 1260 100 $3 0" || cat out err servers
  check "$1" test "$2 $(cat out)" = "0 1260 100 $3 0"
}
says () {
  grep -qF -- "$2" err || cat out err servers
  check "$1" grep -qF -- "$2" err
}

lines=stream
OFFLOAD_LINE=ucx OFFLOAD_HOSTS=localhost ./program >out 2>err \
  && lines='stream ucx'
for line in $lines; do
  export OFFLOAD_LINE=$line
  over 2 delay=200 --
  right "$line: two nodes" $? 20
  over 2 delay=200 jitter=1500 loss=10 --
  right "$line: packets are late, out of order and lost" $? 20
  over 2 delay=200 -- mended
  right "$line: the network is cut for a second" $? 21
  over 2 delay=200 -- wild
  check "$line: a fault" test $? = 1
  says "$line: on which host" 'device 1 (x86emul on host3): segmentation fault'
  if test -n "$network"; then
    OFFLOAD_HEARTBEAT=2 over 2 delay=200 -- cut
    check "$line: the network is cut for ever" test $? = 1
    says "$line: which host is lost" 'device 1 (x86emul on host3): no sign of '\
'life from the node for 2 s'
    says "$line: during which region" "target region 'main._omp_fn."
    check "$line: the nodes end, too" test "$(sort -u ends)" = 1
  fi
done
finish

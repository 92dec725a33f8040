# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Devices on other machines: how nodes are started, and what is said if they are
# not, or end.  The other machines are this one.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30

cat >program.c <<'EOP'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int shared = 5;
#pragma omp declare target to(shared)
int main (int argc, char **argv)
{
  int what = argc > 1 ? atoi (argv[1]) : 0, sum = 0, other = 0;
  int *unmapped = malloc (sizeof (int));
  int n = omp_get_num_devices (), self = getpid ();
  printf ("%d devices\n", n);
  for (int d = 0; d < n || d == 0; d++)
    {
      int number = -1;
#pragma omp target device (d) map (tofrom: sum, other) map (from: number) \
    is_device_ptr (unmapped)
      {
        sum += shared;
        number = omp_get_device_num ();
        other += getpid () != self;
        printf ("region on %d\n", number);
        if (what == 1)
          sum += *(volatile int *)unmapped;
        if (what == 2)
          abort ();
        if (what == 3)
          for (volatile int i = 0;; i++)
            ;
      }
      if (number != d)
        printf ("wrong number %d\n", number);
    }
  printf ("sum %d, %d elsewhere\n", sum, other);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g program.c -o program || fail 'compile'

# A stand-in for ssh, and a command that notes the server's number.
cat >ssh-like <<'EOS'
#!/bin/sh
echo "$1" >>asked
shift
exec "$@"
EOS
printf '#!/bin/sh\necho $$ >number\nexec "$@"\n' >noted
chmod +x ssh-like noted

# runs NAME STATUS ARGUMENT: the program ends with STATUS.
runs () {
  ./program $3 >out 2>err
  status=$?
  test $status = "$2" || { cat out err; }
  check "$1" test $status = "$2"
}
result () { printf '%s\n' "$@" | cmp -s - out; }

# ---------------------------------------------------------------- starting

OFFLOAD_HOSTS=localhost runs 'a server of this machine' 0
check 'output in order' result '1 devices' 'region on 0' 'sum 5, 1 elsewhere'
check 'nothing else is said' test ! -s err
OFFLOAD_HOSTS=n1*2,n2 OFFLOAD_LAUNCH=./ssh-like runs 'by a command like ssh' 0
check 'devices of both' result '3 devices' 'region on 0' 'region on 1' \
  'region on 2' 'sum 15, 3 elsewhere'
check 'each was asked' test "$(sort asked | tr '\n' ' ')" = 'n1 n2 '
OFFLOAD_HOSTS=launch*2 OFFLOAD_LAUNCH='env A=1' runs 'by another command' 0
check 'two devices of one' grep -q 'sum 10, 2 elsewhere' out
printf '#!/bin/sh\ncat | "$@" | cat\n' >passing
chmod +x passing
OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=./passing \
  runs 'a command that passes everything on ends with the program' 0
OFFLOAD_EMUL_NUM=3 OFFLOAD_HOSTS=localhost runs 'as many as usual' 0
check 'three devices' grep -q 'sum 15, 3 elsewhere' out

# A port that is free, as far as one can know.
port=$((20000 + $$ % 20000))
OFFLOAD_HOSTS=listen:$port OFFLOAD_COOKIE=cookie ./program >out 2>err &
program=$!
while test ! -s cookie; do sleep 0.05; done
"$BINDIR/offgomp-node" --connect 127.0.0.1:$port --cookie cookie
check 'the server ends with the program' test $? = 0
wait $program
check 'a server that was started by hand' test $? = 0
says 'it says what it waits for' "waiting for a node at 127.0.0.1:$port"
check 'the cookie is private' test "$(stat -c %a cookie)" = 600

# ---------------------------------------------------------------- not started

OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=false runs 'the command fails' 1
says 'why' 'the command that starts it has ended with status 1'
# What a command leaves behind keeps its output open until the gate is opened.
mkfifo gate
printf '#!/bin/sh\ncat gate &\nexit 7\n' >leaving
chmod +x leaving
OFFLOAD_START_TIMEOUT=900 OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=./leaving \
  runs 'the command fails, but something it has started runs on' 1
says 'why' 'the command that starts it has ended with status 7'
: >gate
printf '#!/bin/sh\ncat gate &\nkill -KILL $$\n' >leaving
OFFLOAD_START_TIMEOUT=900 OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=./leaving \
  runs 'the command is killed, but something it has started runs on' 1
says 'by which signal' 'the command that starts it was killed by signal 9'
: >gate
OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH='sh -c "echo Welcome; exec \$0 \$@"' \
  runs 'a command that greets' 1
says 'its greeting' "says 'Welcome'"
OFFLOAD_HOSTS='a*0' runs 'no devices there' 1
says 'which element' "invalid element 'a*0' of environment variable"
OFFLOAD_HOSTS=launch runs 'no command' 1
says 'what is missing' 'OFFLOAD_HOSTS=launch needs OFFLOAD_LAUNCH'
OFFLOAD_HOSTS=launch,localhost OFFLOAD_LAUNCH=false runs 'one of two' 0
check 'goes on with the other' grep -q '^1 devices' out

sed 's/^./x/' cookie >bad
chmod 600 bad
"$BINDIR/offgomp-node" --connect 127.0.0.1:$port --cookie bad 2>err
check 'no cookie in the file' test $? = 1
says 'what a cookie is' '64 hexadecimal digits'
cp cookie open
chmod 644 open
"$BINDIR/offgomp-node" --connect 127.0.0.1:$port --cookie open 2>err
check 'a cookie that others can read' test $? = 1
says 'who can' 'can be read or written by others'

mkfifo -m 600 pipe
timeout 20 "$BINDIR/offgomp-node" --connect 127.0.0.1:$port --cookie pipe 2>err
check 'a pipe in place of the cookie' test $? = 1
says 'what it must be' 'it must be a file of your own'

tr 0-9 1-90 <cookie >other
chmod 600 other
OFFLOAD_START_TIMEOUT=6 OFFLOAD_HOSTS=listen:$port OFFLOAD_COOKIE=cookie \
  ./program >out 2>err &
program=$!
"$BINDIR/offgomp-node" --connect 127.0.0.1:$port --cookie other 2>node
check 'another cookie: the server ends' test $? = 1
wait $program
check 'and so does the program' test $? = 1
says 'why' 'the node that connects does not know the secret'

# ---------------------------------------------------------------- the checker

cat >lost.c <<'EOP'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int table[4] = { 1, 2, 3, 4 };
#pragma omp declare target to(table)
int main (int argc, char **argv)
{
  int a[10] = { 0 }, *p = malloc (sizeof (a)), last = omp_get_num_devices () - 1;
#pragma omp target enter data map (to: a)
#pragma omp target
  a[1] = 5;
  printf ("%d\n", a[1]);
#pragma omp target exit data map (delete: a)
#pragma omp target device (last) map (from: p[0:9])
  for (int i = 0; i < 10; i++)
    p[i] = table[i % 4];
  table[2] = 7;
#pragma omp target device (last) map (tofrom: a)
  a[2] = table[2];
  if (argc > 1)
#pragma omp target device (last) is_device_ptr (p)
    a[3] = *p;
  free (p);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g -DOFFLOAD_EMUL_CHECK lost.c -o lost ||
  fail 'compile'
reports_of () { sed -n 's/^libgomp: mapping check: /found /p' "${1:-err}"; }
OFFLOAD_EMUL_CHECK=status=9 OFFLOAD_EMUL_NUM=2 ./lost >out 2>here
check 'the checker on this machine' test $? = 9
OFFLOAD_EMUL_CHECK=status=9 OFFLOAD_HOSTS=n1,n2 OFFLOAD_LAUNCH=./ssh-like \
  ./lost >out 2>err
check 'the checker on nodes' test $? = 9
says 'what the host reads' 'the device has changed since: a[1] [lost]'
says 'what a region writes' 'of what is mapped: p[...] [bounds]'
says 'a variable of the image' 'the host has changed since'
says 'where' 'device 1 (x86emul on n2)'
reports_of here >wanted
reports_of >found
check 'the same reports' cmp -s wanted found
check 'three of them' test "$(wc -l <found)" = 3
OFFLOAD_EMUL_CHECK=1 OFFLOAD_HOSTS=localhost ./lost wild >out 2>err
check 'memory of the host: the program ends' test $? = 1
says 'which is reported' '[host-memory]'
says 'before the failure' 'device 0 (x86emul on localhost): segmentation fault'
OFFLOAD_EMUL_CHECK=1 OFFLOAD_HOSTS=localhost ./program >out 2>err
check 'a program without calls of the checker' test $? = 0
check 'has the same results' result '1 devices' 'region on 0' \
  'sum 5, 1 elsewhere'

cat >warm.c <<'EOP'
#include <stdlib.h>
int main (int argc, char **argv)
{
  static int a[1000];
  int regions = atoi (argv[1]);
#pragma omp target data map (tofrom: a)
  for (int i = 0; i < regions; i++)
#pragma omp target
    for (int k = 0; k < 1000; k++)
      a[k]++;
  return a[argc] != regions;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -DOFFLOAD_EMUL_CHECK warm.c -o warm ||
  fail 'compile'
# answers REGIONS: how many answers come from the node.
answers () {
  OFFLOAD_EMUL_CHECK=1 OFFLOAD_HOSTS=localhost GOMP_DEBUG=1 ./warm "$1" \
    >out 2>err || cat out err >&2
  sed -n 's/.* packets to it, \([0-9]*\) answers.*/\1/p' err
}
first=$(answers 10)
check 'a region on mapped data takes one round trip' \
  test "$(answers 110)" = $((first + 100))

# ---------------------------------------------------------------- failures

OFFLOAD_HOSTS=localhost runs 'a wild access' 1 1
line=$(sed -n '/target device (d)/=' program.c)
says 'is explained' "target region 'main._omp_fn.0' (program.c:$line) on \
device 0 (x86emul on localhost): segmentation fault: read of address"
check 'after the output' grep -q 'region on 0' out
OFFLOAD_HOSTS=n7 OFFLOAD_LAUNCH=./ssh-like runs 'abort' 1 2
says 'on which node' 'device 0 (x86emul on n7): abort was called'

# has_child PROCESS: without pgrep, which not every system has.
has_child () {
  cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^.*) //' |
    awk -v parent="$1" '$2 == parent { found = 1 } END { exit !found }'
}

# Wait until the program runs a region on its node, or has ended.
await_region () {
  while kill -0 $program 2>/dev/null \
      && { test ! -s number || ! has_child "$(cat number)"; }; do
    sleep 0.05
  done
  sleep 0.5
}

# lost NAME SIGNAL SECONDS: the server gets SIGNAL while a region runs.
lost () {
  rm -f number
  OFFLOAD_HEARTBEAT=$3 OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=./noted \
    ./program 3 >out 2>err &
  program=$!
  await_region
  kill "-$2" "$(cat number)"
  wait $program
  check "$1: the program ends" test $? = 1
}
lost 'the server is killed' KILL 0
says 'what has ended' "the node's server has ended"
says 'during which region' "target region 'main._omp_fn.0'"
lost 'the server stops' STOP 3
says 'for how long' 'no sign of life from the node for 3 s'
kill -KILL "$(cat number)" 2>/dev/null

rm -f number
OFFLOAD_HOSTS=launch OFFLOAD_LAUNCH=./noted ./program 3 >out 2>err &
program=$!
await_region
kill -KILL $program
wait $program 2>/dev/null
check 'the server ends with a killed program' is_ended "$(cat number)"
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The secret of program and nodes: no process has it in its arguments or in its
# environment, which others may read, and no device has the line to the program.
# Nor does the key to one node open another one.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
command -v python3 >/dev/null || { unsupported 'no python3'; finish; }
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30

cat >program.c <<'EOP'
#include <stdio.h>
#include <unistd.h>
int main (void)
{
  for (int d = 0; d < 2; d++)
    {
#pragma omp target device (d)
      {
        char name[8];
        snprintf (name, sizeof (name), "in%d", d);
        fclose (fopen (name, "w"));
        while (d == 1 && access ("go", F_OK) != 0)
          usleep (10000);
      }
    }
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp program.c -o program || fail 'compile'

# What the program sends first is its secret.
cat >tapped <<'EOS'
#!/bin/sh
readlink /proc/self/fd/1 >line
tee gift | "$@"
EOS
chmod +x tapped

cat >look.py <<'EOS'
"""Print each process that shows a secret, or a device that has the line."""
import glob
import os

gift = open('gift', 'rb').read(40)[8:]
cookie = open('cookie', 'rb').read().strip()
secrets = [gift, gift.hex().encode(), cookie, bytes.fromhex(cookie.decode())]
line = open('line').read().strip()
own = open('/proc/self/environ', 'rb').read()
seen = devices = 0
for folder in glob.glob('/proc/[0-9]*'):
    try:
        arguments = open(folder + '/cmdline', 'rb').read()
        text = arguments + open(folder + '/environ', 'rb').read()
    except OSError:
        continue
    if any(s in text or s.upper() in text for s in secrets):
        print('shown by', arguments)
    seen += b'offgomp-node' in arguments
    if b'x86emul-device' in arguments:
        devices += 1
        ends = [os.readlink(f) for f in glob.glob(folder + '/fd/*')]
        if line in ends:
            print('the line is open in', arguments)
if len(gift) != 32 or len(cookie) != 64 or seen < 2 or devices < 2:
    print('nothing to be seen:', len(gift), len(cookie), seen, devices)
EOS

port=$((20000 + $$ % 20000))
OFFLOAD_HOSTS=launch,listen:$port OFFLOAD_COOKIE=cookie OFFLOAD_HEARTBEAT=0 \
  OFFLOAD_LAUNCH=./tapped ./program >out 2>err &
program=$!
while test ! -s cookie && kill -0 $program; do sleep 0.05; done
"$BINDIR/offgomp-node" --connect 127.0.0.1:$port --cookie cookie &
server=$!
while test ! -e in1 && kill -0 $program; do sleep 0.05; done
python3 look.py | report 'nobody shows the secret'
: >go
wait $program
check 'the program ends' test $? = 0
wait $server

# What lets nodes send data to one node does not let them to another one.
timeout -k 5 120 python3 "$testsuite/attacks/cluster-wire.py" keys \
  "$BINDIR/offgomp-node" 2>&1 | report 'each node has a key of its own'
finish

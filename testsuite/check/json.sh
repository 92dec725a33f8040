#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# OFFLOAD_EMUL_CHECK=json=FILE: each report as an object, whole.

. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported 'without x86emul'
  exit 0
fi

cat > program.c <<'EOF'
#include <stdlib.h>
int
main (int argc, char **argv)
{
  int n = 10, sum = 0, *a = calloc (n + 1, sizeof (int));
  (void)argv;
  if (argc > 1)
    return 0;
#pragma omp target enter data map(to: a[0:n])
#pragma omp target map(tofrom: sum)
  for (int i = 0; i <= n; i++)
    sum += a[i];
#pragma omp target
  a[1] = 2;
  return a[1] + sum;
}
EOF

# The lines that are wanted.
cat > wanted <<'EOF'
{"kind":"bounds","message":"read of 4 bytes outside of what is mapped","file":"program.c","line":12,"expression":"a[...]","access":"read","size":4,"variable":"a","address":"0x","bytes":40,"map_type":"to","construct":{"name":"target enter data","file":"program.c","line":9},"region":{"name":"main._omp_fn.0","file":"program.c","line":10},"device":0,"details":["directly after the end of the copy of a, 40 bytes at 0x, mapped (to) by target enter data (program.c:9)"],"hint":"check the subscripts, and that the map clause has all elements that the region uses"}
{"kind":"lost","message":"the host reads a value that the device has changed since","file":"program.c","line":15,"expression":"a[1]","variable":"a","address":"0x","bytes":40,"map_type":"to","construct":{"name":"target enter data","file":"program.c","line":9},"device":0,"details":["byte 4 of a, 40 bytes at 0x, mapped (to) by target enter data (program.c:9)"],"hint":"use target update from(...) or map(always, from: ...); data that stays mapped after the region is not copied at its end"}
{"kind":"leak","message":"still mapped at the end of the program","file":"program.c","line":9,"expression":"a","variable":"a","address":"0x","bytes":40,"map_type":"to","construct":{"name":"target enter data","file":"program.c","line":9},"device":0,"details":["a, 40 bytes at 0x, mapped (to) by target enter data (program.c:9)"],"hint":"each target enter data needs its target exit data"}
EOF

check 'the program builds' $GCC -O1 -B"$TOOLCHAIN" -fopenmp \
  -DOFFLOAD_EMUL_CHECK program.c -o program
OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_CHECK=status=9,json=reports.json \
  ./program 2> messages
check 'the status is as asked for' test $? = 9
sed 's/0x[0-9a-f]*/0x/g' reports.json > found
check 'each report is an object' diff wanted found
check 'the messages are printed, too' \
  test "$(grep -c 'mapping check: ' messages)" = 3

OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_CHECK=leak,json=%p.json \
  ./program 2> messages
check 'only what is asked for, %p is the process' \
  test "$(cat [0-9]*.json | grep -c '"kind":"leak"')" = 1

OFFLOAD_EMUL_CHECK=json= ./program 1 2> messages
check 'no name is refused' grep -q 'Invalid value .*OFFLOAD_EMUL_CHECK' messages
OMP_TARGET_OFFLOAD=mandatory OFFLOAD_EMUL_CHECK=json=none/reports \
  ./program 2> messages
check 'a file that cannot be made is reported' \
  grep -q "cannot write the reports to 'none/reports'" messages
finish

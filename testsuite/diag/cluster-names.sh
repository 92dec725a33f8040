# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What reports and traces call the devices of nodes, and what the summary says of
# transfers to them that were of no use.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30

cat >program.c <<'EOP'
#include <omp.h>
static int table[100], many[1000];
int main (void)
{
  for (int d = 0; d < omp_get_num_devices (); d++)
    {
#pragma omp target enter data map (to: table, many) device (d)
      for (int i = 0; i < 3; i++)
        {
          table[0]++;
#pragma omp target update to (table) device (d) /* never read */
          table[0]++;
#pragma omp target update to (table) device (d)
#pragma omp target update to (many) device (d) /* in vain */
#pragma omp target device (d)
          table[1]++;
#pragma omp target update from (table[1:1]) device (d)
#pragma omp target update from (many) device (d) /* in vain, too */
        }
#pragma omp target update to (table[50:2]) device (d) /* a part */
      table[0]++;
#pragma omp target update to (table) device (d) /* at the end */
#pragma omp target exit data map (release: table, many) device (d)
    }
  return table[1] != 3;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp -g program.c -o program || fail 'compile'
line () { grep -n "$1" program.c | cut -d: -f1; }

# Names are those of the nodes.
printf '#!/bin/sh\nSLURMD_NODENAME=$1\nexport SLURMD_NODENAME\nshift\nexec "$@"\n' \
  >ssh-like
chmod +x ssh-like
export OFFLOAD_LAUNCH=./ssh-like OFFLOAD_HOSTS=n7,n8

# has NAME REGEXP FILE
has () {
  grep -qE -- "$2" "$3" || cat "$3"
  check "$1" grep -qE -- "$2" "$3"
}

GOMP_OFFLOAD_INFO=all ./program 2>info
has 'found' '^libgomp: offload: device 1 \(x86emul on n8\): found$' info
has 'a region' 'device 0 \(x86emul on n7\): runs target region main' info
has 'a copy' 'device 1 \(x86emul on n8\): copies table .* to the device' info
GOMP_OFFLOAD_TRACE=trace.json ./program
has 'a trace of offloading: a process for each device' \
  '"process_name".*"name":"device 1 \(x86emul on n8\)' trace.json
has 'its copies' '"copy to device 0 \(x86emul on n7\)"' trace.json
GOMP_TRACE=time.json GOMP_OFFLOAD_TRACE=time.json ./program
has 'a trace of threads and devices' 'device 1 \(x86emul on n8\)' time.json

# The summary has the same rows for devices here and there.
summary () {
  name=$1 file=$2
  while read -r count bytes words place; do
    has "$name: $words, line $place" "^ +$count +$bytes +[0-9]+\.[0-9]+  $(
      echo "$words" | tr _ ' '), by target [a-z ]*\([^ ]*:$place\)" "$file"
  done <<EOT
3 12000 in_vain_to_the_device:_many $(line 'in vain \*')
3 12000 in_vain_from_the_device:_many $(line 'vain, too')
1 400 sent,_then_not_read:_table $(line 'enter data')
3 1200 sent,_then_not_read:_table $(line 'never read')
1 8 sent,_then_not_read:_table.200 $(line 'a part')
1 400 sent,_then_not_read:_table $(line 'at the end')
EOT
  check "$name: nothing else was not read" \
    test "$(grep -c 'then not read' "$file")" = 4
}
GOMP_OFFLOAD_SUMMARY=true OFFLOAD_HOSTS=n7 ./program 2>there
has 'the summary' '^  device 0 \(x86emul on n7\) +count +bytes +ms$' there
summary 'on a node' there
GOMP_OFFLOAD_SUMMARY=true OFFLOAD_HOSTS= OFFLOAD_EMUL_NUM=1 ./program 2>here
summary 'here' here
finish

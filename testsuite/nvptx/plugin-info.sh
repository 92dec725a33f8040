# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Events on NVIDIA devices are reported as those of any other device: at once,
# at the end, and in a trace.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > info.c <<'EOC'
static double a[1000], b[1000];

int
main (void)
{
#pragma omp target data map(tofrom: a) map(alloc: b)
  {
#pragma omp target
    for (int i = 0; i < 1000; i++)
      b[i] = a[i] + 1;
#pragma omp target update from(b[10:20])
  }
#pragma omp target if (0)
  b[0]++;
  return b[10] != 1 || b[29] != 1;
}
EOC

ours=yes
compile_or_stop "the program compiles" "$GCC" -O2 info.c
runtime=$LIBDIR
devices=1
library=ours

# lines NAME LINE...: the output has these lines in this order, among others.
lines () {
  name=$1
  shift
  awk 'BEGIN { for (i = 1; i < ARGC; i++) line[i] = ARGV[i]; n = ARGC - 1
               ARGC = 1; i = 1 }
       i <= n && $0 ~ line[i] { i++ }
       END { if (i <= n) print "not there: " line[i]; exit i <= n }' "$@" <out
  conclude "$name"
}

device='device 0 \(nvptx\): '
export GOMP_OFFLOAD_INFO=all
on_device ./program
conclude "it runs"
lines "at once" "${device}found" "${device}initialized" \
  "${device}maps a .*, 8000 bytes, tofrom, by target data \\(info.c:6\\)" \
  "${device}maps b .*, 8000 bytes, alloc, by target data" \
  "${device}copies a .*, 8000 bytes, to the device, by target data" \
  "${device}runs target region main._omp_fn.0 \\(info.c:8\\)" \
  "${device}copies b.80 .*, 160 bytes, from the device, by target update" \
  "${device}copies a .*, 8000 bytes, from the device, by end of target data" \
  "target region main._omp_fn.1 \\(info.c:13\\) runs on the host: its if clause"

unset GOMP_OFFLOAD_INFO
GOMP_OFFLOAD_SUMMARY=true on_device ./program
lines "at the end" 'device 0 \(nvptx\) ' 'target regions +1 ' 'launches +1 ' \
  'copies to the device +1 +8000 ' 'copies from the device +2 +8160 ' \
  'of these in vain +1 +8000' 'mappings made +2 +16000' '  the host ' \
  'in vain from the device: a, by end of target data'

$GCC "$testsuite/extra/perfetto/list.c" -o list
GOMP_OFFLOAD_TRACE=trace.json on_device ./program
./list trace.json >out 2>&1
conclude "the trace is valid"
lines "in a trace" '^transfer\|copy to device 0 \(nvptx\)\|info.c:6\|a\|8000$' \
  '^region\|main\|' '^transfer\|copy from device 0 \(nvptx\)\|.*\|b.80\|160$' \
  '^fallback\|main\|'
finish

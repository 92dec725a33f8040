#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What is reported about OpenACC's constructs: the summary counts each kind, the
# trace has their lines and the variables that they copy, with async, too.

. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported 'without x86emul'
  finish
fi

cat > program.c <<'EOF'
static int a[100], b[100];
int
main (void)
{
#pragma acc data copy(a)
#pragma acc parallel loop present(a)
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma acc enter data copyin(b)
#pragma acc kernels present(b) async(1)
  for (int i = 0; i < 100; i++)
    b[i] = i;
#pragma acc wait
#pragma acc update self(b)
#pragma acc exit data delete(b)
  return a[99] + b[99] != 198;
}
EOF
$GCC -B"$TOOLCHAIN" -fopenacc -O1 -g program.c -o program || exit 1

GOMP_OFFLOAD_SUMMARY=true GOMP_OFFLOAD_TRACE=trace.json \
  LD_PRELOAD=$SANITIZER_LIBRARIES ./program >output 2>&1 \
  || fail "the program's status is $?"

# counted NUMBER TEXT: a row of the summary.
counted () {
  check "the summary counts $2" \
    grep -q "^ *$2  *$1 *[0-9]*\.*[0-9]*\$" output
}
counted 2 'compute constructs'
counted 1 'acc data'
counted 1 'acc enter data'
counted 1 'acc exit data'
counted 1 'acc update'
# at LINE NAME: an event of the trace.
at () {
  check "the trace has $2 at line $1" \
    grep -q "\"name\":\"$2\".*\"source\":\"program.c:$1\"" trace.json
}
at 5 'acc data'
at 5 'end of acc data'
at 9 'acc enter data'
at 10 'compute construct'
at 14 'acc update'
at 15 'acc exit data'
check 'the trace names the variable' \
  grep -q '"construct":"acc update","variable":"b"' trace.json
finish

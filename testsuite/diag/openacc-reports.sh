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
#pragma acc serial copy(a)
  a[0]++;
  return a[0] + a[99] + b[99] != 199;
}
EOF
$GCC -B"$TOOLCHAIN" -fopenacc -O1 -g program.c -o program || exit 1

GOMP_OFFLOAD_SUMMARY=true GOMP_OFFLOAD_TRACE=trace.json \
  LD_PRELOAD=$SANITIZER_LIBRARIES ./program >output 2>&1 \
  || fail "the program's status is $?"

# counted NUMBER TEXT: a row of the summary.
counted () {
  check "the summary counts $2" \
    grep -q "^ *$2  *$1[ 0-9.]*\$" output
}
counted 1 'acc parallel'
counted 1 'acc kernels'
counted 1 'acc serial'
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
at 10 'main._omp_fn.1 (program.c:10)'
at 14 'acc update'
at 15 'acc exit data'
# a_region DIRECTIVE FUNCTION: so the trace calls what it runs there.
a_region () {
  check "the trace has a region of $1" \
    grep -q "\"$1 region\":\"$2 (program" trace.json
}
a_region 'acc parallel' main._omp_fn.0
a_region 'acc kernels' main._omp_fn.1
a_region 'acc serial' main._omp_fn.2
check 'the trace names the variable' \
  grep -q '"construct":"acc update","variable":"b"' trace.json

# ---- As it happens (GOMP_OFFLOAD_INFO), also of routines.

cat > routines.c <<'EOC'
#include <openacc.h>
static int a[100];
int
main (void)
{
  acc_copyin (a, sizeof (a));
  acc_update_device (a, sizeof (a));
  acc_update_self_async (a, sizeof (a), 3);
  acc_wait (3);
  acc_copyout (a, sizeof (a));
  void *d = acc_malloc (sizeof (a));
  acc_map_data (a, d, sizeof (a));
  acc_memcpy_to_device (d, a, sizeof (a));
  acc_memcpy_from_device_async (a, d, sizeof (a), 1);
  acc_wait_all ();
  acc_unmap_data (a);
  acc_free (d);
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < 100; i++)
    a[i] = i;
  return 0;
}
EOC
$GCC -B"$TOOLCHAIN" -fopenacc -O1 -g routines.c -o routines || exit 1

# plain FILE: without what differs from run to run, and without devices.
plain () {
  sed -n 's/0x[0-9a-f]*/ADDRESS/g; s/\[ADDRESS..ADDRESS), //
    s/^libgomp: offload: device 0 (x86emul): //p' "$1" \
    | grep -v 'found$\|initialized$'
}

cat > wanted <<'EOT'
maps a 400 bytes, copyin, by acc_copyin (routines.c:6)
copies a 400 bytes, to the device, by acc_copyin (routines.c:6)
copies a 400 bytes, to the device, by acc_update_device (routines.c:7)
copies a 400 bytes, from the device, by async queue (routines.c:8)
copies a 400 bytes, from the device, by acc_copyout (routines.c:10)
unmaps a 400 bytes, by acc_copyout (routines.c:10)
allocates 400 bytes at device address ADDRESS, by acc_malloc (routines.c:11)
associates a 400 bytes at device address ADDRESS, by acc_map_data (routines.c:12)
copies a 400 bytes, to the device, by acc_memcpy_to_device (routines.c:13)
copies a 400 bytes, from the device, by acc_memcpy_from_device (routines.c:14)
disassociates a 400 bytes at device address ADDRESS, by acc_unmap_data (routines.c:16)
frees device address ADDRESS, by acc_free (routines.c:17)
maps a 400 bytes, copyout, for acc parallel region main._omp_fn.0 (routines.c:18)
runs acc parallel region main._omp_fn.0 (routines.c:18)
copies a 400 bytes, from the device, for acc parallel region main._omp_fn.0 (routines.c:18)
unmaps a 400 bytes, for acc parallel region main._omp_fn.0 (routines.c:18)
EOT
GOMP_OFFLOAD_INFO=all GOMP_OFFLOAD_SUMMARY=true \
  LD_PRELOAD=$SANITIZER_LIBRARIES ./routines >output 2>&1 \
  || fail "routines: the status is $?"
plain output >said
if cmp -s wanted said; then
  pass 'what routines do'
else
  diff wanted said
  fail 'what routines do'
fi
for routine in copyin update_device update_self copyout malloc map_data \
  memcpy_to_device memcpy_from_device unmap_data free; do
  counted 1 acc_$routine
done
counted 2 'acc wait'
check 'regions are compute regions' grep -q ' ms  compute region$' output

# ---- Why the host runs a construct.

cat > host.c <<'EOC'
#include <openacc.h>
#include <string.h>
extern void GOACC_parallel_keyed (int, void (*) (void *), size_t, void **,
                                  size_t *, unsigned short *, ...);
static int x;

static void
nested (void *unused)
{
  (void)unused;
#pragma acc parallel copy(x)
  x++;
}

static void
conditional (void)
{
#pragma acc parallel copy(x) if (x == 12)
  x++;
}

int
main (int argc, char **argv)
{
  if (!strcmp (argv[argc - 1], "if"))
    conditional ();
  else if (!strcmp (argv[argc - 1], "self"))
    GOACC_parallel_keyed (-3, nested, 0, NULL, NULL, NULL, 0);
  else
    {
      if (!strcmp (argv[argc - 1], "type"))
        acc_set_device_type (acc_device_host);
      nested (NULL);
    }
  return x != 1;
}
EOC
$GCC -B"$TOOLCHAIN" -fopenacc -O1 -g host.c -o host || exit 1
$GCC -B"$TOOLCHAIN" -fopenacc -foffload=disable -O1 -g host.c \
  -o without-code || exit 1

# because PROGRAM ARGUMENT TEXT VARIABLE...: and that is all that is said.
because () {
  program=$1 argument=$2 text=$3
  shift 3
  env "$@" GOMP_OFFLOAD_INFO=fallback LD_PRELOAD=$SANITIZER_LIBRARIES \
    ./$program $argument >said 2>&1
  status=$?
  printf '%s\n' "$text" | sed 's/^/libgomp: offload: /' >wanted
  if test $status = 0 && cmp -s wanted said; then
    pass "$program $argument $*"
  else
    diff wanted said
    fail "$program $argument $*"
  fi
}
in_nested='acc parallel region nested._omp_fn.0 (host.c:11) runs on the host:'
because host if \
  'acc parallel region conditional._omp_fn.0 (host.c:18) runs on the host: its if clause is false'
because host self "compute region nested (host.c:28) runs on the host: its self clause is true
$in_nested it is in another one, which the host runs"
because host type "$in_nested its device is the host"
because host '' "$in_nested its device is the host" ACC_DEVICE_TYPE=host
because host '' "$in_nested OMP_TARGET_OFFLOAD is set to DISABLED" \
  OMP_TARGET_OFFLOAD=disabled
because without-code '' "$in_nested the program has no device code"
because without-code '' "$in_nested the program has no device code" \
  OMP_TARGET_OFFLOAD=mandatory

# ---- What constructs are called: also where GCC makes the object late, and where
# nothing is known.

cat > names.c <<'EOC'
static int a[100];
static void
of_kernels (void)
{
#pragma acc kernels loop copy(a)
  for (int i = 0; i < 100; i++)
    a[i]++;
}
static void
of_serial (void)
{
#pragma acc serial copy(a)
  a[0]++;
}
int
main (void)
{
  of_kernels ();
  of_serial ();
  return a[0] != 2;
}
EOC
# named WORD... OPTION...: kernels and serial regions are reported so.
named () {
  kernels=$1 serial=$2
  shift 2
  GOMP_OFFLOAD_INFO=launch LD_PRELOAD=$SANITIZER_LIBRARIES ./names >said 2>&1
  check "regions, $*" grep -q "runs $kernels region of_kernels._omp_fn" said
  check "and serial ones, $*" grep -q "runs $serial region of_serial._omp_fn" said
}
for options in -O0 '-O2 -flto' '-O2 -fopenmp' '-O2 -g -fPIC'; do
  $GCC -B"$TOOLCHAIN" -fopenacc $options names.c -o names
  named 'acc kernels' 'acc serial' $options
done
$GCC -B"$TOOLCHAIN" -fopenacc -O2 names.c -o names
strip names
named compute compute stripped
finish

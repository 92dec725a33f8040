#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# If /proc is not mounted, as in a bare chroot, there is no emulated device.
# The program reports why and runs its regions on the host, or ends if
# offloading is mandatory.

. "$testsuite/lib/script.sh"

if ! has_target x86emul; then
  unsupported "no emulated devices"
  finish
elif test -n "$SANITIZERS"; then
  unsupported "the sanitizers need /proc"
  finish
fi

# without_proc COMMAND...: where nobody else loses /proc.  In a chroot the
# directory / is no mount, which unshare would change by default.
without_proc () {
  unshare -m --propagation unchanged sh -c '
    mount --make-private /proc && mount -t tmpfs none /proc && exec "$@"' - "$@"
}

if ! without_proc true 2>/dev/null; then
  unsupported "/proc cannot be hidden here"
  finish
fi

cat >program.c <<'EOP'
#include <omp.h>
#include <stdio.h>
int
main (void)
{
  int host = 0, sum = 0;
#pragma omp target map(tofrom: host)
  host = omp_is_initial_device ();
#pragma omp parallel num_threads(3) reduction(+: sum)
  sum++;
  printf ("host %d, threads %d\n", host, sum);
  return 0;
}
EOP
if ! $GCC -B"$TOOLCHAIN" -fopenmp program.c -o program; then
  fail compile
  finish
fi

# hidden POLICY: the program without /proc; what it says in the file said.
hidden () {
  OMP_TARGET_OFFLOAD=$1 without_proc ./program >said 2>&1
}

falls_back () {
  hidden default && grep '^host 1, threads 3$' said &&
    grep 'only where /proc is mounted' said &&
    grep 'device initialization failed: device 0 .x86emul.; the host runs' said
}

mandatory () {
  ! hidden mandatory && grep 'only where /proc is mounted' said &&
    grep 'device initialization failed' said && ! grep '^host' said
}

check "the host runs it" falls_back
check "mandatory" mandatory
test -z "${failed:-}" || cat said
finish

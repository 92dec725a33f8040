#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The caller of a set-user-ID program can use environment variables neither to
# choose what the program executes, nor to make it print or write files.

. "$testsuite/lib/script.sh"

if test "$(id -u)" != 0; then
  unsupported "only root can be called by another user"
  finish
elif test -n "$SANITIZERS"; then
  unsupported "such programs preload no sanitizer"
  finish
elif ! has_target x86emul; then
  unsupported "no emulated devices"
  finish
fi

# With an argument it executes itself by a caller that nobody is.
cat >program.c <<'EOF'
#define _GNU_SOURCE 1
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>
/* The device has something to report about a region that runs in place.  */
#pragma omp declare target
static void
nested (int *x)
{
#pragma omp target map(tofrom: x[0:1])
  *x = 1;
}
#pragma omp end declare target
int
main (int argc, char **argv)
{
  if (argc > 1 && setresuid (64123, 0, 0) != 0)
    return 3;
  if (argc > 1 && execl (argv[1], argv[1], (char *)NULL) != 0)
    return 2;
  if (getenv ("BECOME_ROOT") != NULL && setresuid (0, 0, 0) != 0)
    return 4;
  int there = 0;
#pragma omp target map(from: there)
  {
    nested (&there);
    there = !omp_is_initial_device ();
  }
  printf ("%s program, %s\n",
          getauxval (AT_SECURE) ? "set-user-ID" : "ordinary",
          there ? "device" : "host");
  return 0;
}
EOF
# reachable FOLDER: whether each user may reach what is in it.
reachable () {
  case $(stat -c %a "$1") in
    *[1357]) test "$1" = / || reachable "$(dirname "$1")" ;;
    *) return 1 ;;
  esac
}

# The other user needs the device's program: in a tree below somebody's home a
# copy elsewhere has to do.
library=$LIBDIR
if ! reachable "$LIBDIR" || ! reachable "$PWD"; then
  if ! reachable /tmp; then
    unsupported "no folder that another user can reach"
    finish
  fi
  place=$(mktemp -d /tmp/set-user-id.XXXXXX)
  trap 'rm -rf "$place"' EXIT
  chmod 755 "$place"
  cp -R "$LIBDIR" "$place/lib"
  # The library looks for it beside itself, too.
  for up in .. ../..; do
    device=$LIBDIR/$up/libexec/offgomp/x86emul-device
    test ! -f "$device" || cp "$device" "${device%/*}/offgomp-node" \
      "$place/lib"
  done
  cp program.c "$place"
  cd "$place" || exit 1
  library=$place/lib
fi

printf '#!/bin/sh -p\necho executed >executed\nexec "$@"\n' >wrapper
chmod 755 wrapper
# Such a program does not heed LD_LIBRARY_PATH.
if ! $GCC -w -Wl,-rpath,"$library" -B"$TOOLCHAIN" -fopenmp program.c -o program
then
  fail compile
  finish
fi

./program ./program >plain
if test $? = 3; then
  unsupported "root may not be another user here"
  finish
fi

# effects VARIABLE=VALUE KIND COMMAND...: whether the variable made a program of
# that kind print more than its line, or write a file.
effects () {
  setting=$1 kind=$2
  shift 2
  rm -f executed trace
  output=$(env "$setting" "$@" 2>&1)
  echo "$output"
  test "$output" != "$kind program, device" || test -e executed ||
    test -e trace
}

# ignored VARIABLE VALUE: the same program heeds it if its caller is its owner.
ignored () {
  effects "$1=$2" ordinary ./program &&
    ! effects "$1=$2" set-user-ID ./program ./program
}

check "OFFLOAD_EMUL_RUN" ignored OFFLOAD_EMUL_RUN "$PWD/wrapper"
OFFLOAD_LAUNCH=$PWD/wrapper
export OFFLOAD_LAUNCH
check "OFFLOAD_HOSTS, OFFLOAD_LAUNCH" ignored OFFLOAD_HOSTS launch
check "GOMP_OFFLOAD_TRACE" ignored GOMP_OFFLOAD_TRACE "$PWD/trace"
check "GOMP_TRACE" ignored GOMP_TRACE "$PWD/trace"
check "GOMP_OFFLOAD_INFO" ignored GOMP_OFFLOAD_INFO all
check "GOMP_OFFLOAD_SUMMARY" ignored GOMP_OFFLOAD_SUMMARY true
check "GOMP_DEBUG" ignored GOMP_DEBUG 1
# What it starts would take itself for an ordinary program then.
BECOME_ROOT=1
export BECOME_ROOT
check "OFFLOAD_EMUL_RUN, wholly root" ignored OFFLOAD_EMUL_RUN "$PWD/wrapper"
check "OFFLOAD_HOSTS, wholly root" ignored OFFLOAD_HOSTS launch
check "GOMP_OFFLOAD_INFO, wholly root" ignored GOMP_OFFLOAD_INFO all
check "GOMP_DEBUG, wholly root" ignored GOMP_DEBUG 1
finish

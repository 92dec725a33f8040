#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Code of several compilers in one process, each by the same -B: if configure was
# given more than one (--with-gcc=A,B), whichever are installed.  other-gccs.sh
# shows with one compiler that -B finds its directory.
. "$(dirname "$0")/common.inc"

cat > lib.c <<'C'
#include <omp.h>
int
from_lib (int *x)
{
  int host;
#pragma omp target map(tofrom : x[0 : 1]) map(from : host)
  {
    x[0] += __GNUC__;
    host = omp_is_initial_device ();
  }
  return host;
}
C
cat > main.c <<'C'
#include <omp.h>
int from_lib (int *);
int
main (void)
{
  int x = 0, host;
#pragma omp target map(tofrom : x) map(from : host)
  {
    x += __GNUC__;
    host = omp_is_initial_device ();
  }
  return host + from_lib (&x) != 0 || x != SUM;
}
C

# build COMPILER ARGUMENT...
build () {
  compiler=$1
  shift
  "$compiler" -B"$toolchain/" -fopenmp -O2 "$@"
}
# together NAME A B: a program by A with a library by B.
together () {
  verdict "$1, the library" build "$3" -shared -fPIC lib.c -o libother.so
  verdict "$1, the program" build "$2" "-DSUM=$sum" main.c -L. -lother \
    -Wl,-rpath,"$PWD" -o program
  verdict "$1, both run on a device" \
    env OMP_TARGET_OFFLOAD=mandatory ./program
}

major=$("$CC" -dumpversion)
major=${major%%.*}
found=
for directory in "$toolchain/$("$CC" -dumpmachine)"/*/; do
  version=$(basename "$directory")
  other=gcc-${version%%.*}
  [ -e "$directory/specs" ] && [ "$version" != "$major" ] &&
    command -v "$other" > out || continue
  found="$found $other"
  sum=$((major + ${version%%.*}))
  together "with a library of $other" "$CC" "$other"
  together "with a program of $other" "$other" "$CC"
  build "$other" -c lib.c -o other.o
  says "an object of $other is named, the program links" \
    "'other.o' was compiled by GCC ${version%%.*}" \
    build "$CC" "-DSUM=$sum" main.c other.o -o mixed
done
[ -n "$found" ] || pass "built for one compiler"
verdict "no temporary files are left" nothing_left
finish

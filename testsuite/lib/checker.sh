#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# checker.sh MAKE CHECKER: in the top directory of a build tree, build the
# library for CHECKER in checkers/CHECKER, configured as here, and run the suite
# on it.  `splay' and `m32' check nothing else: they are the library with the
# other tree of ranges, and the one for 32-bit programs, without devices.

set -e
make=$1
checker=$2

# links COMMAND...: whether this compiler makes programs of what echo writes.
links () {
  echo "$program" | "$@" - -o conftest.m32 2>/dev/null && rm -f conftest.m32
}

# The compilers of this build tree with -m32, those of them that have libraries
# for it.  The toolchain directory is where GCC looks for these libraries below
# that of -B.
take_m32_compilers () {
  gcc=$(sed -n 's/^USER_GCC = //p' Makefile)
  gxx=$(sed -n 's/^USER_GXX = //p' Makefile)
  gfortran=$(sed -n 's/^USER_GFORTRAN = //p' Makefile)
  release=$("$gcc" -dumpversion | sed 's/\..*//')
  # The kernel's headers are in a package of their own.
  program='#include <errno.h>
int main (void) { return 0; }'
  links "$gcc" -m32 -x c || {
    echo "$gcc -m32 makes no programs; install gcc-multilib and" \
      "gcc-$release-multilib" >&2
    exit 1
  }
  settings="GCC_UNDER_TEST='$gcc -m32' GXX_UNDER_TEST=no GFORTRAN_UNDER_TEST=no"
  program='#include <new>
int main () { delete new int; }'
  if links "$gxx" -m32 -x c++; then
    settings="$settings GXX_UNDER_TEST='$gxx -m32'"
  else
    echo "no tests in C++: install g++-$release-multilib" >&2
  fi
  program='print *, 1
end'
  if links "$gfortran" -m32 -x f95; then
    settings="$settings GFORTRAN_UNDER_TEST='$gfortran -m32'"
  else
    echo "no tests in Fortran: install gfortran-$release-multilib" >&2
  fi
  options="--host=i686-pc-linux-gnu --enable-offload-targets=no
    CC='$gcc -m32' CXX='$gxx -m32' FC='$gfortran -m32'
    toolchaindir='\${libdir}/offgomp/$("$gcc" -m32 -print-multi-directory)'"
}

flags='-O1 -g'
settings= options=
case $checker in
  asan)
    flags="$flags -fsanitize=address,undefined"
    flags="$flags -fno-sanitize-recover=undefined"
    options=--enable-checking ;;
  tsan)
    # That it knows no fences is no news.
    flags="$flags -fsanitize=thread -Wno-tsan -Wno-unknown-warning-option"
    options=--enable-checking ;;
  valgrind)
    command -v valgrind >/dev/null || { echo 'no valgrind' >&2; exit 1; }
    settings=VALGRIND=valgrind ;;
  splay)
    flags='-O2 -g' options=--with-range-tree=splay ;;
  m32)
    flags='-O2 -g'
    take_m32_compilers ;;
  *) echo "unknown checker $checker" >&2; exit 1 ;;
esac

configure=$(sed -n 's/^srcdir = //p' Makefile)/configure
case $configure in /*) ;; *) configure=$PWD/$configure ;; esac
arguments=$(./config.status --config)

mkdir -p "checkers/$checker"
cd "checkers/$checker"
test -f config.status \
  || eval "'$configure' $arguments" $options "CFLAGS='$flags'"
$make -s
eval "exec $make check $settings"

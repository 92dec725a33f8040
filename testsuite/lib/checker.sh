#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# checker.sh MAKE CHECKER: in the top directory of a build tree, build the
# library for CHECKER in checkers/CHECKER, configured as here, and run the suite
# on it.  `splay' checks nothing else: it is the library with the other tree of
# ranges.

set -e
make=$1
checker=$2

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
  *) echo "unknown checker $checker" >&2; exit 1 ;;
esac

configure=$(sed -n 's/^srcdir = //p' Makefile)/configure
case $configure in /*) ;; *) configure=$PWD/$configure ;; esac
arguments=$(./config.status --config)

mkdir -p "checkers/$checker"
cd "checkers/$checker"
test -f config.status || eval "'$configure' $arguments $options CFLAGS='$flags'"
$make -s
exec $make check $settings

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# check.sh MAKE [NAME...]: in the top of a build tree, copy the source tree to
# mutants-run, build it there with --enable-checking, and run mutants.sh on it.
set -e
make=$1
shift
top=$(cd "$(sed -n 's/^srcdir = //p' Makefile)" && pwd)
here=$(pwd)
arguments=$(./config.status --config)

rm -rf mutants-run
mkdir -p mutants-run/source/build
(cd "$top" && tar cf - --exclude=./.git --exclude="./${here#"$top"/}" .) \
  | (cd mutants-run/source && tar xf -)
cd mutants-run/source/build
eval "../configure $arguments --prefix='$PWD/inst' --libdir='$PWD/inst/lib' \
  --enable-checking CFLAGS='-O1 -g'" >configure.out
$make -s install >make.out 2>&1 || { tail -n 20 make.out; exit 1; }
# For unit/nvptx.
$make -s -C standin standin >>make.out 2>&1
cd ../..
sh source/testsuite/mutants/mutants.sh "$PWD/source" "$PWD/source/build" "$@"

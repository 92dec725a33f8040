#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What GCC 13 and later compile of OpenMP: ../features.  A compiler that does
# not know a feature refuses its program; another makes a program that is right
# on the device, under the mapping checker, and on the host.
. "$(dirname "$0")/common.inc"

features=$here/../features
major=$("$CC" -dumpversion)
major=${major%%.*}

# setting NAME FILE: what "{ NAME VALUE }" in the file says.
setting () { sed -n "s/.*{ $1 \([^}]*\) }.*/\1/p" "$2"; }

# compile OPTION... FILE
compile () {
  for file; do :; done
  case $file in
    *.c) cc -Werror=unknown-pragmas "$@" ;;
    *.cc) cxx -Werror=unknown-pragmas "$@" ;;
    *.f90) fc -w -J. "$@" ;;
  esac
}

# runs NAME FILE: program and checked, made of the file.
runs () {
  verdict "$1, on the host" env OMP_TARGET_OFFLOAD=disabled ./program
  declines=$(setting declines "$2")
  if [ -n "$declines" ]; then
    verdict "$1, without a device" ./program
    says not "$1, mandatory" "$declines" \
      env OMP_TARGET_OFFLOAD=mandatory ./program
    return
  fi
  verdict "$1" env OMP_TARGET_OFFLOAD=mandatory ./program
  verdict "$1, checked" env OMP_TARGET_OFFLOAD=mandatory \
    OFFLOAD_EMUL_CHECK=1,status=9 ./checked
}

for file in "$features"/*.*; do
  feature=${file##*/}
  options=$(setting options "$file")
  rm -f program checked
  if [ "$major" -lt "$(setting since "$file")" ]; then
    verdict "$feature is refused" \
      eval '! compile $options -o program "$file"'
    continue
  fi
  for optimize in -O0 -O2; do
    verdict "$feature $optimize, compiled" \
      eval 'compile $options $optimize -o program "$file" &&
        compile $options $optimize -DOFFLOAD_EMUL_CHECK -o checked "$file"' &&
      [ -x program ] && runs "$feature $optimize" "$file"
  done
done
verdict "no temporary files are left" nothing_left
finish

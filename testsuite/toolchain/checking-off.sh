#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# While the mapping checker is off, a program that was built for it pays for a
# choice at the beginning of a function and for nothing else.  Instructions are
# counted one by one, and compared with those of the same sources built without
# the checker.
. "$(dirname "$0")/common.inc"
unset OFFLOAD_EMUL_CHECK
# Of __offgomp_checking: get its address, read it, look at it, jump.
a_choice=4
# Functions that are called by address or from outside, in each row.
entries_of () {
  case $1 in
  area\ *) echo 2 ;;        # and a virtual function
  in_parallel\ *) echo 2 ;; # and the outlined region
  *) echo 1 ;;
  esac
}

# Loops of GCC 15 and later are aligned by an option of the processor.
tight=-mtune-ctrl=^align_tight_loops
echo 'int nothing;' > nothing.c
"$CC" $tight -c nothing.c -o nothing.o 2> /dev/null || tight=

# build PROGRAM OPTION...: the rows with these options; what counts, without.
build () {
  program=$1
  shift
  dir=$testsuite/toolchain/unchecked
  # Bytes that only align loops would count, too.
  # shellcheck disable=SC2086 # may be empty
  set -- "$@" -fno-align-loops -fno-align-jumps -fno-align-labels $tight
  "$CC" -O2 -I"$testsuite/unit" -c "$dir/count.c" -o count.o \
    && cc "$@" -c "$dir/rows.c" -o c.o \
    && "$CXX" -B"$toolchain/" -fopenmp "$@" -c "$dir/rows.cc" -o cxx.o \
    && "$FC" -B"$toolchain/" -fopenmp "$@" -c "$dir/rows.f90" -o f.o \
    && "$FC" -B"$toolchain/" -fopenmp "$@" count.o c.o cxx.o f.o -lstdc++ -lm \
       -o "$program"
}

# "NAME: PLAIN CHECKED", a line for each row.
count () { "$1" > "$2"; sed 's/ [0-9]*$/:/' "$2" > names; }
compare () {
  build plain "$@" && build checked "$@" -DOFFLOAD_EMUL_CHECK \
    && count ./plain plain.counts && count ./checked checked.counts \
    && OFFLOAD_EMUL_CHECK=1 ./checked > on.counts \
    && for each in plain checked on; do
         sed 's/.* //' $each.counts > $each.numbers
       done && paste -d' ' plain.numbers checked.numbers on.numbers names > rows
}

for options in -O2 '-O3 -fPIC'; do
  # shellcheck disable=SC2086 # several options
  if ! compare $options; then
    fail "$options: not built, or it fails"
    continue
  fi
  if grep -q '^0 ' rows; then
    unsupported "counting instructions on this processor"
    continue
  fi
  while read -r plain checked on row; do
    echo "$row $plain $checked, checking $on"
    most=$(($(entries_of "${row#result = }") * a_choice))
    few () { test "$checked" -le $((plain + most)); }
    verdict "$options: $row off" few
    many () { test "$on" -gt $((plain + most)); }
    verdict "$options: $row on" many
  done < rows
done
finish

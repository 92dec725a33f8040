#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The n-th host entry corresponds to the n-th device entry: all objects with
# -flto, without, and mixed, in both orders, with one image and with two.
. "$(dirname "$0")/common.inc"

# check_tables PROGRAM: the n-th host entry meets the n-th device entry.
check_tables () {
  nm "$1" | sed 's/\.lto_priv\.[0-9]*//' > symbols
  "./$1" > tables || return 1
  grep -q '^counts differ\|^bad\|^dlopen' tables && return 1
  sed -n 's/^[FV] //p' tables | while read -r offset rest; do
    printf '%016x %s\n' "0x$offset" "$rest"
  done > entries
  awk '
    FNR == NR { at[$1] = at[$1] " " $3; next }
    {
      name = $2 ~ /^[0-9]+$|^link$/ ? $3 : $2
      gsub (/\$/, ".", name)
      sub (/\.lto_priv\.[0-9]*$/, "", name)
      sub (/\.linkptr$/, "", name)
      if (index (at[$1] " ", " " name " ") == 0) {
        print "host" at[$1] " meets device " name; bad = 1
      }
      if ($2 ~ /^[0-9]+$|^link$/ && $2 != $4) {
        print name ": sizes differ: " $2 " and " $4; bad = 1
      }
    }
    END { exit bad }' symbols entries
}

# 6 regions and 9 variables for each of the targets NAMES.
tables_of () {
  names=$1
  shift
  OFFGOMP_OFFLOAD_TARGETS=$names cc "$@" fruit.o tables.o -o fruit.out || return 1
  check_tables fruit.out || return 1
  grep -q '^image 32 6 9$' tables || return 1
  [ -z "$names" ] || grep -q '^image 5 6 9$' tables
}

flags=-O1
nvptx=$(find_nvptx)
cc $flags -c "$here/tables.c" -o tables.o
cc $flags -c "$here/fruit.c" -o fruit.o
for f in apple banana citron; do
  cc $flags -c "$here/$f.c" -o $f.plain.o
  cc $flags -flto -c "$here/$f.c" -o $f.lto.o
done
for kinds in "plain plain plain" "lto lto lto" "lto plain plain" \
             "plain lto plain" "lto plain lto"; do
  set -- $kinds
  a=apple.$1.o b=banana.$2.o c=citron.$3.o
  for objects in "$a $b $c" "$c $b $a"; do
    link=
    case $kinds in *lto*) link=-flto;; esac
    verdict "tables: $objects" tables_of "" $flags $link $objects
    if [ -n "$nvptx" ]; then
      verdict "tables with nvptx-none: $objects" \
        tables_of x86emul:nvptx-none $flags $link $objects
    else
      unsupported "tables with nvptx-none: $objects"
    fi
  done
done

finish

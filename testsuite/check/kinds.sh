#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# How many programs there are of each kind of error, by what README.md says of
# the papers, and that each kind is there in the three languages.
. "$testsuite/lib/script.sh"
here=$testsuite/check

# programs CATEGORIES SUFFIX: the files with one of these reports.
programs () {
  grep -lE "dg-check ($1) " "$here"/wrong/*."$2" 2>/dev/null
}

row () {
  c=$(programs "$2" c | wc -l)
  cc=$(programs "$2" cc | wc -l)
  f90=$(programs "$2" f90 | wc -l)
  printf '%-34s %-18s %4d %4d %4d\n' "$1" "$2" "$c" "$cc" "$f90"
  [ "$c" -gt 0 ] && [ "$cc" -gt 0 ] && [ "$f90" -gt 0 ] || missing="$missing $1"
}

missing=
printf '%-34s %-18s %4s %4s %4s\n' kind reports C C++ Fortran
row "use of uninitialized memory" unwritten
row "use of stale data, on the device" stale
row "use of stale data, on the host" lost
row "buffer overflow" bounds
row "missing map" host-memory
row "use after unmapping" freed
row "mapping left over" leak
row "race with a nowait construct" race
wrong=$(ls "$here"/wrong | wc -l)
right=$(ls "$here"/right | wc -l)
echo "programs with errors: $wrong; correct ones: $right"

check "each kind in C, C++ and Fortran" test -z "$missing"
check "at least 40 programs with errors and 40 correct ones" \
  test "$wrong" -ge 40 -a "$right" -ge 40
unmarked=$(grep -L 'dg-check' "$here"/wrong/*)
check "each program with errors says which" test -z "$unmarked"
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The manual's table of what of OpenACC is tested where: the tests are there, have
# what they are named for, and run where the table says; no routine is left out.
. "$testsuite/lib/script.sh"

model=acc
table=$testsuite/lib/openacc-coverage.tsv
. "$testsuite/lib/coverage.sh"

# runs FILE MODE: by its directives, and by nvptx/programs.tsv.
runs () {
  case $1 in libgomp.oacc-*) ;; *) return 0 ;; esac
  test "$2" != nvptx || ! left_out "$1" never newer || return 1
  modes=$(sed -n 's/.*dg-acc-modes "\([^"]*\)".*/\1/p' "$testsuite/$1")
  case " $modes " in '  '|*" $2 "*) ;; *) false ;; esac
}

check_rows
check 'the table has all directives' \
  test "$(grep -vc '^#' "$table")" -gt 180

sed -n 's/^\(acc_[a-z0-9_]*\) (.*/\1/p' \
  "$top_srcdir/libgomp/user/acc_routines.tab" | sort -u >routines
awk -F'\t' '$1 == "routine" { print $2 }' "$table" | sort -u >listed
comm -23 routines listed | report 'the table has all routines'
finish

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The manual's table of mistakes in target regions: each example is a program of
# the suite, and each program here is an example.

. "$testsuite/lib/script.sh"

table=$top_srcdir/doc/mistakes.texi
sed -n '/^@multitable/,/^@end multitable/p' "$table" | grep -o '@file{[^}]*}' |
  sed 's/@file{\(.*\)}/\1/' | sort > named
ls "$testsuite/sanitize/wrong" | sort > present

missing () {
  while read -r name; do
    test -e "$testsuite/sanitize/wrong/$name" ||
      test -e "$testsuite/check/wrong/$name" ||
      test -d "$testsuite/$name" || echo "$name"
  done < named
}
# Rows whose examples are not in all languages; sed puts each row on a line.
one_language () {
  sed -n '/^@item/,/^@end multitable/p' "$table" | tr '\n' ' ' |
    sed 's/@item/\n/g; s/@end multitable.*//' | grep '@file{[^}]*\.' |
    grep -v '@file{[^}]*\.c}.*@file{[^}]*\.cc}.*@file{[^}]*\.f90}'
}
check 'each mistake has examples in C, C++ and Fortran' test -z "$(one_language)"
check 'each example is in the suite' test -z "$(missing)"
check 'each program is an example' test -z "$(comm -13 named present)"
check 'no example is named twice' test -z "$(uniq -d named)"
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The manual's chapter on environment variables agrees with the table by which
# the library reads them, and has each variable of it.
. "$testsuite/lib/script.sh"

doc=$top_srcdir/doc
$GCC -include "$top_builddir/config.h" -I"$top_srcdir/libgomp" \
  -o envdoc "$doc/envdoc.c" && ./envdoc >envvars.texi || exit 1
sed -n 's/^ENV ("\([A-Z_0-9]*\)".*/\1/p' "$top_srcdir/libgomp/icv/env.def" \
  >variables

# missing FILE: variables that FILE does not name.
missing () {
  while read -r variable; do
    grep -q "\<$variable\>" "$1" || echo "$variable"
  done <variables
}

check 'the table has dozens of variables' test "$(wc -l <variables)" -gt 35
check 'each variable is in the chapter' test -z "$(missing envvars.texi)"
check 'the manual has the chapter' grep -q '@include envvars.texi' \
  "$doc/offgomp.texi"
if test -f "$top_builddir/doc/envvars.texi"; then
  check 'the built chapter is of this table' \
    cmp envvars.texi "$top_builddir/doc/envvars.texi"
fi
if test -f "$top_builddir/doc/offgomp.info"; then
  check 'each variable is in the built manual' \
    test -z "$(missing "$top_builddir/doc/offgomp.info")"
fi
finish

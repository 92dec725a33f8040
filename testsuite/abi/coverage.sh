# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Every exported function for programs is called by some test: compares the
# undefined symbols of the C and Fortran tests with the exported ones.  (A new
# function without a test is reported by name.)
. "$testsuite/lib/script.sh"

library=${LIBRARY:-$LIBDIR/libgomp.so.1}
test -n "$GFORTRAN" || { unsupported 'no Fortran compiler'; finish; }

# What only plugins, the device program, libomp.so.5 and offgomp-info call is
# tested by running them.
for list in libgomp-12 later own; do
  sed '/^#/d; /\t\(plugin\|libomp\|offgomp-info\)/d; s/\t.*//' \
    "$testsuite/abi/$list.tsv"
done | sort -u >interface
$NM -D --defined-only --with-symbol-versions "$library" \
  | awk '$2 != "A" { print $3 }' | sort | comm -12 - interface \
  | sed 's/@@.*//' | sort -u >exported

mkdir objects
number=0
for source in "$testsuite"/libgomp.c/*.c "$testsuite"/libgomp.fortran/*.f90 \
    "$testsuite"/libgomp.oacc-c/*.c "$testsuite"/libgomp.oacc-fortran/*.f90 \
    "$testsuite"/diag/error-directive.c; do
  number=$((number + 1))
  case $source in
    */libgomp.oacc-*) language=-fopenacc ;;
    *) language=-fopenmp ;;
  esac
  case $source in
    # Several tests define modules of one name: each has a directory of its own.
    *.f90) mkdir objects/$number; compiler="$GFORTRAN -Jobjects/$number" ;;
    *) compiler=$GCC ;;
  esac
  # What a compiler need not compile is no call that no other test makes.
  forgiven=
  ! grep -q dg-compiler-may-fail "$source" || forgiven='|| :'
  options=$(sed -n 's/.*dg-additional-options "\([^"]*\)".*/\1/p' "$source")
  echo "$compiler -B$TOOLCHAIN -foffload=disable $language -w $options \
    -c $source -o objects/$number.o $forgiven"
done >commands
xargs -P 4 -d '\n' -n 1 sh -c <commands || fail 'compile'

# An old version of a symbol is called by its whole name.
for object in objects/*.o; do $NM -u "$object"; done | awk '{ print $2 }' \
  | sort -u >called
comm -23 exported called >missing
check "the interface has hundreds of functions" \
  test "$(wc -l <exported)" -gt 300
if test -s missing; then
  while read -r symbol; do fail "no test calls $symbol"; done <missing
else
  pass "every exported function is called by some test"
fi
finish

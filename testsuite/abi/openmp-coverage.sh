# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The manual's table of what of OpenMP 5.0 to 6.0 works with which GCC, and is
# tested where: the tests are there, have what they are named for, and run where
# the table says.  toolchain/features.sh shows that GCC is the first one.
. "$testsuite/lib/script.sh"

model=omp
table=$testsuite/lib/openmp-coverage.tsv
. "$testsuite/lib/coverage.sh"

# runs FILE MODE: by its directory.
runs () {
  case $1:$2 in
    *:host) ;;
    libgomp.*/target-*:nvptx | features/*:nvptx) ! left_out "$1" never ;;
    *:nvptx) false ;;
    libgomp.*/target-* | features/* | toolchain/* | diag/* | abi/*) ;;
    libomptarget/*:x86emul) ;;
    *) false ;;
  esac
}

# first_gcc FILE: what compiles this program.
first_gcc () { sed -n 's/.*{ since \([0-9]*\) }.*/\1/p' "$testsuite/$1"; }

check_rows
grep -v '^#' "$table" | tr '\t' '|' | while
  IFS='|' read -r feature version gcc host emulated nvidia checker tests pattern
do
  for file in $tests; do
    case $file in features/*) ;; *) continue ;; esac
    test "$(first_gcc "$file")" = "$gcc" ||
      echo "$feature: GCC $gcc, but $file is since $(first_gcc "$file")"
  done
done | report 'the first GCC is that of the programs'
for file in "$testsuite"/features/*.*; do
  grep -q "features/${file##*/}" "$table" || echo "${file##*/}"
done | report 'the table has all programs of features'
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# omp.h, omp_lib and omp_lib.h have every name that the headers of the compiler
# under test have, constants with the same values and kinds.
. "$testsuite/lib/script.sh"

theirs=$(dirname "$($GCC -print-file-name=include/omp.h)")
test -f "$theirs/omp.h" || { unsupported "the compiler has no omp.h"; finish; }

# Names of the interface in a header.
names () { tr A-Z a-z <"$1" | grep -oE '\bomp_[a-z0-9_]+' | sort -u; }

# has_all WHAT THEIRS OURS: each name of THEIRS is in OURS.
has_all () {
  names "$2" >theirs.names
  names "$3" >ours.names
  # What the compiler's own header calls the parts of lock types, and itself.
  comm -23 theirs.names ours.names | grep -vE '^omp_(nest_)?lock_(size|align)$' \
    | grep -vE '^omp_lib_kinds$' >missing.names
  check "$1 has all names$(sed 's/^/ /' missing.names | tr -d '\n')" \
    test ! -s missing.names
}

# same_output NAME COMMAND-FOR-THEIRS COMMAND-FOR-OURS: what is built prints
# the same.
same_output () {
  if ! { $2 && ./theirs >theirs.txt && $3 && ./ours >ours.txt; } >log 2>&1; then
    cat log
    fail "$1: compile and run"
    return
  fi
  diff theirs.txt ours.txt
  check "$1 ($(wc -l <ours.txt))" cmp -s theirs.txt ours.txt
}

has_all omp.h "$theirs/omp.h" "$TOOLCHAIN/include/omp.h"
{
  cat <<'EOC'
#include <omp.h>
#include <stdio.h>
#define CONSTANT(n) printf ("%s %lld\n", #n, (long long)n);
#define TYPE(n) printf ("%s %zu %zu\n", #n, sizeof (n), _Alignof (n));
int main (void) {
EOC
  grep -oE '^ *omp_[a-z0-9_]+ *=' "$theirs/omp.h" | tr -d ' =' \
    | sed 's/.*/CONSTANT (&)/'
  for type in lock nest_lock sched proc_bind depend event_handle alloctrait \
      memspace_handle allocator_handle pause_resource; do
    echo "TYPE (omp_${type}_t)"
  done
  echo 'return 0; }'
} >constants.c
same_output "constants and types of omp.h" \
  "$GCC -fopenmp constants.c -o theirs" \
  "$GCC -B$TOOLCHAIN -fopenmp constants.c -o ours"

test -n "$GFORTRAN" || finish
fortran=$(dirname "$($GFORTRAN -print-file-name=finclude/omp_lib.h)")
test -f "$fortran/omp_lib.h" || finish
has_all omp_lib.h "$fortran/omp_lib.h" "$TOOLCHAIN/finclude/omp_lib.h"
for module in omp_lib omp_lib_kinds; do
  gzip -dc "$fortran/$module.mod" >theirs.txt 2>/dev/null
  gzip -dc "$TOOLCHAIN/finclude/$module.mod" >ours.txt 2>/dev/null
  has_all "module $module" theirs.txt ours.txt
done

# constants PROLOGUE: a program that shows each constant and its kind.
constants () {
  echo 'program constants'
  test "$1" = include || echo 'use omp_lib'
  echo 'implicit none'
  test "$1" = use || echo "include 'omp_lib.h'"
  tr A-Z a-z <"$fortran/omp_lib.h" \
    | grep -oE 'parameter *\( *omp[a-z0-9_]+' | sed 's/.*( *//' | sort -u \
    | grep -v '^openmp_version$' \
    | sed "s/.*/print *, '&', &, kind (&)/"
  echo 'end program'
}
for way in use include; do
  constants $way >constants-$way.f90
  same_output "constants of Fortran, $way" \
    "$GFORTRAN -fopenmp constants-$way.f90 -o theirs" \
    "$GFORTRAN -B$TOOLCHAIN -fopenmp constants-$way.f90 -o ours"
done
finish

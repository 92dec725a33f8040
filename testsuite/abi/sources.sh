# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Rules for the sources that a machine can see (HACKING.md).
. "$testsuite/lib/script.sh"

cd "$top_srcdir" || exit 1

directories="libgomp libomp libomptarget libompd info plugin mkoffload
  crtoffload include"
sources () {
  find $directories -name '*.[ch]' -o -name '*.cc' -o -name '*.def'
}

for file in $(sources) $(find standin testsuite examples bench doc -type f \( \
    -name '*.[ch]' -o -name '*.cc' -o -name '*.f90' -o -name '*.exp' \
    -o -name '*.sh' -o -name '*.tsv' -o -name '*.am' \)); do
  head -n 2 "$file" | grep -q 'SPDX-License-Identifier' || echo "$file"
done | report "every file opens with its licence"

sources | xargs awk 'length ($0) > 80 { print FILENAME ":" FNR }' \
  | report "80 columns"
sources | xargs grep -nE '\b(TODO|FIXME|XXX|HACK)\b' \
  | report "no unfinished business"
grep -rnwE 'EXPORT' libgomp --include='*.[ch]' --include='*.def' \
  | grep -vE '^libgomp/(abi/|base/compiler\.h)|:EXPORT extern int ' \
  | report "exported functions are in libgomp/abi only"
grep -rnwE 'printf|fprintf|vfprintf|puts|fputs|perror|dprintf' libgomp \
  --include='*.[ch]' | grep -vE '^libgomp/base/diag\.c|/\*|^[^:]*:[0-9]*:  *[A-Z]?[a-z ,]*$' \
  | grep -E '\b(printf|fprintf|vfprintf|puts|fputs|perror|dprintf) \(' \
  | report "only base/diag.c prints"
grep -rnwE 'SYS_futex|FUTEX_[A-Z_]+' libgomp --include='*.[ch]' \
  | grep -v '^libgomp/os/' | report "system calls are in libgomp/os only"
grep -rnE '\b(alloca|setjmp|longjmp) \(' $directories --include='*.[ch]' \
  | report "no alloca, no long jumps"
grep -rnE '#include "[^"]*\.c"' $directories --include='*.[ch]' \
  | report "no .c file is included"

# Each protocol with a model says so where it is, and names one that exists.
{
  find testsuite/models -name '*.pml'
  grep -rhoE 'Model: testsuite/models/[a-z-]+\.pml' libgomp plugin \
    --include='*.[ch]' | sed 's/^Model: //' | sort -u
} | sort | uniq -u | report "sources name their models"

# Nobody would run it.
find testsuite/unit -maxdepth 1 -name '*.c' \
  | report "a unit test is in the folder of its module"

# A row without a test would hide the next test of that name.  The programs of
# checked/ and plain/ lie in libgomp.*, those of libomptarget/diag/ in diag.
awk -F '\t' '/^[a-z]/ && $2 !~ /^[a-z]+:/ {
  sub (/ .*/, "", $2); sub (/^\*/, "", $2); print $2 }' testsuite/left-out.tsv \
  | grep -v '^checked/' | sed 's/^libomptarget\/diag/diag/; s/^plain\///' | sort -u \
  | while read -r rows_test; do
  for file in testsuite/$rows_test; do
    test -e "$file" || echo "$rows_test"
  done
done | report "each row of left-out.tsv names a test"

# make dist makes what it packs, if it can.
makefile=$top_builddir/testsuite/Makefile
packed=$(echo $(sed -n '/^EXTRA_DIST =/,/[^\\]$/p' "$makefile" | tr -d '\\'))
for name in $packed; do
  grep -x "$name:.*" "$makefile"
done | report "what is packed is no target"
# lib/ is not packed as a whole: a build in the source tree adds to it.
for file in testsuite/lib/*; do
  case " $packed " in *" lib/${file##*/} "*) ;; *) echo "$file" ;; esac
done | grep -vx testsuite/lib/supervise | report "what the tests use is packed"
finish

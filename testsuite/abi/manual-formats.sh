# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The manual in all its forms, and the manual pages, without a warning; what
# pkg-config says compiles and links.  Each as far as its program is there.
. "$testsuite/lib/script.sh"

doc=$top_srcdir/doc
has () { command -v "$1" >/dev/null; }
pass 'looked for programs'

# silent NAME COMMAND...: it succeeds and prints nothing.
silent () {
  silent_name=$1
  shift
  if "$@" >messages 2>&1 && ! test -s messages; then
    pass "$silent_name"
  else
    head -n 20 messages
    fail "$silent_name: $*"
  fi
}

# ---------------------------------------------------------------- the manual

if has makeinfo && test -f "$top_builddir/doc/envvars.texi"; then
  cp "$top_builddir"/doc/*.texi .
  set -- -I "$doc" -I . -D 'VERSION 1' "$doc/offgomp.texi"
  silent 'info' makeinfo -o offgomp.info "$@"
  silent 'HTML' makeinfo --html --no-split -o offgomp.html "$@"
  if has texi2pdf && has tex; then
    texi2pdf --batch --build=clean --command='@set VERSION 1' -I "$doc" -I . \
      -o offgomp.pdf "$doc/offgomp.texi" >pdf.log 2>&1 </dev/null
    check 'PDF' test $? = 0
    grep -E '^Overfull|[Ww]arning|^!' pdf.log | report 'PDF without warnings'
  fi
fi

# ---------------------------------------------------------------- the pages

pages="$doc/mkoffload.1 $doc/offgomp.7 $doc/x86emul.7
  $top_srcdir/info/offgomp-info.1 $top_srcdir/standin/standin-cuda.1"
for page in $pages; do
  name=$(basename "$page")
  has groff && silent "$name" groff -man -ww -Tutf8 -z "$page"
  # What it refers to exists.
  grep -oE '^\.BR [a-z0-9\\-]+ \([17]\)' "$page" | tr -d '\\()' |
    while read -r _ other section; do
      case $other in gcc | g++ | gfortran) continue ;; esac
      find "$doc" "$top_srcdir/info" "$top_srcdir/standin" \
        -name "$other.$section" | grep -q . || echo "$other.$section"
    done | report "$name refers to pages that there are"
done
"$BINDIR/offgomp-info" --help | grep -oE '^  --[a-z]+' | tr -d ' ' |
  while read -r option; do
    sed 's/\\-/-/g' "$top_srcdir/info/offgomp-info.1" | grep -qF -- "$option" ||
      echo "$option"
  done | report 'offgomp-info.1 has each option'

# ---------------------------------------------------------------- pkg-config

cat >main.c <<'EOC'
#include <omp.h>
int
main (void)
{
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  return sum != 45 || omp_get_max_threads () < 1;
}
EOC
if has pkg-config; then
  # The installation that is tested was moved to another root.  Some of these
  # programs print a blank at the end.
  ask () {
    PKG_CONFIG_PATH=$LIBDIR/pkgconfig \
      pkg-config --define-variable=libdir="$LIBDIR" "$@" offgomp \
      | sed 's/ *$//'
  }
  check 'pkg-config: options' \
    test "$(ask --cflags)" = "-B$TOOLCHAIN -fopenmp"
  # shellcheck disable=SC2046
  check 'pkg-config: compile' $GCC $(ask --cflags) -c main.c
  # shellcheck disable=SC2046
  check 'pkg-config: link' $GCC main.o $(ask --libs) -o main
  check 'pkg-config: run' env LD_PRELOAD="$SANITIZER_LIBRARIES" ./main
  check 'pkg-config: version' test "$(ask --modversion)" = \
    "$("$BINDIR/offgomp-info" --version | sed 's/.* //; s/)//')"
fi
finish

# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The manual's table of what of OpenACC is tested where: the tests are there, have
# what they are named for, and run where the table says; no routine is left out.
. "$testsuite/lib/script.sh"

table=$testsuite/lib/openacc-coverage.tsv
tab=$(printf '\t')

# text FILE: with what it includes from its own directories.
text () {
  cat "$testsuite/$1"
  sed -n "s/^[[:space:]]*#\{0,1\}include [\"']\(.*\)[\"']\$/\1/p" \
    "$testsuite/$1" | while read -r part; do
    path=$(dirname "$testsuite/$1")/$part
    test ! -f "$path" || cat "$path"
  done
}

# directives FILE: each on a line, without its sentinel.
directives () {
  text "$1" | awk '
    { sub (/[[:space:]]*$/, "") }
    joined != "" { sub (/^[[:space:]]*(!\$acc)?&?[[:space:]]*/, "")
                   $0 = joined " " $0; joined = "" }
    /^[[:space:]]*(#pragma +acc|!\$acc)/ {
      if (sub (/[\\&]$/, "")) { joined = $0; next }
      sub (/^[[:space:]]*(#pragma +acc|!\$acc) */, "")
      gsub (/[[:space:]]+/, " ")
      print
    }'
}

mkdir -p known
# known FILE: the file with its directives, and that with its text.
known () {
  known=known/$(echo "$1" | tr / _)
  if test ! -f "$known"; then
    directives "$1" >"$known"
    text "$1" >"$known.text"
  fi
}

# has FILE WHAT PATTERN: the file, which is $known.
has () {
  case $1:$2 in
    *:acc_*) grep -qwF -e "$3" "$known.text" ;;
    *.sh:*) grep -qE -e "$3" "$known.text" ;;
    *) grep -qE -e "$3" "$known" ;;
  esac
}

# runs FILE MODE: by its directives, and by nvptx/programs.tsv.
runs () {
  case $1 in libgomp.oacc-*) ;; *) return 0 ;; esac
  if test "$2" = nvptx &&
     grep -q "^$1$tab\(never\|newer\)$tab" "$testsuite/nvptx/programs.tsv"; then
    return 1
  fi
  modes=$(sed -n 's/.*dg-acc-modes "\([^"]*\)".*/\1/p' "$testsuite/$1")
  case " $modes " in '  '|*" $2 "*) ;; *) false ;; esac
}

# Where the columns say yes, one of the tests runs.
check_modes () {
  for mode in host:"$3" x86emul:"$4" nvptx:"$5" x86emul:"$6"; do
    test "${mode#*:}" = yes || continue
    for file in $7; do
      if runs "$file" "${mode%%:*}"; then continue 2; fi
    done
    echo "$1 $2: not run on ${mode%%:*}"
  done
}

check_row () {
  test -n "$7" || echo "$1 $2: no test"
  for file in $7; do
    if test ! -f "$testsuite/$file"; then
      echo "$file: not there"
      continue
    fi
    known "$file"
    has "$file" "$2" "$8" || echo "$1 $2: not in $file"
  done
  check_modes "$@"
}

grep -v '^#' "$table" | tr '\t' '|' | while
  IFS='|' read -r group what since host emulated nvidia checker tests pattern
do
  check_row "$group" "$what" "$host" "$emulated" "$nvidia" "$checker" "$tests" \
    "$pattern"
done | report 'each row has its tests'
check 'the table has all directives' \
  test "$(grep -vc '^#' "$table")" -gt 180

sed -n 's/^\(acc_[a-z0-9_]*\) (.*/\1/p' \
  "$top_srcdir/libgomp/user/acc_routines.tab" | sort -u >routines
awk -F'\t' '$1 == "routine" { print $2 }' "$table" | sort -u >listed
comm -23 routines listed | report 'the table has all routines'
finish
